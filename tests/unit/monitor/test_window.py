"""The rows held in memory follow the list, whatever happens to it, without moving what is read."""

from dataclasses import dataclass, field

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from qmonitor.monitor.window import KEPT, PAGE, STRIDE, STUB, Anchors, Counted, Purpose, Wanted, Window
from qmonitor.queues.model import Item, Page
from qmonitor.queues.times import from_ns

SCREEN = 30


@dataclass
class Shadow:
    """A view's idea of the rows, kept by announcements alone: a token for each row that moves with it."""

    tokens: list[object] = field(default_factory=list)
    pending: tuple[int, int] | None = None
    updates: list[tuple[int, int]] = field(default_factory=list)

    def about_to_insert(self, first: int, last: int) -> None:
        assert self.pending is None
        assert 0 <= first <= len(self.tokens)
        assert first <= last
        self.pending = (first, last)

    def inserted(self) -> None:
        assert self.pending is not None
        first, last = self.pending
        self.tokens[first:first] = [object() for _ in range(first, last + 1)]
        self.pending = None

    def about_to_remove(self, first: int, last: int) -> None:
        assert self.pending is None
        assert 0 <= first <= last < len(self.tokens)
        self.pending = (first, last)

    def removed(self) -> None:
        assert self.pending is not None
        first, last = self.pending
        del self.tokens[first : last + 1]
        self.pending = None

    def updated(self, first: int, last: int) -> None:
        assert 0 <= first <= last < len(self.tokens)
        self.updates.append((first, last))


class Source:
    """A list of ids in an order, read by cursors that name the last id before a page."""

    def __init__(self, ids, descending: bool = False) -> None:
        self.ids = set(ids)
        self.attempts = dict.fromkeys(ids, 0)
        self.descending = descending
        self.reads: list[Wanted] = []

    def order(self) -> list[int]:
        return sorted(self.ids, reverse=self.descending)

    def page(self, wanted: Wanted) -> Page:
        self.reads.append(wanted)
        order = self.order()
        if wanted.cursor is not None:
            last = int(wanted.cursor)
            order = [i for i in order if (i < last if self.descending else i > last)]
        ids = order[: wanted.limit]
        items = tuple(Item("lab", "one", id=i, attempts=self.attempts.get(i, 0)) for i in ids)
        return Page(items, str(ids[-1]) if len(order) > len(ids) else None, None, from_ns(0))


class Reading:
    """A window over a source, a shadow of it, and a reader who sees a screen of rows."""

    def __init__(self, source: Source, *, counted: bool = True) -> None:
        self.source, self.shadow, self.counted = source, Shadow(), counted
        self.window = Window(self.shadow, newest_first=source.descending)
        self.top = 0
        self.settle()

    def settle(self) -> int:
        """Read until nothing is wanted; how many pages that took."""
        for reads in range(3000):
            wanted = self.window.wanted(self.top, self.top + SCREEN)
            if wanted is None:
                self.check()
                return reads
            self.take(wanted, self.source.page(wanted))
            if self.counted:
                self.window.set_count(len(self.source.ids))
            self.window.trim(self.top, self.top + SCREEN)
            self.top = max(0, min(self.top, self.window.rows - SCREEN))
        raise AssertionError("never satisfied")

    def take(self, wanted: Wanted, page: Page) -> None:
        """Take a page and check that no row that is still held moved to another place on the screen."""
        before = {item.id: self.shadow.tokens[row] for row, item in self.window.held()}
        self.window.take(wanted, page)
        assert len(self.shadow.tokens) == self.window.rows
        if wanted.purpose in (Purpose.REFRESH, Purpose.WALK):
            for row, item in self.window.held():
                assert before.get(item.id, self.shadow.tokens[row]) is self.shadow.tokens[row]

    def change(self) -> None:
        self.window.go_stale()
        self.settle()

    def seen(self) -> list[int | None]:
        rows = range(self.top, min(self.top + SCREEN, self.window.rows))
        return [None if (item := self.window.item(row)) is None else item.id for row in rows]

    def check(self) -> None:
        """All that is seen is there, is what the source holds, and has no hole."""
        assert self.shadow.pending is None
        assert len(self.shadow.tokens) == self.window.rows
        held = [item.id for _, item in self.window.held()]
        assert len(held) == len(set(held))
        assert len(held) <= KEPT + STRIDE
        seen, order = self.seen(), self.source.order()
        assert None not in seen
        if seen:
            start = order.index(seen[0])
            assert seen == order[start : start + len(seen)]
            assert all(self.window.item(self.top + n).attempts == self.source.attempts[i] for n, i in enumerate(seen))
        else:
            assert not order
        assert all(self.window.row_of(item.id) == row for row, item in self.window.held())


def test_an_empty_list_has_no_rows():
    reading = Reading(Source([]))
    assert reading.window.rows == 0
    assert reading.window.counted is Counted.COMPLETE
    assert len(reading.source.reads) == 1


def test_nothing_is_known_before_the_first_page():
    window = Window(Shadow())
    assert (window.rows, window.counted, window.loaded) == (0, Counted.UNKNOWN, False)
    assert window.item(0) is None
    assert window.wanted(0, 0) == Wanted(None, PAGE, 0, Purpose.ROWS, 0)


def test_a_short_list_takes_one_page():
    reading = Reading(Source(range(50)))
    assert reading.window.rows == 50
    assert reading.window.counted is Counted.COMPLETE
    assert len(reading.source.reads) == 1


def test_blanks_stand_for_the_rows_that_were_counted():
    reading = Reading(Source(range(10_000)))
    assert reading.window.rows == 10_000
    assert reading.window.item(9_999) is None
    assert reading.window.counted is Counted.COMPLETE


def test_while_nobody_counted_the_list_grows_as_it_is_read():
    reading = Reading(Source(range(1000)), counted=False)
    assert reading.window.rows == PAGE + STUB
    assert reading.window.counted is Counted.PARTIAL
    while reading.window.counted is Counted.PARTIAL:
        reading.top = reading.window.rows - SCREEN
        reading.settle()
    assert reading.window.rows == 1000


def test_going_far_walks_there_and_back_again_is_near():
    reading = Reading(Source(range(100_000)))
    reading.top = 50_000
    assert reading.settle() < 50 + 4
    assert reading.seen()[0] == 50_000
    reading.top = 0
    assert reading.settle() <= 2
    reading.top = 49_990
    assert reading.settle() <= 3
    assert reading.seen()[0] == 49_990
    assert len(list(reading.window.held())) <= STRIDE


def test_every_page_is_read_by_a_cursor_and_none_is_too_large():
    reading = Reading(Source(range(5_000)))
    reading.top = 4_000
    reading.settle()
    assert all(wanted.limit <= STRIDE for wanted in reading.source.reads)
    assert [w.position for w in reading.source.reads if w.cursor is None] == [0]


def test_scrolling_through_holds_a_bounded_number_of_rows():
    reading = Reading(Source(range(20_000)))
    for top in range(0, 12_000, 25):
        reading.top = top
        reading.settle()
        assert len(list(reading.window.held())) <= KEPT + PAGE
    reading.top = 11_000
    reading.settle()


def test_a_change_is_read_in_one_page_where_the_reader_is():
    reading = Reading(Source(range(10_000)))
    reading.top = 3_000
    reading.settle()
    reading.change()
    reading.source.attempts[3_010] = 7
    reading.window.go_stale()
    assert reading.settle() == 1
    assert reading.window.item(3_010).attempts == 7


def test_a_change_during_the_reading_is_not_lost():
    reading = Reading(Source(range(100)))
    reading.window.go_stale()
    wanted = reading.window.wanted(0, SCREEN)
    page = reading.source.page(wanted)
    reading.source.attempts[5] = 7
    reading.window.go_stale()
    reading.take(wanted, page)
    assert reading.settle() == 1
    assert reading.window.item(5).attempts == 7


def test_rows_that_left_are_named():
    reading = Reading(Source(range(300)))
    reading.source.ids -= {3, 4, 9}
    reading.change()
    assert reading.window.vanished == {3, 4, 9}
    assert reading.window.rows == 297


def test_new_rows_on_top_are_counted_while_the_reader_is_below():
    reading = Reading(Source(range(10_000), descending=True))
    reading.top = 500
    reading.settle()
    seen = reading.seen()
    reading.source.ids |= set(range(10_000, 10_007))
    reading.source.attempts.update(dict.fromkeys(range(10_000, 10_007), 0))
    reading.change()
    assert (reading.window.unseen, reading.window.unseen_more) == (7, False)
    assert reading.seen() == seen
    reading.source.ids |= set(range(10_007, 11_000))
    reading.source.attempts.update(dict.fromkeys(range(10_007, 11_000), 0))
    reading.change()
    assert (reading.window.unseen, reading.window.unseen_more) == (PAGE, True)
    reading.top = 0
    reading.settle()
    reading.change()
    assert reading.window.unseen == 0
    assert reading.window.rows == 11_000


def test_in_delivery_order_nobody_looks_for_new_rows_on_top():
    reading = Reading(Source(range(10_000)))
    reading.top = 500
    reading.settle()
    reading.change()
    assert not any(wanted.purpose is Purpose.PEEK for wanted in reading.source.reads)


def test_a_head_that_leaves_moves_up_the_rest_without_rereading_it():
    reading = Reading(Source(range(1_000)))
    token = reading.shadow.tokens[40]
    reading.source.ids -= set(range(40))
    reading.change()
    assert reading.window.item(0).id == 40
    assert reading.shadow.tokens[0] is token
    assert reading.window.rows == 960


def test_everything_leaves():
    reading = Reading(Source(range(1_000)))
    reading.source.ids.clear()
    reading.change()
    assert reading.window.rows == 0


def test_more_leaves_than_a_page_between_two_looks():
    reading = Reading(Source(range(2_000)))
    reading.source.ids -= set(range(1_500))
    reading.change()
    assert reading.window.item(0).id == 1_500
    assert reading.window.rows == 500


def test_a_row_that_comes_back_is_put_in_its_place():
    reading = Reading(Source([i for i in range(300) if i != 10]))
    reading.source.ids.add(10)
    reading.source.attempts[10] = 0
    reading.change()
    assert reading.window.row_of(10) == 10
    assert reading.window.rows == 300


@pytest.mark.parametrize("descending", [False, True])
@settings(max_examples=60)
@given(data=st.data())
def test_whatever_happens_the_reader_sees_the_list(descending, data):
    size = data.draw(st.sampled_from([0, 20, 199, 200, 201, 700, 2_500]))
    reading = Reading(Source(range(0, size * 3, 3), descending), counted=data.draw(st.booleans()))
    for _ in range(data.draw(st.integers(1, 8))):
        source = reading.source
        match data.draw(st.sampled_from(["scroll", "far", "insert", "remove", "update", "arrive", "head"])):
            case "scroll":
                reading.top = max(0, reading.top + data.draw(st.integers(-80, 80)))
            case "far":
                reading.top = data.draw(st.integers(0, max(0, reading.window.rows)))
            case "insert":
                low = data.draw(st.integers(0, 3 * size))
                new = set(range(low, low + data.draw(st.integers(1, 300)), 2))
                source.ids |= new
            case "remove":
                low = data.draw(st.integers(0, 3 * size))
                source.ids -= set(range(low, low + data.draw(st.integers(1, 900))))
            case "update":
                for i in source.ids:
                    source.attempts[i] = source.attempts.get(i, 0) + 1
            case "arrive":
                top = max(source.ids, default=0)
                source.ids |= set(range(top + 1, top + 1 + data.draw(st.integers(1, 500))))
            case "head":
                source.ids -= set(sorted(source.ids)[: data.draw(st.integers(1, 300))])
        for i in source.ids:
            source.attempts.setdefault(i, 0)
        reading.top = max(0, min(reading.top, reading.window.rows - SCREEN))
        reading.change()
    reading.top = 0
    reading.change()
    assert reading.seen() == reading.source.order()[:SCREEN]


@given(st.lists(st.tuples(st.sampled_from("aird"), st.integers(0, 500), st.integers(1, 200)), max_size=40))
def test_anchors_stay_in_order_and_keep_the_first_row(steps):
    anchors, before = Anchors(), 0
    for n, (what, row, count) in enumerate(steps):
        match what:
            case "a":
                anchors.add(row + 1, str(n))
            case "i":
                anchors.inserted(row, count)
            case "r":
                anchors.removed(row, count)
            case "d":
                anchors.drop(row, row + count)
        found = [anchors.before(at) for at in range(3_000)]
        positions = sorted({position for position, _ in found})
        before = len(set(found))
        assert found[0] == (0, None)
        assert len(positions) == before
        assert all(position <= at for at, (position, _) in enumerate(found))


def test_an_anchor_moves_with_the_rows_after_it():
    anchors = Anchors()
    for position in (100, 200, 300):
        anchors.add(position, f"c{position}")
    anchors.removed(50, 10)
    assert anchors.before(95) == (90, "c100")
    anchors.removed(150, 100)
    assert anchors.before(150) == (150, "c200")
    assert anchors.before(200) == (190, "c300")
    anchors.inserted(150, 5)
    assert anchors.before(150) == (150, "c200")
    assert anchors.before(195) == (195, "c300")
    anchors.removed(0, 400)
    assert anchors.before(1_000) == (0, None)
