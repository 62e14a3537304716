"""An inspector panel without a window, and what answers its questions when a test wants it to."""

from collections.abc import Callable
from dataclasses import replace

from qmonitor.gui.inspector import InspectorPanel
from qmonitor.queues.audit import AuditEntry
from qmonitor.queues.errors import QueueError, UnknownItem
from qmonitor.queues.model import DepthRow, Item, Page, Query
from qmonitor.queues.times import NS, Instant, from_ns

START = 1_780_000_000 * NS
RAW = b"MSH|^~\\&|HIS|WARD\rPID|1||4711\r"


def at(second: float) -> Instant:
    return from_ns(START + int(second * NS))


HEAD = Item(
    "adt",
    "registry",
    id=48210,
    control_id="MSG88120",
    message_type="ADT^A01",
    size=len(RAW),
    attempts=61,
    enqueued_at=at(-274_320),
    next_attempt=at(60),
    last_attempt=at(-20),
    last_error="connection\nrefused",
    reason="the receiver did not answer",
)
ROW = DepthRow("adt", "registry", 312, 0, at(-274_320), 274_320.0, 61, HEAD)


class Store:
    """What a reader is asked for, out of memory."""

    def __init__(self) -> None:
        self.payloads: dict[object, bytes] = {HEAD.id: RAW}
        self.items: dict[object, Item] = {HEAD.id: HEAD}
        self.entries: tuple[AuditEntry, ...] = ()

    def payload(self, item: object, offset: int = 0, length: int | None = None) -> bytes:
        raw = self.payloads[item]
        return raw[offset:] if length is None else raw[offset : offset + length]

    def audit(self, limit: int = 100, before: int | None = None) -> tuple[AuditEntry, ...]:
        return tuple(entry for entry in self.entries if before is None or entry.id < before)[:limit]

    def get(self, item: object) -> Item:
        if item not in self.items:
            raise UnknownItem("gone")
        return self.items[item]

    def page(self, query: Query, cursor: str | None = None) -> Page:
        found = [one for one in self.items.values() if one.state == query.state]
        return Page(tuple(sorted(found, key=lambda one: -one.id)), None, None, at(0))


class Source:
    """Answers what the panel asks, when it is told to."""

    def __init__(self, panel: InspectorPanel) -> None:
        self.panel = panel
        self.store = Store()
        self.asked: list[tuple[str, Callable[..., object], object, bool]] = []
        panel.work_requested.connect(lambda *request: self.asked.append(request))

    @property
    def payloads(self) -> dict[object, bytes]:
        return self.store.payloads

    @property
    def keys(self) -> list[str]:
        return [key for key, *_ in self.asked]

    def put(self, raw: bytes, **values: object) -> Item:
        """A message with this payload."""
        item = replace(HEAD, size=len(raw), **values)
        self.payloads[item.id], self.store.items[item.id] = raw, item
        return item

    def answer(self, n: int = -1) -> None:
        key, call, context, _ = self.asked[n]
        try:
            value = call(self.store, lambda: None)
        except QueueError as error:
            self.panel.take_error(key, context, error)
        else:
            self.panel.take(key, context, value)

    def answer_all(self) -> None:
        """Until nothing new is asked for."""
        done = 0
        while done < len(self.asked):
            self.answer(done)
            done += 1
        self.asked.clear()


def shown_panel(qtbot, tab: str = "text", width: int = 460, **options) -> InspectorPanel:
    """A panel on the screen that has been painted."""
    made = InspectorPanel(clock=lambda: at(0), **options)
    made.begin_with(tab, empty_shown=False, assumed="")
    qtbot.addWidget(made)
    made.resize(width, 600)
    with qtbot.waitExposed(made):
        made.show()
    qtbot.waitUntil(lambda: made._painted)
    return made
