"""Puts what a plan would do into words, and what speaks against it; and what became of items that were not changed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import timedelta

from qmonitor.queues.model import Stage, State
from qmonitor.queues.streams.acting.acts import (
    ANOTHER,
    ELSEWHERE,
    IN_HAND,
    LATELY,
    MANY_FIELDS,
    NO_PAYLOAD,
    NO_TIME,
    UNREADABLE,
    Act,
)
from qmonitor.queues.streams.acting.selection import Candidate
from qmonitor.queues.streams.reading import items
from qmonitor.queues.words import Phrase, counted, phrase, plural


def says(act: Act, count: int, target: str) -> list[Phrase]:
    """What is done, to how many, and for whom."""
    said = [counted(count, *act.says, target=target)]
    return said if act.more is None or not count else [*said, counted(count, *act.more)]


def mix(act: Act, chosen: Sequence[Candidate]) -> list[Phrase]:
    """Where they are taken from."""
    alone = len(chosen) == 1
    found = Counter(row.stage for row in chosen)
    waiting = found[Stage.DELAYED] + found[Stage.DUE]
    said = []
    if waiting and act.goes_to == items.MAIN_PLACE:
        said.append(
            phrase("It waits for a retry, and is published now instead.")
            if alone
            else counted(
                waiting,
                "1 of them waits for a retry, and is published now instead.",
                "{count} of them wait for a retry, and are published now instead.",
            )
        )
    if found[Stage.DEAD] and act.goes_to:
        said.append(
            phrase("It leaves the dead letters.")
            if alone
            else counted(
                found[Stage.DEAD], "1 of them leaves the dead letters.", "{count} of them leave the dead letters."
            )
        )
    return said


def warnings(act: Act, chosen: Sequence[Candidate], reclaim_after: int) -> list[Phrase]:
    """What speaks against it, or may come in between."""
    alone = len(chosen) == 1
    found = Counter(row.stage for row in chosen)
    said = []
    if found[Stage.DUE] and act.goes_to == items.MAIN_PLACE:
        said.append(
            phrase("It is due: a dispatcher may be sending it at this very moment. Then it runs twice.")
            if alone
            else counted(
                found[Stage.DUE],
                "1 of them is due: a dispatcher may be sending it at this very moment. Then it runs twice.",
                "{count} of them are due: a dispatcher may be sending them at this very moment. Then they run twice.",
            )
        )
    if found[Stage.IN_FLIGHT] and act.goes_to == items.SKIPPED_PLACE:
        said.append(
            phrase(
                "A worker took it more than {span} ago. If it is still busy with it, it may finish it all the same.",
                span=timedelta(milliseconds=reclaim_after),
            )
            if alone
            else counted(
                found[Stage.IN_FLIGHT],
                "A worker took 1 of them more than {span} ago. If it is still busy with it, it may finish it all the"
                " same.",
                "Workers took {count} of them more than {span} ago. If they are still busy with them, they may finish"
                " them all the same.",
                span=timedelta(milliseconds=reclaim_after),
            )
        )
    return [*said, *_of_erasure(act, chosen, found)]


def _of_erasure(act: Act, chosen: Sequence[Candidate], found: Mapping[str, int]) -> list[Phrase]:
    if not act.veiled or not chosen:
        return []
    alone = len(chosen) == 1
    said = [
        phrase(
            "Events that workers have sent about them stay as they are, and the server's own files and replicas keep"
            " the bytes until they are written anew."
        ),
        phrase(
            "The audit keeps for good who did what, when and for which reason, also of earlier actions, but nothing"
            " that a message says. Please write nothing about patients into a reason."
        ),
    ]
    if found[Stage.IN_FLIGHT]:
        said.append(
            phrase("A worker has it in hand: what it writes afterwards is not erased.")
            if alone
            else counted(
                found[Stage.IN_FLIGHT],
                "A worker has 1 of them in hand: what it writes afterwards is not erased.",
                "Workers have {count} of them in hand: what they write afterwards is not erased.",
            )
        )
    elsewhere = sum(row.elsewhere for row in chosen)
    if elsewhere:
        said.append(
            phrase("Another group of the stream has not finished it: it is taken from that group, too.")
            if alone
            else counted(
                elsewhere,
                "Another group of the stream has not finished 1 of them: it is taken from that group, too.",
                "Another group of the stream has not finished {count} of them: they are taken from that group, too.",
            )
        )
    return said


def staying(key: str, obstacle: Phrase) -> Phrase:
    """That a stream keeps the bytes of what is erased from it."""
    return phrase(
        "What is erased from {key} can't be read any more, but the server holds its bytes until the messages stored"
        " beside it are trimmed or deleted, too. {reason}",
        key=key,
        reason=obstacle,
    )


_LEFT_OUT = {
    IN_HAND: plural(
        "1 message is left out: a worker has it in hand.", "{count} messages are left out: workers have them in hand."
    ),
    LATELY: plural(
        "1 message is left out: a worker has had it in hand for less than {span}.",
        "{count} messages are left out: workers have had them in hand for less than {span}.",
    ),
    ELSEWHERE: plural(
        "1 message is left out: another group of the stream has not finished it.",
        "{count} messages are left out: another group of the stream has not finished them.",
    ),
    NO_PAYLOAD: plural(
        "1 message is left out: its payload is missing.", "{count} messages are left out: their payloads are missing."
    ),
    MANY_FIELDS: plural(
        "1 message is left out: it has too many fields to be moved in one step.",
        "{count} messages are left out: they have too many fields to be moved in one step.",
    ),
    NO_TIME: plural(
        "1 message is left out: it has no time and would never run. To retry it all the same, choose it by itself.",
        "{count} messages are left out: they have no time and would never run. To retry them all the same, choose them"
        " by themselves.",
    ),
    UNREADABLE: plural(
        "1 message is left out: its envelope can't be read. A dispatcher moves it to the dead letters.",
        "{count} messages are left out: their envelopes can't be read. A dispatcher moves them to the dead letters.",
    ),
}


def left_out(reasons: Mapping[str, int], reclaim_after: int) -> list[Phrase]:
    """What is not part of it, and why. `reclaim_after`: milliseconds."""
    span = timedelta(milliseconds=reclaim_after)
    return [
        counted(count, *_LEFT_OUT[reason], **({"span": span} if reason == LATELY else {}))
        for reason, count in sorted(reasons.items())
        if reason in _LEFT_OUT
    ]


_WHY = {
    IN_HAND: phrase("A worker has it in hand."),
    LATELY: phrase("A worker has had it in hand for less than {span}."),
    ELSEWHERE: phrase("Another group of the stream has not finished it."),
    NO_PAYLOAD: phrase("Its payload is missing. An erasure takes away what is left of it."),
    MANY_FIELDS: phrase("It has too many fields to be moved in one step."),
    UNREADABLE: phrase("Its envelope can't be read. A dispatcher moves it to the dead letters."),
    ANOTHER: phrase("It has failed again since: another retry has its id."),
}


def why(reason: str, reclaim_after: int) -> Phrase | None:
    """Why this one can't be part of it, in the words of `left_out`; None where its state says it."""
    said = _WHY.get(reason)
    if said is None or reason != LATELY:
        return said
    return Phrase(said.template, {"span": timedelta(milliseconds=reclaim_after)})


def failed(chosen: Sequence[Candidate]) -> list[Phrase]:
    """How many of them have failed."""
    count = sum(row.state == State.FAILED for row in chosen)
    if not count:
        return []
    if len(chosen) == 1:
        return [phrase("It has failed.")]
    if count == len(chosen):
        return [phrase("All of them have failed.")]
    return [counted(count, "1 of them has failed.", "{count} of them have failed.")]
