"""What was confirmed, and what came of it.

A plan freezes the very items that a person is shown, each with the state it had; running it changes an item
only where id and state still match. A report says one by one what was not changed, and why.
"""

import uuid
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from datetime import timedelta
from typing import Protocol, TypedDict, Unpack

from qmonitor.queues.model import Destination, Item, ItemId, Query
from qmonitor.queues.times import Instant
from qmonitor.queues.words import Phrase, counted
from qmonitor.values import dataclass

GONE = "gone"
"""Stands for the state of an item that is not there."""

PRESENT = "there"
"""Stands for the state of a part of the source that is there."""

ON_SOURCE = frozenset({"optimise", "optimise-undo"})
"""Actions on the source itself: their members are names of its parts (indexes), not messages."""

Progress = Callable[[int, int], bool | None]
"""Called after each batch with (items dealt with, items in all); returning False stops there.

For an action on the source itself they are thousandths.
"""


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure of a plan with its label."""

    label: Phrase
    value: Phrase


class Members:
    """The items of a plan, each with its state, in order. 700,000 integer ids take about 6 MB."""

    __slots__ = ("_codes", "_ids", "_states")

    def __init__(self, members: Iterable[tuple[ItemId, str]] = ()) -> None:
        pairs = list(members)
        self._states = tuple(dict.fromkeys(state for _, state in pairs))
        code = {state: n for n, state in enumerate(self._states)}
        self._codes = array("H", (code[state] for _, state in pairs))
        ids = [item for item, _ in pairs]
        whole = [item for item in ids if isinstance(item, int)]
        self._ids: Sequence[ItemId] = array("q", whole) if len(whole) == len(ids) else ids

    def __len__(self) -> int:
        return len(self._codes)

    def __iter__(self) -> Iterator[tuple[ItemId, str]]:
        return ((item, self._states[code]) for item, code in zip(self._ids, self._codes, strict=True))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Members) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def batch(self, start: int, size: int) -> list[tuple[ItemId, str]]:
        """At most `size` members from position `start` on."""
        end = start + size
        return [(i, self._states[c]) for i, c in zip(self._ids[start:end], self._codes[start:end], strict=True)]


def new_plan_id() -> str:
    return uuid.uuid4().hex


def destinations(count: int) -> Phrase:
    """Several destinations, as the target of an action."""
    return counted(count, "1 destination", "{count} destinations")


@dataclass(frozen=True, slots=True)
class Share:
    """What a plan means for one of several destinations: `count` of its items.

    `later` ones were delivered while those were out of line, and so reach the receiver before them.
    """

    where: Destination
    count: int
    later: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """One of a plan's items as it is listed: message `number` of the `of` that its row holds.

    `chosen` is false where nobody asked for it: it comes with another one of its row.
    """

    item: Item
    number: int = 1
    of: int = 1
    chosen: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """An action on exactly these items, in the words in which it is to be confirmed.

    `warnings` are what speaks against it, `shares` what it means for each of several destinations (none where it is
    for one), `control_id` is that of the item where it is a single one. `excluded` are items that were named but
    can't be part of it, each with its state (`gone` where there is none); the report repeats them, and `reasons` say of
    those whose state does not tell it why. `unsent` counts
    those that have not been delivered. `head` is the destination's head where it is among the members. `type_name`
    is the text that has to be typed to confirm: a name, or the number of items where no single name says it; None
    where a click will do. `resumed` says that it goes on with one that was cut off, of which `done_before` items
    were done. `mark` is the backend's own, to recognise the source by: a plan is run on no other.

    `contents` is the backend's own, too: by what stands for a row, what says that it still holds the same. It is of
    this process alone.

    `parts` lists items one by one, the first ones at least, where rows that hold several of them go as a whole.
    Of an action on the source itself `facts` are the figures, and `at_most` is how long others may be kept from
    writing at a stretch: what takes longer is called off, and undone.
    """

    action: str
    target: str
    members: Members
    taken: Instant
    words: tuple[Phrase, ...]
    undo: Phrase
    warnings: tuple[Phrase, ...] = ()
    shares: tuple[Share, ...] = ()
    control_id: str = ""
    excluded: tuple[tuple[ItemId, str], ...] = ()
    reasons: Mapping[ItemId, Phrase] = field(default_factory=dict, compare=False)
    oldest: Instant | None = None
    newest: Instant | None = None
    head: ItemId | None = None
    unsent: int = 0
    type_name: str | None = None
    offers_save: bool = False
    resumed: bool = False
    done_before: int = 0
    mark: str = ""
    facts: tuple[Fact, ...] = ()
    at_most: timedelta | None = None
    parts: tuple[Part, ...] = ()
    contents: Mapping[bytes, int] = field(default_factory=dict, repr=False, compare=False)
    id: str = field(default_factory=new_plan_id)

    @property
    def count(self) -> int:
        return len(self.members)

    @property
    def of_messages(self) -> bool:
        """Whether it is messages that it changes, and not the source itself."""
        return self.action not in ON_SOURCE

    @property
    def aim(self) -> Phrase:
        """The target as it is read, in the reader's language; `target` is as it is recorded."""
        return destinations(len(self.shares)) if self.shares else Phrase("{target}", {"target": self.target})


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a run did. `left` counts members not dealt with because the run was stopped.

    `unchanged` lists, one by one, every item that was confirmed or named and not changed, with the state it was found
    in (`gone` where it is not there); `reasons` say why, where its state does not tell. `created` are the ids of new
    items (resend), `moved` pairs of old and new ids where the items themselves have others since, `remarks` what else
    is to be known of it, and `notices` what of that is not as it should be.
    """

    action: str
    plan: str
    actor: str
    confirmed: int
    done: int
    unchanged: tuple[tuple[ItemId, str], ...] = ()
    reasons: Mapping[ItemId, Phrase] = field(default_factory=dict, compare=False)
    created: tuple[ItemId, ...] = ()
    moved: tuple[tuple[ItemId, ItemId], ...] = ()
    left: int = 0
    remarks: tuple[Phrase, ...] = ()
    notices: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class InterruptedPlan:
    """A confirmed action that was cut off (its process was killed, or it was stopped): `done` done, `left` left."""

    id: str
    action: str
    target: str
    actor: str
    at: Instant
    done: int
    left: int


class Reach(TypedDict, total=False):
    """How far an action reaches beyond what it is aimed at; each has a sense for some actions only.

    `include_failed` takes a destination's failed items too (drain, retry-now); `first` are the first n in order of
    delivery, `older_than` those queued longer ago (drain); `before` is the time of finishing (purge, which needs it),
    or how long ago that was. What is so long ago goes by the source's own clock, where it tells its time.
    `seen` is the `mark` of the `Depth` or `Plan` from which named items are known: in another content nothing is
    planned, because ids mean other messages there. `takes_back` is the id of the plan whose effect is to be taken
    back: items that somebody acted on since are left out.
    """

    include_failed: bool
    first: int | None
    older_than: timedelta | None
    before: Instant | timedelta | None
    seen: str
    takes_back: str


class Admin(Protocol):
    """Changes a source; opened while an action is planned and run, used by one thread, closed after."""

    def plan(self, action: str, what: Query | Sequence[ItemId], **reach: Unpack[Reach]) -> Plan:
        """Freeze what `action` would change. Changes nothing. Raises `Refused` where it can't be done at all.

        `what` are ids, or the query whose matches are meant (its limit, offset and order do not count). For an action
        on the source itself they are names of its parts, and none stands for all.
        """
        ...

    def run(self, plan: Plan, who: str, reason: str, progress: Progress | None = None) -> Report:
        """Do what was confirmed, in batches, each together with its audit row."""
        ...

    def resume(self, plan_id: str) -> Plan:
        """The rest of an interrupted plan. Raises `Refused` where there is none of that id."""
        ...

    def discard(self, plan_id: str) -> None:
        """Give up the rest of an interrupted plan; what was done stays done and audited."""
        ...

    def waiting(self) -> float:
        """From any thread: for how many seconds it has been waiting for another program to finish writing; 0: not."""
        ...

    def interrupt(self) -> None:
        """From any thread, for good: planning and waiting end with `Interrupted`, a run after its present batch."""
        ...

    def close(self) -> None: ...
