"""The scenes with a queue on a server: what lies there is made up, for a server has a clock of its own.

Its address and its words are those of the stream queue; whoever reads it is `tests/helpers/toy`.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from qmonitor.gui.connections import in_words
from qmonitor.gui.dialogs.connections import ConnectionsDialog
from qmonitor.monitor.profiles import Profile
from qmonitor.queues import source, times
from qmonitor.queues.audit import AuditEntry, Verification
from qmonitor.queues.model import Depth, DepthRow, Destination, Details, Item, ItemId, Lack, Retries, Stage, State
from qmonitor.queues.servers import Trial
from qmonitor.queues.shared import Member, Shared
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading.reader import TRAITS
from qmonitor.queues.times import Instant
from tests.helpers import toy
from tests.helpers.streams.requests import request
from tests.visual.stories import STEP, Story

if TYPE_CHECKING:
    from qmonitor.gui.panels import Panels
    from tests.visual.stage import Stage as Scenery

KEYS = Keys()
HERE = Destination(KEYS.main, KEYS.group)
URL = "redis://queue.ward.example"
SITES = ("ward-north", "ward-south", "outpatients", "radiology", "pharmacy")
ERRORS = ("STORAGE_TIMEOUT", "RENDER_ORIGIN_TIMEOUT", "PUBLISH_CONFLICT")

MEMBERS = (
    "eventId", "eventType", "deploymentId", "teamId", "siteId", "pageId", "slug", "version", "targetId",
    "idempotencyKey", "renderMode", "environment",
)  # fmt: skip
"""What a message holds."""

DATA = (
    *KEYS.main.split(":"), KEYS.main, KEYS.group, "anvilkit:d…ort-worker", URL, "queue.ward.example", *SITES, *ERRORS,
    "export-1", "export-2", "export-4", "deployment.export.requested", "XPENDING", "JSON", *MEMBERS,
    "Export, ward", "Export, cluster", "Test", "Redis", "EVALSHA", "EVAL", "monitor", "/etc/ssl/ward-ca.pem",
    "/home/ann/.config/qmonitor/connections.toml", "queue-1.ward.example", "/run/redis/redis.sock",
)  # fmt: skip
"""What lies there, and is the same in every language."""


@dataclass
class Queue:
    """What is on the server, as of the scene's clock. `barred`: what this user may not see."""

    items: list[Item]
    barred: tuple[str, ...] = ()
    counted: bool = True

    def at(self, stage: Stage) -> int:
        return sum(one.stage == stage for one in self.items)

    def lacking(self, lack: Lack) -> int:
        return sum(one.lacks == lack for one in self.items)


QUEUE = Queue([])
"""The one that is opened."""


def open_url(*_: object) -> "Store":
    """For the registry."""
    return Store()


class Store(toy.Store):
    """See `toy.Store`."""

    traits = {KEYS.main: TRAITS}

    def __init__(self) -> None:
        self.target, self.name = URL, KEYS.main
        self.capabilities = {**dict.fromkeys(source.ACTIONS), "worker": None}

    def reader(self) -> "Shelves":
        return Shelves()


class Shelves(toy.Shelves):
    """See `toy.Shelves`."""

    def __init__(self) -> None: ...

    def _items(self) -> list[Item]:
        return list(QUEUE.items)

    def depth(self, *, patient: bool = False) -> Depth:
        now = times.now()
        waits = [one for one in QUEUE.items if one.state == State.PENDING]
        oldest = min(waits, key=lambda one: one.enqueued_at.ns if one.enqueued_at else 0).enqueued_at
        age = times.between(oldest, now) or timedelta(0)
        failed, late = sum(one.state == State.FAILED for one in QUEUE.items), now + timedelta(seconds=-62)
        row = DepthRow(
            KEYS.main, KEYS.group, len(waits), failed, oldest, age.total_seconds(), 3,
            retries=Retries(QUEUE.lacking(Lack.PAYLOAD), QUEUE.lacking(Lack.SCHEDULE), 2, late),
        )  # fmt: skip
        return Depth((row,), now, True, destinations=(HERE,), traits=Store.traits, mark="made up")

    def payload(self, item: ItemId, offset: int = 0, length: int | None = None) -> bytes:
        body = _body(int(str(item).rpartition("-")[2]))
        return body[offset:] if length is None else body[offset : offset + length]

    def details(self) -> Details:
        return Details(URL, "streams", None, None, len(QUEUE.items), None, shared=_shared(times.now()))

    def audit(self, limit: int = 100, before: int | None = None) -> tuple[AuditEntry, ...]:
        return ()

    def verify_audit(self) -> Verification:
        return Verification(0)

    def interrupt(self) -> None: ...

    def close(self) -> None: ...


def _shared(now: Instant) -> Shared:
    at, barred = QUEUE.at, dict.fromkeys(QUEUE.barred, "XPENDING")
    busy = at(Stage.IN_FLIGHT) + at(Stage.BODY_GONE)
    members = tuple(
        Member(name, held, now + timedelta(seconds=-ago), most)
        for name, held, ago, most in (
            ("export-1", 3, 0.4, 1),
            ("export-2", 0, 31, 0),
            ("export-4", busy - 3, 14_400, 7),
        )
    )
    found = Shared(
        as_of=now, undelivered=at(Stage.UNDELIVERED) if QUEUE.counted else None, undelivered_least=2000,
        estimate=48_211, in_flight=at(Stage.IN_FLIGHT) + at(Stage.BODY_GONE), members=members,
        delayed=at(Stage.DELAYED) + at(Stage.DUE), due=at(Stage.DUE), overdue=2, dispatch_lag=62.0, dead=at(Stage.DEAD),
        refused=1, skipped=at(Stage.SKIPPED), body_gone=at(Stage.BODY_GONE), no_payload=QUEUE.lacking(Lack.PAYLOAD),
        unscheduled=QUEUE.lacking(Lack.SCHEDULE), overdue_after=timedelta(seconds=3), bodies_looked=1000, barred=barred,
    )  # fmt: skip
    unseen: dict[str, Any] = dict.fromkeys(QUEUE.barred)
    return replace(found, **unseen)


def _body(number: int) -> bytes:
    asked = request(f"d-{number}", f"e-{number}", siteId=SITES[number % len(SITES)])
    return json.dumps(json.loads(asked), indent=2).encode()


def _item(number: int, now: int, stage: Stage, ago: float, **more: Any) -> Item:
    def at(seconds: float) -> Instant:
        return times.from_ns(now - int(seconds * times.NS))

    tried = stage in (Stage.DELAYED, Stage.DUE, Stage.DEAD, Stage.SKIPPED)
    ahead = {Stage.DELAYED: -45.0 * (number % 7 + 1), Stage.DUE: 62.0 - number % 3}
    return Item(
        KEYS.main, KEYS.group, id=f"main:{now // 1_000_000 - int(ago * 1000)}-{number}", size=len(_body(number)),
        control_id=f"d-{number}", message_type="deployment.export.requested", enqueued_at=at(ago),
        state={Stage.DEAD: State.FAILED, Stage.SKIPPED: State.SKIPPED}.get(stage, State.PENDING), stage=stage,
        attempts=3 if stage == Stage.DEAD else number % 2 + 1 if tried else 0,
        next_attempt=at(ahead[stage]) if stage in ahead and more.get("lacks") != Lack.SCHEDULE else None,
        last_error=ERRORS[number % 3] if tried else "", **more,
    )  # fmt: skip


def _filled(now: int) -> list[Item]:
    """A busy hour: some wait, some are being worked on, and of each trouble one or two."""
    numbers = iter(range(100, 1000))

    def some(count: int, stage: Stage, ago: float, step: float, **more: Any) -> Iterable[Item]:
        return (_item(next(numbers), now, stage, ago - n * step, **more) for n in range(count))

    return [
        *some(9, Stage.DEAD, 80_000, 3000),
        *some(3, Stage.SKIPPED, 40_000, 1000),
        *some(6, Stage.DELAYED, 900, 40),
        *some(3, Stage.DUE, 1200, 60),
        *some(1, Stage.DELAYED, 2 * 86_400, 0, lacks=Lack.SCHEDULE),
        *some(1, Stage.DELAYED, 700, 0, lacks=Lack.PAYLOAD),
        *some(2, Stage.BODY_GONE, 640, 20, lacks=Lack.BODY),
        *some(6, Stage.IN_FLIGHT, 50, 3),
        *some(24, Stage.UNDELIVERED, 48, 2),
    ]


def _open(stage: "Scenery", looks: int = 20) -> "Panels":
    """The queue in the window, watched for some minutes."""
    found = source.server_backend()
    made = replace(found, module=__name__)
    source._BACKENDS = tuple(made if one is found else one for one in source._BACKENDS)
    QUEUE.items = _filled(stage.clock.ns)
    stage.data += [one.id for one in QUEUE.items if isinstance(one.id, str)]
    stage.window.open(URL)
    stage.sampled()
    for n in range(looks):
        stage.pass_by(STEP)
        QUEUE.items += [_item(400 + 10 * n + k, stage.clock.ns, Stage.UNDELIVERED, 1 + k) for k in range(n % 4)]
        stage.sampled()
    panels = stage.window.view.panels  # type: ignore[union-attr]
    assert panels is not None
    stage.read()
    return panels


def _queue(*barred: str, counted: bool = True) -> Story:
    """The tab of what the server holds."""

    def story(stage: "Scenery") -> None:
        QUEUE.barred, QUEUE.counted = barred, counted
        panels = _open(stage)
        panels.tabs.setCurrentWidget(panels.queue_tab.panel)
        stage.shoot()

    return story


def _messages(stage: "Scenery") -> None:
    """All that is there, one of them inspected."""
    QUEUE.barred, QUEUE.counted = (), True
    panels = _open(stage)
    panels.messages.filters.chips[None].click()
    stage.read()
    due = next(row for row in range(80) if panels.messages.model.item(row).stage == Stage.DUE)
    panels.messages.table.selectRow(due)
    stage.until(lambda: panels.inspector.looking.content is not None, "the message is read")
    stage.shoot()


def _connections(stage: "Scenery") -> None:
    """One that was tried, encrypted and with a user, beside two others."""
    dialog = ConnectionsDialog("/home/ann/.config/qmonitor/connections.toml", stage.window)
    dialog.show_read(
        [
            Profile("Export, ward", "queue.ward.example", tls=True, user="monitor", authority="/etc/ssl/ward-ca.pem"),
            Profile("Export, cluster", "queue-1.ward.example", 7000, cluster=True, prefix="ward"),
            Profile("Test", socket="/run/redis/redis.sock", database=2),
        ]
    )
    found = Trial("7.2.4", acting=("EVALSHA", "EVAL"), product=source.products()[0])
    dialog.show_tried(in_words(found), fine=False)
    stage.shoot_dialog(dialog.open)


STORIES: dict[str, Story] = {
    "connections": _connections,
    "stream-queue": _queue(),
    "stream-queue-barred": _queue("in_flight", "members", "body_gone", counted=False),
    "stream-messages": _messages,
}
