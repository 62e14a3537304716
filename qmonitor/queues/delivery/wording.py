"""Puts what a plan would do into words, and what speaks against it."""

from collections.abc import Collection, Sequence
from datetime import timedelta

from qmonitor.queues.delivery.acts import Act
from qmonitor.queues.delivery.lines import NAMED, Line, Overtaken
from qmonitor.queues.delivery.rows import moment
from qmonitor.queues.delivery.selection import Candidate
from qmonitor.queues.model import State
from qmonitor.queues.times import Instant, between
from qmonitor.queues.words import Phrase, counted, phrase


def says(act: Act, count: int, target: Phrase | str) -> list[Phrase]:
    """What is done, to how many, and for whom."""
    said = [counted(count, *act.says, target=target)]
    return said if act.more is None else [*said, counted(count, *act.more)]


def misses(lines: list[Line]) -> list[Phrase]:
    """Lines that stay blocked all the same, because their head is not part of it."""
    missed = [line for line in lines if line.misses_head]
    if len(missed) > 1:
        return [
            phrase(
                "For {count} destinations the head is not one of them: skipping these unblocks nothing there.",
                count=len(missed),
            )
        ]
    return [_misses_one(line, alone=len(lines) == 1) for line in missed]


def _misses_one(line: Line, *, alone: bool) -> Phrase:
    head = str(line.head)
    if not alone:
        return phrase(
            "The head of {target}, {head}, is not one of them: skipping these unblocks nothing there.",
            target=line.where,
            head=head,
        )
    if len(line.chosen) > 1:
        return phrase("The head, {head}, is not one of them: skipping these unblocks nothing.", head=head)
    return phrase("{id} is not the head ({head} is): skipping it unblocks nothing.", id=line.chosen[0].id, head=head)


def out_of_order(overtaken: list[Overtaken]) -> list[Phrase]:
    """Where receivers get messages after later ones."""
    if len(overtaken) > 1:
        return [
            phrase(
                "For {count} destinations later messages were delivered meanwhile:"
                " those receivers get these out of order.",
                count=len(overtaken),
            )
        ]
    return [
        counted(
            found.count,
            "A later message for {target} was delivered meanwhile ({ids}): the receiver gets these out of order.",
            "{count} later messages for {target} were delivered meanwhile ({ids}):"
            " the receiver gets these out of order.",
            target=found.where,
            ids=_named(found.ids, found.count),
        )
        for found in overtaken
    ]


def sending(heads: list[Candidate], taken: Instant) -> list[Phrase]:
    """Whether the engine may be at one of the heads just now."""
    due = [row.id for row in heads if (between(moment(row.next_attempt), taken) or timedelta()) >= timedelta()]
    if not due:
        return []
    return [
        phrase(
            "The engine may be sending {ids} at this very moment; its report may then come after this, and undo it.",
            ids=_named(due, len(due)),
        )
    ]


def left_out(others: Collection[int]) -> list[Phrase]:
    """That an undo leaves out what somebody acted on since."""
    if not others:
        return []
    return [
        counted(
            len(others),
            "1 message is left out: somebody acted on it since.",
            "{count} messages are left out: somebody acted on them since.",
        )
    ]


def mix(chosen: list[Candidate]) -> list[Phrase]:
    """How many of them were not delivered, and how many have failed."""
    unsent = sum(row.state != State.DELIVERED for row in chosen)
    failed = sum(row.state == State.FAILED for row in chosen)
    said = (
        [counted(unsent, "1 of them has not been delivered.", "{count} of them have not been delivered.")]
        if 0 < unsent < len(chosen)
        else []
    )
    if not failed:
        return said
    if len(chosen) == 1:
        return [*said, phrase("It has failed.")]
    if failed == len(chosen):
        return [*said, phrase("All of them have failed.")]
    return [*said, counted(failed, "1 of them has failed.", "{count} of them have failed.")]


def _named(ids: Sequence[int], count: int) -> Phrase | str:
    """The first ids, and how many more there are."""
    shown = ", ".join(map(str, ids[:NAMED]))
    return shown if count <= NAMED else phrase("{ids} and {count} more", ids=shown, count=count - NAMED)
