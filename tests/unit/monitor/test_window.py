"""The rows held in memory follow the list, whatever happens to it, without moving what is read."""

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from qmonitor.monitor.rows import KEPT, STUB
from qmonitor.monitor.window import PAGE, STRIDE, Counted, Purpose, Wanted, Window
from qmonitor.queues.model import About, Beside, Item, Page, Side
from qmonitor.queues.times import from_ns
from tests.helpers.shadow import Shadow

SCREEN = 30
STEPS = ("scroll", "far", "jump", "last", "insert", "remove", "update", "arrive", "head", "count")


class Source:
    """A list of ids in an order.

    `off`: how many rows a place is missed by; `knows`: whether it counts rows before; `sees`: whether it tells without
    being asked for them that there are no rows before a page.
    """

    def __init__(self, ids, descending: bool = False, *, off: int = 0, knows: bool = True, sees: bool = True) -> None:
        self.ids = set(ids)
        self.sees = sees
        self.attempts = dict.fromkeys(ids, 0)
        self.descending, self.off, self.knows = descending, off, knows
        self.reads: list[Wanted] = []

    def order(self) -> list[int]:
        return sorted(self.ids, reverse=self.descending)

    def page(self, wanted: Wanted) -> Page:
        self.reads.append(wanted)
        order = self.order()
        first, end = self.span(wanted, order)
        before = first if self.knows and wanted.purpose is Purpose.JUMP else None
        items = tuple(Item("lab", "one", id=i, attempts=self.attempts.get(i, 0)) for i in order[first:end])
        following = f"n{order[end - 1] if end else ''}" if end < len(order) else None
        ends = not first and (self.sees or self.is_seen_anyway(wanted, following))
        earlier = None if ends else f"p{order[first]}" if first < len(order) else "end"
        return Page(items, following, earlier, from_ns(0), before=before)

    @staticmethod
    def is_seen_anyway(wanted: Wanted, following: str | None) -> bool:
        """Whether a page was read upwards, or from the first row on."""
        match wanted.begin:
            case None | Beside(_, Side.BEFORE) | "end":
                return True
            case About():
                return following is None
            case str(token):
                return token.startswith("p")
        return False

    def span(self, wanted: Wanted, order: list[int]) -> tuple[int, int]:
        """From which row to which one a page goes."""

        def upto(item: int, *, including: bool = False) -> int:
            return sum((i > item if self.descending else i < item) or (including and i == item) for i in order)

        match wanted.begin:
            case None:
                first = 0
            case About(row, of):
                assert 0 <= row <= of
                guess = row if self.knows else len(order) * row // max(1, of)
                first = max(0, min(guess + self.off, len(order) - wanted.limit))
            case Beside(item, Side.AT):
                first = upto(item)
            case Beside(item, Side.AFTER):
                first = upto(item, including=True)
            case Beside(item, Side.BEFORE):
                return max(0, upto(item) - wanted.limit), upto(item)
            case str(token) if token.startswith("n"):
                first = upto(int(token[1:]), including=True)
            case "end":
                return max(0, len(order) - wanted.limit), len(order)
            case str(token):
                return max(0, upto(int(token[1:])) - wanted.limit), upto(int(token[1:]))
        return first, min(len(order), first + wanted.limit)


class Reading:
    """A window over a source, a shadow of it, and a reader who sees a screen of rows.

    `counted`: whether each page brings the number of rows; else it is what `told` says, which may be out of date.
    """

    def __init__(self, source: Source, *, counted: bool = True, told: int | None = None) -> None:
        self.source, self.shadow, self.counted, self.told = source, Shadow(), counted, told
        self.window = Window(self.shadow, newest_first=source.descending)
        self.top = 0
        self.settle()

    def settle(self) -> int:
        """Read until nothing is wanted; how many pages that took."""
        for reads in range(300):
            wanted = self.window.wanted(self.top, self.top + SCREEN)
            if wanted is None:
                self.check()
                return reads
            self.keeping_place(lambda wanted=wanted: self.take(wanted, self.source.page(wanted)))
            self.window.trim(self.top, self.top + SCREEN)
        raise AssertionError("never satisfied")

    def keeping_place(self, change) -> None:
        """As a view does: the first row seen stays the first one, unless it is the first of all."""
        seen = [item.id for row in range(self.top, self.top + SCREEN) if (item := self.window.item(row)) is not None]
        change()
        rows = [row for item in seen if (row := self.window.row_of(item)) is not None]
        self.top = rows[0] if rows and self.top else self.top
        self.top = max(0, min(self.top, self.window.rows - SCREEN))

    def take(self, wanted: Wanted, page: Page) -> None:
        """Take a page and check that no row that is still held moved to another place on the screen."""
        before = {item.id: self.shadow.tokens[row] for row, item in self.window.held()}
        self.window.take(wanted, page)
        self.count()
        assert len(self.shadow.tokens) == self.window.rows
        if wanted.purpose not in (Purpose.JUMP, Purpose.TOP):
            for row, item in self.window.held():
                assert before.get(item.id, self.shadow.tokens[row]) is self.shadow.tokens[row]

    def count(self) -> None:
        if self.counted:
            self.window.set_count(len(self.source.ids))
        elif self.told is not None:
            self.window.set_count(self.told)

    def jump(self, wanted: Wanted) -> None:
        page = self.source.page(wanted)
        self.take(wanted, page)
        if page.items:
            self.top = self.window.row_of(page.items[0].id) or 0

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
    assert window.wanted(0, 0) == Wanted(None, PAGE, Purpose.TOP, 0)


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


@pytest.mark.parametrize("off", [0, -150, 150, -20_000, 20_000])
@pytest.mark.parametrize("knows", [True, False])
def test_going_far_takes_a_few_reads_whatever_is_known_of_the_place(knows, off):
    reading = Reading(Source(range(100_000), off=off, knows=knows))
    for far in (50_000, 99_970, 10, 30_000, 0):
        reading.top = far
        assert reading.settle() <= 5
        assert all(item is not None for item in reading.seen())
        assert reading.window.rows == 100_000
    assert reading.seen()[0] == 0


@pytest.mark.parametrize(("off", "far"), [(-900, 1_001), (900, 1_401), (-5_000, 2_400), (5_000, 300)])
@pytest.mark.parametrize("knows", [True, False])
@pytest.mark.parametrize("sees", [True, False])
def test_nothing_is_looked_for_twice_where_an_end_of_the_list_comes_out(sees, knows, off, far):
    reading = Reading(Source(range(2_500), off=off, knows=knows, sees=sees))
    reading.top = far
    assert reading.settle() <= 2
    assert reading.window.rows == 2_500
    for again in (2_500 - SCREEN, 0):
        reading.top = again
        assert reading.settle() <= 5
    assert reading.seen() == list(range(SCREEN))


@pytest.mark.parametrize("told", [100, 1_500, 3_131, 100_000])
@pytest.mark.parametrize("knows", [True, False])
def test_nothing_is_looked_for_twice_while_the_count_is_out_of_date(knows, told):
    reading = Reading(Source(range(2_500), knows=knows), counted=False, told=told)
    for far in (2_100, 1_200, 50_000, 2_499, 0):
        reading.top = max(0, min(far, reading.window.rows - SCREEN))
        assert reading.settle() <= 4
    assert reading.seen() == list(range(SCREEN))


@pytest.mark.parametrize("off", [0, -100])
def test_a_place_that_was_counted_is_the_right_one(off):
    reading = Reading(Source(range(100_000), off=off))
    reading.top = 50_000
    reading.settle()
    assert reading.seen()[0] == 50_000
    assert reading.window.placed
    assert len(list(reading.window.held())) <= STRIDE


def test_a_place_that_was_not_counted_is_put_right_at_the_ends():
    reading = Reading(Source(range(1_500), off=-300, knows=False))
    reading.top = 1_000
    reading.settle()
    assert not reading.window.placed
    assert reading.seen()[0] != 1_000
    first = reading.seen()[0]
    while reading.top:
        reading.top = max(0, reading.top - SCREEN)
        reading.settle()
        assert reading.seen()[0] in (0, first - SCREEN)
        first = reading.seen()[0]
    assert reading.window.placed
    assert reading.window.rows == 1_500


def test_the_last_rows_are_reached_also_where_nobody_counted():
    reading = Reading(Source(range(100_000), knows=False), counted=False)
    wanted = reading.window.last()
    reading.take(wanted, reading.source.page(wanted))
    reading.top = reading.window.rows - SCREEN
    assert reading.settle() <= 2
    assert reading.seen()[-1] == 99_999
    assert not reading.window.placed


@pytest.mark.parametrize("knows", [True, False])
def test_the_last_rows_are_the_last_however_many_came_on_top(knows):
    reading = Reading(Source(range(10_000), descending=True, knows=knows))
    reading.top = 5_000
    reading.settle()
    arrived = range(10_000, 13_000)
    reading.source.ids.update(arrived)
    reading.source.attempts.update(dict.fromkeys(arrived, 0))
    reading.change()
    assert reading.window.unseen_more
    wanted = reading.window.last()
    reading.take(wanted, reading.source.page(wanted))
    assert reading.window.item(reading.window.rows - 1).id == 0
    reading.top = 1_000
    reading.settle()
    reading.top = reading.window.rows - SCREEN
    reading.settle()
    assert reading.seen()[-1] == 0


@pytest.mark.parametrize("counted", [True, False])
@pytest.mark.parametrize("knows", [True, False])
@pytest.mark.parametrize("descending", [True, False])
def test_an_item_is_jumped_to(descending, knows, counted):
    reading = Reading(Source(range(50_000), descending, knows=knows), counted=counted)
    for item in (31_337, 49_999, 0, 10):
        wanted = reading.window.beside(item)
        page = reading.source.page(wanted)
        assert page.items[0].id == item
        reading.take(wanted, page)
        row = reading.window.row_of(item)
        reading.top = max(0, min(row, reading.window.rows - SCREEN))
        assert reading.settle() <= 4
        assert item in reading.seen()
        if knows:
            assert reading.window.row_of(item) == reading.source.order().index(item)


def test_every_page_is_small_and_none_is_read_by_counting_rows():
    reading = Reading(Source(range(5_000)))
    for top in (4_000, 2_000, 4_900):
        reading.top = top
        reading.settle()
    assert all(wanted.limit <= STRIDE for wanted in reading.source.reads)
    assert sum(isinstance(wanted.begin, About) for wanted in reading.source.reads) <= 3


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
    assert reading.window.take_vanished() == {3, 4, 9}
    reading.source.ids -= {5}
    reading.change()
    assert reading.window.take_vanished() == {5}
    assert reading.window.vanished == frozenset()


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
    off, knows = data.draw(st.sampled_from([0, 0, -150, 40, -900, 900])), data.draw(st.booleans())
    source = Source(range(0, size * 3, 3), descending, off=off, knows=knows, sees=data.draw(st.booleans()))
    told = data.draw(st.none() | st.integers(0, 2 * size))
    reading = Reading(source, counted=told is None and data.draw(st.booleans()), told=told)
    for _ in range(data.draw(st.integers(1, 8))):
        match data.draw(st.sampled_from(STEPS)):
            case "scroll":
                reading.top = max(0, reading.top + data.draw(st.integers(-80, 80)))
            case "far":
                reading.top = data.draw(st.integers(0, max(0, reading.window.rows)))
            case "jump" if source.ids:
                reading.jump(reading.window.beside(data.draw(st.sampled_from(sorted(source.ids)))))
            case "last":
                reading.jump(reading.window.last())
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
            case "count" if not reading.counted:
                reading.told = data.draw(st.none() | st.integers(0, 2 * size))
                reading.keeping_place(reading.count)
        for i in source.ids:
            source.attempts.setdefault(i, 0)
        reading.top = max(0, min(reading.top, reading.window.rows - SCREEN))
        reading.change()
    reading.top = 0
    reading.change()
    assert reading.seen() == reading.source.order()[:SCREEN]
