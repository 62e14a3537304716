"""What starting workers would do is said in one sentence, and a policy in a few."""

from datetime import timedelta

import pytest

from qmonitor.monitor.running.model import Offer, Proposal, in_words
from qmonitor.queues.model import Destination
from qmonitor.queues.sending import Policy
from qmonitor.queues.words import phrase


def offer(pending: int | None, name: str = "a", refused: str = "") -> Offer:
    refusal = phrase("{text}", text=refused) if refused else None
    return Offer(Destination("adt", name), pending, to="10.1.2.3:2575", refusal=refusal)


@pytest.mark.parametrize(
    ("pending", "said"),
    [
        (312, "Will send 312 messages to 10.1.2.3:2575, oldest first."),
        (1, "Will send 1 message to 10.1.2.3:2575."),
        (0, "No message waits. Will send to 10.1.2.3:2575 whatever arrives."),
        (None, "Will send all messages that wait to 10.1.2.3:2575, oldest first."),
    ],
)
def test_one_destination(pending: int | None, said: str) -> None:
    assert str(Proposal((offer(pending),)).sentence()) == said


@pytest.mark.parametrize(
    ("pendings", "said"),
    [
        ((300, 12), "Will send 312 messages to 2 destinations; of each destination the oldest first."),
        ((1, 0), "Will send 1 message; 2 destinations get a worker."),
        ((0, 0), "No message waits. Will send whatever arrives for 2 destinations."),
        ((1, None), "Will send all messages that wait for 2 destinations; of each destination the oldest first."),
    ],
)
def test_several_destinations(pendings: tuple[int | None, ...], said: str) -> None:
    assert str(Proposal(tuple(map(offer, pendings))).sentence()) == said


DEAD, POOL = Destination("dead-letter", "grades"), Destination("q:deployment.export.requested", "export-worker")


@pytest.mark.parametrize(
    ("pending", "expired", "said", "besides"),
    [
        (5, 1, "Will send 4 messages to /out, oldest first.", ["1 will be dropped: older than 30 days."]),
        (3, 2, "Will send 1 message to /out.", ["2 will be dropped: older than 30 days."]),
        (1, 1, "Will send to /out whatever arrives.", ["1 will be dropped: older than 30 days."]),
        (4, 0, "Will send 4 messages to /out, oldest first.", []),
    ],
)
def test_what_a_worker_drops_is_not_among_what_it_sends(
    pending: int, expired: int, said: str, besides: list[str]
) -> None:
    one = Offer(DEAD, pending, to="/out", expired=expired, kept=timedelta(days=30))
    assert str(Proposal((one,)).sentence()) == said
    assert list(map(str, Proposal((one,)).remarks())) == besides
    both = Proposal((one, offer(6)))
    assert both.pending == 6 + pending - expired
    assert list(map(str, both.remarks())) == besides


def test_where_the_place_itself_is_not_there_it_is_not_said_to_be_empty() -> None:
    one = Offer(POOL, 0, to="/out", absent=True)
    assert str(Proposal((one,)).sentence()) == "Will send to /out whatever arrives."
    (remark,) = Proposal((one,)).remarks()
    assert str(remark).startswith(
        "The stream or its consumer group is not there: a start makes it. See that the prefix"
    )
    assert str(Proposal((one, one)).sentence()) == "Will send whatever arrives for 2 destinations."
    assert str(Proposal((one, one)).remarks()[0]).startswith("2 consumer groups, or their stream, are not there")
    assert Proposal((Offer(POOL, 0, refusal=phrase("no"), absent=True),)).remarks() == ()


def test_what_is_refused_does_not_count() -> None:
    proposal = Proposal((offer(5), offer(7, "b", refused="no")))

    assert proposal.pending == 5
    assert [one.destination.destination for one in proposal.fit] == ["a"]
    assert str(proposal.sentence()) == "Will send 5 messages to 10.1.2.3:2575, oldest first."


def test_where_nothing_can_be_started_it_says_so_and_why() -> None:
    assert str(Proposal((offer(5, refused="Not today."),)).sentence()) == "Not today."
    assert str(Proposal((offer(5, refused="a"), offer(5, refused="b"))).sentence()) == "No worker can be started."
    assert str(Proposal(()).sentence()) == "No worker can be started."


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        (
            Policy(0),
            (
                "Each message is tried until it is delivered. The next attempt follows after 5 s, then after twice as "
                "long each time, at most 60 s. An attempt may take 30 s."
            ),
        ),
        (
            Policy(3, backoff=10, max_backoff=1, timeout=2.5),
            (
                "Each message is tried 3 times, then given up. The next attempt follows after 10 s. "
                "An attempt may take 2.5 s."
            ),
        ),
        (Policy(1), "Each message is tried once, then given up. An attempt may take 30 s."),
    ],
)
def test_a_policy_in_words(policy: Policy, said: str) -> None:
    assert " ".join(map(str, in_words(policy))) == said
