"""What happens in the scenes: a file, what its engine does to it meanwhile, and when the picture is taken."""

import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from qmonitor.gui import theme
from qmonitor.gui.charts import ChartsPanel
from qmonitor.gui.dialogs.about import AboutDialog
from qmonitor.gui.dialogs.help import HelpDialog
from qmonitor.monitor.alerts.model import Signature
from qmonitor.queues import times
from qmonitor.queues.delivery import tuning
from tests.helpers import engine, files

if TYPE_CHECKING:
    from tests.visual.stage import Stage

Story = Callable[["Stage"], None]

STEP = 15.0
"""Seconds between two looks in a story."""

STEPS = 44
"""Looks: eleven minutes of curves."""

RECEIVERS = ("adt/registry", "lab/lis-north", "orders/pharmacy", "imaging/pacs", "billing/claims", "adt/portal")
REFUSED = "dial tcp 10.20.0.7:2575: connect: connection refused"
REJECTED = "AE: unknown patient class in PV1-2"
TYPES = ("ADT^A01", "ADT^A08", "ADT^A03", "ORU^R01", "ORM^O01")

KINDS = (
    "dial tcp …: connect: connection refused", "AE: unknown patient class in PV1-2", "AE: unknown patient …",
    "AE: segment PV1-2 missing in message #", "no ACK within # s; connection closed",
    "SocketTimeoutException: Read timed out after # ms", "HTTP #: upstream host … unavailable",
)  # fmt: skip
"""What kinds of errors those of the stories are of."""

DATA = (
    *RECEIVERS, *(part for where in RECEIVERS for part in where.split("/")), REFUSED, REJECTED, *TYPES,
    *KINDS, "queue.db", "ann@ward-7", "receiver down", "MSG", "UTF-8", "HL7", "MSH", "DejaVu Sans", "PySide6", "Qt",
    "Python", "SQLite", "CET", "Apache", "Linux", "Nov", "EVN", "PID", "OBX",
    "Message Header", "Observation/Result", "Patient Identification",
)  # fmt: skip
"""What the files of the scenes hold, and names that are the same in every language."""


class Ward:
    """A queue file with six receivers, each in trouble of its own, and the engine that serves them."""

    def __init__(self, path: Path, ns: int) -> None:
        self.rng = random.Random(7)
        self.count = 88_000
        self.ns = ns
        self.db = engine.connect(path, synchronous="OFF")
        self._past()

    def stamp(self, seconds_ago: float) -> str:
        return times.from_ns(self.ns - int(seconds_ago * times.NS)).text

    def row(self, where: str, ago: float, **values: Any) -> dict[str, Any]:
        self.count += 1
        channel, destination = where.split("/")
        control = f"MSG{self.count}"
        made = {
            "channel": channel,
            "destination": destination,
            "control_id": control,
            "message_type": self.rng.choice(TYPES),
            "raw": engine.message(control, "ADT^A01", 700, self.rng),
            "enqueued_at": self.stamp(ago),
            "next_attempt": self.stamp(ago),
            "reason": "receiver down",
        }
        return {**made, **values}

    def _past(self) -> None:
        down = {"attempts": 61, "last_error": REFUSED, "last_attempt": self.stamp(20), "next_attempt": self.stamp(-40)}
        wait = {"attempts": 4, "last_error": REFUSED, "last_attempt": self.stamp(30), "next_attempt": self.stamp(-900)}
        failed = {"state": "failed", "attempts": 8, "last_error": REJECTED, "last_attempt": self.stamp(2800)}
        done = {"attempts": 1, "state": "delivered", "last_attempt": self.stamp(60)}
        rows = [
            self.row("adt/registry", 3 * 86_400 + 15_120, **down),
            *(self.row("adt/registry", 270_000 - n * 900) for n in range(260)),
            *(self.row("lab/lis-north", 2400 - n) for n in range(1500)),
            *(self.row("orders/pharmacy", 480 - 4 * n) for n in range(40)),
            self.row("imaging/pacs", 65, **wait),
            *(self.row("imaging/pacs", 60 - n) for n in range(3)),
            *(self.row("billing/claims", 8100 - 60 * n) for n in range(38)),
            *(self.row("adt/portal", 3000 - n, **failed) for n in range(3)),
            *(self.row("adt/portal", 2000 - n, **done) for n in range(40)),
        ]
        files.insert(self.db, sorted(rows, key=lambda row: row["enqueued_at"]))

    def work(self, ns: int) -> None:
        """A quarter of a minute of the engine's work."""
        self.ns = ns
        arrived = {"adt/registry": 1, "lab/lis-north": 2, "orders/pharmacy": 3, "adt/portal": 1}
        files.insert(self.db, [self.row(where, 1) for where, most in arrived.items() for _ in range(self._some(most))])
        for where, most in (("lab/lis-north", 14), ("orders/pharmacy", 1), ("adt/portal", 9)):
            self._deliver(where, self._some(most) + most // 2)
        head = "(SELECT min(id) FROM queue WHERE state = 'pending' AND destination = 'registry')"
        self.db.execute(
            f"UPDATE queue SET attempts = attempts + 1, last_attempt = ?, next_attempt = ? WHERE id = {head}",
            (self.stamp(8), self.stamp(-40)),
        )

    def _some(self, most: int) -> int:
        return self.rng.randint(max(0, most - 2), most)

    def _deliver(self, where: str, count: int) -> None:
        channel, destination = where.split("/")
        self.db.execute(
            "UPDATE queue SET state = 'delivered', attempts = attempts + 1, last_attempt = ? WHERE id IN (SELECT id"
            " FROM queue WHERE state = 'pending' AND channel = ? AND destination = ? ORDER BY id LIMIT ?)",
            (self.stamp(1), channel, destination, count),
        )


@contextmanager
def watched(stage: "Stage", steps: int = STEPS) -> Iterator[Ward]:
    """The ward's file, open in the window and watched for some minutes; its engine runs on."""
    ward = Ward(Path("queue.db"), stage.clock.ns)
    try:
        stage.window.open("queue.db")
        stage.sampled()
        for _ in range(steps):
            stage.pass_by(STEP)
            ward.work(stage.clock.ns)
            stage.sampled()
        yield ward
    finally:
        ward.db.close()


def _ward(stage: "Stage") -> None:
    with watched(stage):
        stage.shoot()


def _switched(stage: "Stage") -> None:
    """The scheme changes while everything is shown."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply(app, "light" if stage.scene.theme == "dark" else "dark")
    with watched(stage):
        stage.settle()
        theme.apply(app, stage.scene.theme)
        stage.shoot()


def _nothing(stage: "Stage") -> None:
    stage.shoot()


def _loading(stage: "Stage") -> None:
    files.queue(Path("queue.db"), [{}])
    stage.window.open("queue.db")
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    stage.keep(stage.window)  # before the event loop can bring an answer


def _no_messages(stage: "Stage") -> None:
    _open(stage, files.queue(Path("queue.db")))
    stage.sampled()
    stage.shoot()


def _forty(stage: "Stage") -> None:
    with _many(stage):
        stage.shoot()


def _forty_small(stage: "Stage") -> None:
    """A small chart for each of them, a stretch of them reconstructed."""
    with _many(stage) as charts:
        begin = stage.clock.ns - 600 * times.NS
        charts.drawing.book.reconstructed = (begin, begin + 480 * times.NS)
        charts.set_multiples(True)
        stage.shoot()


def _forty_logarithmic(stage: "Stage") -> None:
    with _many(stage) as charts:
        charts.set_logarithmic(True)
        stage.shoot()


@contextmanager
def _many(stage: "Stage") -> Iterator[ChartsPanel]:
    """Forty destinations, watched for some minutes."""
    now = stage.clock.ns
    rows = []
    for n, (channel, destination) in enumerate(engine.places(40)):
        for k in range(1 + n * 7 % 23):
            at = times.from_ns(now - (n * 97 + 60 - k) * times.NS).text
            rows.append({"channel": channel, "destination": destination, "enqueued_at": at, "next_attempt": at})
    with files.opened(files.queue(Path("queue.db"), rows)) as db:
        stage.window.open("queue.db")
        stage.sampled()
        for n in range(12):
            stage.pass_by(STEP)
            at = times.from_ns(stage.clock.ns).text
            files.insert(
                db, [{"destination": f"dest-{k:02d}", "enqueued_at": at, "next_attempt": at} for k in range(n)]
            )
            stage.sampled()
        found = stage.window.findChild(ChartsPanel, "charts")
        assert isinstance(found, ChartsPanel)
        yield found


def _drain(stage: "Stage") -> None:
    with watched(stage, 2):
        action = stage.window.findChild(QAction, "action-drain")
        stage.until(action.isEnabled, "a destination is selected")
        stage.shoot_dialog(action.trigger)


def _inspector(tab: str) -> Story:
    """The head of what is stuck, in one of the inspector's views, with a field chosen."""

    def story(stage: "Stage") -> None:
        with watched(stage, 2):
            inspector = stage.window.view.panels.inspector  # type: ignore[union-attr]
            stage.until(lambda: inspector.looking.content is not None, "the payload is there")
            inspector.views.pages.turn_to(tab)
            if tab == "compare":  # nothing was delivered there
                inspector.views.pages.comparison.field.setText("2")
                inspector.views.pages.comparison.field.returnPressed.emit()
            content = inspector.looking.content
            assert content is not None
            inspector.views._turn_to(*[content.raw.index(b"PID|") + 4] * 2)
            stage.shoot()

    return story


def _alerts(stage: "Stage") -> None:
    """What the ward's engine has been left with for some minutes; one alert was taken by somebody, one is solved."""
    with watched(stage, 12) as ward:
        _take(stage)
        ward.db.execute("DELETE FROM queue WHERE destination = 'claims'")
        for _ in range(8):
            stage.pass_by(STEP)
            stage.sampled()
        stage.window.commands["go-alerts"].trigger()
        stage.window.view.panels.alerts.table.selectRow(0)  # type: ignore[union-attr]
        stage.shoot()


TROUBLES = (
    ("adt/portal", "failed", "AE: segment PV1-2 missing in message {n}", 31),
    ("adt/portal", "failed", "AE: unknown patient Ex{n}^Ann", 7),
    ("orders/pharmacy", "failed", "no ACK within {n} s; connection closed", 2214),
    ("billing/claims", "failed", "java.net.SocketTimeoutException: Read timed out after {n} ms", 12),
    ("billing/claims", "pending", "HTTP {n}: upstream host 10.20.0.{n}:8443 unavailable", 3),
    ("lab/lis-north", "failed", "", 1),
)  # fmt: skip


def _errors(stage: "Stage") -> None:
    """What went wrong at the ward's receivers; a group is selected."""
    with watched(stage, 4) as ward:
        for where, state, error, count in TROUBLES:
            tried = {"state": state, "attempts": 8, "last_attempt": ward.stamp(60 * len(error))}
            files.insert(
                ward.db, [ward.row(where, 4000 - n, last_error=error.format(n=n), **tried) for n in range(count)]
            )
        stage.pass_by(STEP)
        stage.sampled()
        stage.window.commands["go-errors"].trigger()
        panel = stage.window.view.panels.errors  # type: ignore[union-attr]
        stage.until(lambda: panel.complete and panel.model.rowCount() > len(TROUBLES), "the errors were read")
        panel.table.selectRow(1)
        stage.shoot()


def _error_messages(stage: "Stage") -> None:
    """The messages of one group alone."""
    with watched(stage, 4):
        stage.window.commands["go-errors"].trigger()
        panel = stage.window.view.panels.errors  # type: ignore[union-attr]
        stage.until(lambda: panel.complete and panel.model.rowCount() > 0, "the errors were read")
        panel.table.selectRow(0)
        panel._actions["filter"].trigger()
        stage.shoot()


def _take(stage: "Stage") -> None:
    """As if a person had acknowledged an alert and it stood in the journal, which this window has not."""
    watchman = stage.window.alerting._watchman
    open_one = next(alert for alert in watchman.open() if alert.rule.id.startswith("attempts"))
    watchman.take(watchman.acknowledge([open_one.key], Signature("ann@ward-7", times.now(), "receiver down")))


def _rules(stage: "Stage") -> None:
    with watched(stage, 4):
        stage.shoot_dialog(stage.window.commands["rules"].trigger)


def _acknowledge(stage: "Stage") -> None:
    with watched(stage, 4):
        stage.window.commands["go-alerts"].trigger()
        panel = stage.window.view.panels.alerts  # type: ignore[union-attr]
        panel.table.selectAll()
        action = panel.findChild(QAction, "alerts-acknowledge")
        stage.shoot_dialog(action.trigger)


def _optimise(stage: "Stage") -> None:
    tuning.shutil = SimpleNamespace(disk_usage=lambda _: SimpleNamespace(free=64_000_000_000))
    with watched(stage, 2):
        action = stage.window.findChild(QAction, "action-optimise")
        stage.until(action.isEnabled, "a source is open")
        stage.shoot_dialog(action.trigger)


def _help(stage: "Stage") -> None:
    HelpDialog.show_over(stage.window)
    stage.shoot(stage.window.findChild(HelpDialog))


class SameVersions(AboutDialog):
    """As on a machine that has the same versions for ever."""

    def facts(self, rows: list[tuple[str, str]]) -> None:
        super().facts([(name, "1.2.3") for name, _ in rows])


def _about(stage: "Stage") -> None:
    SameVersions.show_over(stage.window)
    stage.shoot(stage.window.findChild(AboutDialog))


# --- faults


def _open(stage: "Stage", path: Path) -> None:
    stage.window.open(str(path))


def _fault(make: Callable[[Path], object]) -> Story:
    """A file that can't be read as it is."""

    def story(stage: "Stage") -> None:
        make(Path("queue.db"))
        _open(stage, Path("queue.db"))
        _failed(stage)
        stage.shoot()

    return story


def _failed(stage: "Stage") -> None:
    view = stage.window.view
    assert view is not None
    stage.until(lambda: view.session.fault is not None, "the fault is noticed")


def _locked(stage: "Stage") -> None:
    path = files.queue(Path("queue.db"), [{}], journal="delete")
    with sqlite3.connect(path, isolation_level=None) as db:
        db.execute("BEGIN EXCLUSIVE")
        _open(stage, path)
        _failed(stage)
        stage.shoot()
    db.close()


def _lost(stage: "Stage") -> None:
    with watched(stage, 12):
        stage.settle()  # the rows, too, are of the last look
        stage.read()
    for name in ("queue.db", *files.side_files(Path("queue.db").absolute())):
        Path(name).unlink()
    stage.pass_by(timedelta(minutes=2).total_seconds())
    assert stage.window.view is not None
    stage.window.view.session.refresh()
    _failed(stage)
    stage.shoot()


def _rollback(stage: "Stage") -> None:
    at = {"enqueued_at": times.from_ns(stage.clock.ns - 90 * times.NS).text}
    _open(stage, files.queue(Path("queue.db"), [at] * 5, journal="delete"))
    stage.sampled()
    stage.shoot()


def _several(stage: "Stage") -> None:
    makers = {
        "lab.db": files.queue,
        "old.db": files.older_release,
        "ward.db": files.no_database,
        "cut.db": files.corrupt,
    }
    for name, make in makers.items():
        make(Path(name))
        _open(stage, Path(name))
    _open(stage, Path("gone.db"))
    _failed(stage)
    stage.shoot()


STORIES: dict[str, Story] = {
    "ward": _ward,
    "switched": _switched,
    "nothing": _nothing,
    "loading": _loading,
    "no-messages": _no_messages,
    "forty": _forty,
    "forty-small": _forty_small,
    "forty-logarithmic": _forty_logarithmic,
    "drain": _drain,
    "inspector-text": _inspector("text"),
    "inspector-hex": _inspector("hex"),
    "inspector-compare": _inspector("compare"),
    "inspector-details": _inspector("details"),
    "alerts": _alerts,
    "errors": _errors,
    "error-messages": _error_messages,
    "rules": _rules,
    "acknowledge": _acknowledge,
    "optimise": _optimise,
    "help": _help,
    "about": _about,
    "missing": _fault(lambda path: None),
    "no-database": _fault(files.no_database),
    "no-queue": _fault(files.other_database),
    "old-release": _fault(files.older_release),
    "empty-file": _fault(files.empty),
    "truncated": _fault(files.truncated),
    "damaged": _fault(files.corrupt),
    "log-without-index": _fault(files.log_without_index),
    "locked": _locked,
    "lost": _lost,
    "rollback": _rollback,
    "several": _several,
}
