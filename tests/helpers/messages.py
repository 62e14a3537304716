"""A list of messages in memory, which answers what the messages panel asks."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument

from qmonitor.gui.messages import MessagesPanel
from qmonitor.gui.messages.columns import Column
from qmonitor.queues.model import (
    About,
    Begin,
    Beside,
    Depth,
    DepthRow,
    Destination,
    Item,
    Page,
    Query,
    Side,
    Start,
    State,
)
from qmonitor.queues.times import NS, Instant, from_ns

START = 1_780_000_000 * NS
LAB, ADT = Destination("lab", "lis"), Destination("adt", "registry")


def at(second: float) -> Instant:
    return from_ns(START + int(second * NS))


def message(number: int, where: Destination = LAB, state: str = State.PENDING, **more: Any) -> Item:
    made = Item(
        where.channel,
        where.destination,
        id=number,
        control_id=f"MSG{number}",
        message_type="ADT^A08" if number % 2 else "ORU^R01",
        state=state,
        enqueued_at=at(-3600),
        next_attempt=at(-60),
    )
    return replace(made, **more)


class Source:
    """Items in memory, and the answers to what a panel asks."""

    def __init__(self, items: Any = ()) -> None:
        self.items = {item.id: item for item in items}
        self.asked: list[tuple[Query, object, int]] = []
        self.panel: Any = None
        self.mute = False
        self.counting = self.placing = True

    def matches(self, query: Query) -> list[Item]:
        def fits(item: Item) -> bool:
            return (
                query.channel in (None, item.channel)
                and query.destination in (None, item.destination)
                and query.state in (None, item.state)
                and (query.text or "").lower() in (item.control_id + " " + item.message_type).lower()
                and (query.error or "").lower() in item.last_error.lower()
                and (query.since is None or (item.enqueued_at is not None and query.since.ns <= item.enqueued_at.ns))
                and (query.until is None or (item.enqueued_at is not None and item.enqueued_at.ns < query.until.ns))
            )

        return sorted(filter(fits, self.items.values()), key=lambda i: i.id, reverse=not query.head_first)

    def read(self, query: Query, start: Start | Begin) -> Page:
        asked = start if isinstance(start, Start) else Start(start)
        found = self.matches(query)
        first, end = self.span(found, asked.begin, query)
        counts = tuple(len(self.matches(one)) if self.counting else None for one in asked.counts)
        following = str(found[end - 1].id) if end < len(found) else None
        placed = self.placing and (asked.placed or isinstance(asked.begin, About))
        before = first if placed else None
        earlier = None if not first else f"-{found[first].id}" if first < len(found) else "--"
        return Page(tuple(found[first:end]), following, earlier, at(0), before=before, counts=counts)

    def span(self, found: list[Item], begin: Begin, query: Query) -> tuple[int, int]:
        """From which to which row a page goes, by the ids that are there."""

        def named(token: str) -> Any:
            return next((i.id for i in found if str(i.id) == token), None) or int(token)

        def upto(item: Any, *, including: bool = False) -> int:
            return sum((i.id < item) == query.head_first and i.id != item or including and i.id == item for i in found)

        match begin:
            case None:
                first = 0
            case About(row, of):
                guess = row if self.placing else len(found) * row // max(1, of)
                first = max(0, min(guess, len(found) - query.limit))
            case Beside(item, Side.AT):
                first = upto(named(str(item)))
            case Beside(item, Side.AFTER):
                first = upto(item, including=True)
            case Beside(item, Side.BEFORE):
                return max(0, upto(item) - query.limit), upto(item)
            case "--":
                return max(0, len(found) - query.limit), len(found)
            case str(token) if token.startswith("-"):
                return max(0, upto(named(token[1:])) - query.limit), upto(named(token[1:]))
            case str(token):
                first = upto(named(token), including=True)
        return first, min(len(found), first + query.limit)

    def on_page(self, query: Query, start: object, token: int) -> None:
        self.asked.append((query, start, token))
        if not self.mute:
            self.panel.show_page(token, self.read(query, start))

    def on_count(self, queries: tuple[Query, ...], token: int) -> None:
        self.panel.show_count(token, tuple(len(self.matches(query)) if self.counting else None for query in queries))

    def depth(self, *, patient: bool = False) -> Depth:
        rows = []
        for where in sorted({(i.channel, i.destination) for i in self.items.values()}):
            mine = [i for i in self.items.values() if (i.channel, i.destination) == where]
            pending = sorted((i for i in mine if i.state == State.PENDING), key=lambda i: i.id)
            failed = sum(i.state == State.FAILED for i in mine)
            rows.append(DepthRow(*where, len(pending), failed, at(-90), 90.0, None, pending[0] if pending else None))
        return Depth(tuple(rows), at(0), True)

    def change(self) -> None:
        """Tell the panel as a session does, without waiting for its pace."""
        self.panel.set_depth(self.depth())
        self.panel.data_changed()
        self.panel._refresh.stop()
        self.panel._look_again()


def shown(source: Source, qtbot: Any, **options: Any) -> MessagesPanel:
    """A panel on the screen that is answered by a source; it has asked for nothing yet."""
    made = MessagesPanel(**options)
    qtbot.addWidget(made)
    source.panel, made.source = made, source  # type: ignore[attr-defined]  # else nobody holds the source
    made.page_requested.connect(source.on_page)
    made.count_requested.connect(source.on_count)
    made.resize(900, 500)
    with qtbot.waitExposed(made):
        made.show()
    made.set_depth(source.depth())
    return made


def ids(panel: MessagesPanel) -> list[Any]:
    """The messages that are seen, from the top."""
    return panel.table.seen_ids()


def cell(panel: MessagesPanel, row: int, column: Column, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
    return panel.model.index(row, column).data(role)


def tip(panel: MessagesPanel, row: int, column: Column) -> str:
    """A tool tip as it is seen."""
    seen = QTextDocument()
    seen.setHtml(cell(panel, row, column, Qt.ItemDataRole.ToolTipRole))
    return seen.toPlainText()
