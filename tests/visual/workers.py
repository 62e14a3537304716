"""The scenes with workers: what they are at is made up for the moment, what starting would mean is read from a file."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from qmonitor.gui.dialogs.worker_settings import WorkerSettingsDialog
from qmonitor.gui.dialogs.workers_leave import LeaveDialog
from qmonitor.monitor.running.model import Attempt, InFlight, Outcome, Post
from qmonitor.queues import times
from qmonitor.queues.model import Destination
from qmonitor.queues.sending import Policy
from qmonitor.queues.words import phrase
from qmonitor.queues.working import EngineActive, Phase, WorkerState
from qmonitor.senders.entries import WorkerEntry
from qmonitor.senders.http.settings import HttpSettings
from qmonitor.senders.mllp.settings import MllpSettings
from tests.visual.stories import Story, watched

if TYPE_CHECKING:
    from tests.visual.stage import Stage

PLACES = {
    "adt/registry": 2575,
    "lab/lis-north": 2576,
    "orders/pharmacy": 2577,
    "imaging/pacs": 2578,
    "adt/portal": 2579,
}
HOST = "10.20.0.7"
PATIENT = Policy(max_attempts=0)
ENGINE = "Message 88,412 was delivered, and not by this worker."

DATA = (
    HOST, "workers.toml", "receiver is back", "10.20.0.9:8443", "https://10.20.0.9:8443/in",
    "https://ann@10.20.0.9:8443", "lab/lis-*", "lab-9 (process 4711)", "application/hl7-v2",
    "/home/ann/.config/qmonitor/workers.toml", "/srv/engine/queue.db",
)  # fmt: skip
"""What stands in these scenes, and is the same in every language."""


def _file(stage: "Stage") -> None:
    """The workers' file of this scene: one entry for each place."""
    source = Path("queue.db").absolute()
    entries = [
        f'[[worker]]\nsource = "{source}"\nchannel = "{where.split("/")[0]}"\ndestination = "{where.split("/")[1]}"\n'
        f'sender = {{ type = "mllp", host = "{HOST}", port = {port} }}\npolicy = {{ max_attempts = 0 }}\n'
        for where, port in PLACES.items()
    ]
    stage.window.workplace.config = Path("workers.toml").absolute()
    stage.window.workplace.config.write_text("\n".join(entries), encoding="utf-8")


def _posts(stage: "Stage") -> list[Post]:
    """One in each state that matters."""

    def at(ago: float) -> times.Instant:
        return times.from_ns(stage.clock.ns - int(ago * times.NS))

    def post(where: str, state: WorkerState, **more: object) -> Post:
        place = Destination(*where.split("/"))
        entry = WorkerEntry(
            place.channel, place.destination, MllpSettings(HOST, PLACES[where]), PATIENT, "/srv/q.db", 1
        )
        made = Post(place, entry, f"{HOST}:{PLACES[where]}", PATIENT, state, "ann@ward-7", "receiver is back", at(500))
        return replace(made, **more)  # type: ignore[arg-type]

    refused = phrase("{where} is not reachable: {reason}.", where=f"{HOST}:2575", reason="connection refused")
    failed = [Attempt(at(20 + 60 * n), 61 - n, Outcome.RETRIED, refused, None, 88_001) for n in range(12)]
    sent = [Attempt(at(0.4 * n), 1, Outcome.DELIVERED, None, 2400.0 - n, 89_700 - n) for n in range(40)]
    holds = phrase("Another worker has this destination (process {pid} on {host}).", pid=4711, host="lab-9")
    ended = EngineActive(
        phrase("Another program has tried message {id}, or put it back in line.", id=88_204),
        phrase("See whether the engine's own worker still delivers here."),
    )
    return [
        post("adt/registry", WorkerState(Phase.WAITING, at(-40), retried=12), rate=0.0, attempts=tuple(failed)),
        post(
            "lab/lis-north",
            WorkerState(Phase.RUNNING, sent=1481, item=89_701, since=at(0.2), trusted=True),
            rate=152.0,
            attempts=tuple(sent),
        ),
        post("orders/pharmacy", WorkerState(Phase.HOLDING, because=holds)),
        post("imaging/pacs", WorkerState(Phase.STOPPED, because=ended.cause), alive=False, ended=ended, rate=0.0),
    ]


def _tab(selected: str) -> Story:
    """The tab with one of the workers selected."""

    def story(stage: "Stage") -> None:
        with watched(stage, 4):
            _file(stage)
            stage.window.commands["go-workers"].trigger()
            panels = stage.window.view.panels  # type: ignore[union-attr]
            stage.until(lambda: panels.workers.model.rowCount() == len(PLACES), "the settings were read")
            stage.window.view.hosting.posted.emit(_posts(stage))  # type: ignore[union-attr]
            panels.workers.table.select_only(Destination(*selected.split("/")))
            stage.shoot()

    return story


def _nobody(stage: "Stage") -> None:
    with watched(stage, 4):
        stage.window.workplace.config = Path("workers.toml").absolute()
        stage.window.commands["go-workers"].trigger()
        panel = stage.window.view.panels.workers  # type: ignore[union-attr]
        stage.until(lambda: panel.nobody.button.isVisible(), "it is known that there is no file")
        stage.shoot()


def _start(stage: "Stage") -> None:
    with watched(stage, 4):
        _file(stage)
        stage.window.commands["go-workers"].trigger()
        panel = stage.window.view.panels.workers  # type: ignore[union-attr]
        stage.until(lambda: panel.model.rowCount() == len(PLACES), "the settings were read")
        panel.table.select_only(Destination("adt", "registry"))
        stage.shoot_dialog(panel._actions["start"].trigger)


def _settings(stage: "Stage") -> None:
    """Of an entry by HTTP, with a mistake in the one before."""
    source = "/srv/engine/queue.db"
    web = HttpSettings("https://10.20.0.9:8443/in", auth="basic", user="ann", ack=True)
    entries = (
        WorkerEntry("adt", "registry", MllpSettings(HOST, 2575, tls=True), PATIENT, source, 1),
        WorkerEntry("lab", "lis-*", web, Policy(5, 2.0, 30.0, 20.0), source, 2),
    )
    known = [Destination(*where.split("/")) for where in PLACES]
    dialog = WorkerSettingsDialog(DATA[-2], source, known, None, stage.window)
    dialog.show_read(entries, "mark")
    dialog.list.setCurrentIndex(dialog.model.index(1, 0))
    stage.shoot_dialog(dialog.open)


def _leave(stage: "Stage") -> None:
    dialog = LeaveDialog("qmonitor", 2, lambda: InFlight(1, 27.0), lambda: True, stage.window)
    stage.shoot_dialog(dialog.open)


STORIES: dict[str, Story] = {
    "workers": _tab("adt/registry"),
    "workers-running": _tab("lab/lis-north"),
    "workers-ended": _tab("imaging/pacs"),
    "workers-nobody": _nobody,
    "workers-start": _start,
    "worker-settings": _settings,
    "workers-leave": _leave,
}
