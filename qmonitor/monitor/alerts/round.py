"""The watch over one source: which of its destinations to judge at a look, and whether it can be reached at all.

Of thousands of destinations only those are judged whose figures changed, or whose ages may have reached something.
Used by one thread.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from qmonitor.monitor.alerts.case import Look
from qmonitor.monitor.alerts.model import Alert, Decision, Event, Rule
from qmonitor.monitor.alerts.post import Post, facts, place
from qmonitor.monitor.alerts.readings import Reading, Seen
from qmonitor.monitor.alerts.silence import Silence
from qmonitor.monitor.alerts.terms import Choice, Terms
from qmonitor.monitor.series import SeriesBook
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import ORDINARY, Depth, DepthRow, Destination, Traits
from qmonitor.queues.times import Instant

EFFORT = 300
"""Destinations judged at one look at most, the others at the next ones in turn: each takes some 10 microseconds."""
EVENT_EFFORT = 2
"""Something that happens takes as long as so many destinations more."""

Due = tuple[Destination, DepthRow | None]


class Round:
    """Everything watched of one source.

    `changed` says whether an alert may be another one than when a reader set it to False.
    """

    def __init__(self, source: str, rules: Sequence[Rule]) -> None:
        self.source = source
        self.changed = True
        self._choice = Choice(rules, source)
        self._gate = Post(source, None, self._choice.of_source)
        self._posts: dict[tuple[str, str], Post] = {}
        self._busy: dict[tuple[str, str], Post] = {}  # those with something to remember
        self._silence = Silence()
        self._skewed = False
        self._traits: Mapping[str, Traits] | None = None  # not known before the first look
        self._turn = self._passed = 0

    # -- looks -----------------------------------------------------------------------------------------------

    def look(self, depth: Depth, book: SeriesBook) -> list[Event]:
        """Judge what a look found."""
        self._begin(depth)
        events = self._note(depth.traits)
        events += self._guard(0.0, Look(depth.as_of, self._silence.asked_at))
        events += self._judge_all(self._due(depth), depth, book)
        self._silence.answer(depth.as_of)
        return events

    def fail(self, error: QueueError | None, now: Instant) -> list[Event]:
        """A look failed, or there is no answer yet: nothing is known of destinations."""
        before = self._silence.asked_at
        silent = self._silence.fail(now)
        return self._guard(silent, Look(now, before, cause=None if error is None else error.cause))

    def _guard(self, silent: float, look: Look) -> list[Event]:
        """Put the rules about the source itself to so many seconds of silence."""
        events = self._gate.judge(((Reading(silent), self._gate.terms.rules),), look)
        self.changed = self.changed or bool(events or self._gate.cases)
        return events

    def _begin(self, depth: Depth) -> None:
        """Where nobody looked for a while, a clock was set, or clocks disagree now, all is judged anew."""
        self._turn += 1
        gap, skewed = self._silence.gap(depth.as_of), depth.skew is not None
        if not gap and skewed == self._skewed:
            return
        self._skewed = skewed
        for post in self._posts.values():
            post.due = 0
            if gap:
                post.unseen()

    def _note(self, traits: Mapping[str, Traits]) -> list[Event]:
        """What the source's queues are like: alerts that mean nothing there are dropped."""
        if traits == self._traits:
            return []
        self._traits = dict(traits)
        return self._follow_all()

    def _due(self, depth: Depth) -> list[Due]:
        """The destinations of which something may be new."""
        ns, turn, posts = depth.as_of.ns or 0, self._turn, self._posts
        due: list[Due] = []
        for row in depth.rows:
            post = posts.get(place(row))
            if post is not None:
                post.turn = turn
                if post.due > ns and post.facts == facts(row):
                    continue
            due.append((row.key, row))
        due += [(Destination(*key), None) for key, post in self._busy.items() if post.turn != turn]
        return due

    def _judge_all(self, due: list[Due], depth: Depth, book: SeriesBook) -> list[Event]:
        """As many as one look may take, the others in turn."""
        first = self._passed if self._passed < len(due) else 0
        events: list[Event] = []
        for n, (destination, row) in enumerate((*due[first:], *due[:first])):
            if n + EVENT_EFFORT * len(events) >= EFFORT:
                self._passed = (first + n) % len(due)
                return events
            events += self._judge(self.post(destination), row, depth, book)
        self._passed = 0
        return events

    def _judge(self, post: Post, row: DepthRow | None, depth: Depth, book: SeriesBook) -> list[Event]:
        key = post.destination or Destination("", "")
        seen = Seen(depth.as_of, row, book.get(key), depth.flows.get(key), depth.skew is not None, depth.traits_of(key))
        item = None if row is None or row.head is None else row.head.id
        was_busy = bool(post.cases)
        post.facts = None if row is None else facts(row)
        events = post.judge(post.terms.figures(seen), Look(depth.as_of, self._silence.answered_at, item))
        if was_busy or post.cases:
            self._keep(post)
        return events

    def _keep(self, post: Post) -> None:
        """Remember where there is something to remember."""
        self.changed = True
        if post.destination is None:
            return
        key = place(post.destination)
        if post.cases:
            self._busy[key] = post
        else:
            self._busy.pop(key, None)

    # -- rules, alerts and decisions -------------------------------------------------------------------------

    def follow(self, rules: Sequence[Rule]) -> list[Event]:
        """Watch by other rules."""
        self._choice = Choice(rules, self.source)
        return [*self._gate.follow(self._choice.of_source), *self._follow_all()]

    def _follow_all(self) -> list[Event]:
        events: list[Event] = []
        for key, post in self._posts.items():
            events += post.follow(self._terms(Destination(*key)))
            self._keep(post)
        return events

    def _terms(self, destination: Destination) -> Terms:
        traits = None if self._traits is None else self._traits.get(destination.channel, ORDINARY)
        return self._choice.of(destination, traits)

    def resume(self, alerts: Iterable[Alert]) -> list[Event]:
        """Go on with alerts from before."""
        events = []
        for alert in alerts:
            post = self.post(alert.destination)
            dropped = post.resume(alert)
            self._keep(post)
            events += [] if dropped is None else [dropped]
        return events

    def decide(self, alert: Alert, decision: Decision) -> Event | None:
        """What a person decided on an alert; None where it is open no more."""
        self.changed = True
        return self.post(alert.destination).decide(alert, decision)

    def alerts(self) -> Iterator[Alert]:
        """All open ones."""
        return (alert for post in (self._gate, *self._busy.values()) for alert in post.alerts())

    def shown(self) -> Iterator[Alert]:
        """The open ones that are worth a line (see `Post.shown`)."""
        return (alert for post in (self._gate, *self._busy.values()) for alert in post.shown())

    def post(self, destination: Destination | None) -> Post:
        """What is watched at a destination, or (None) of the source itself."""
        if destination is None:
            return self._gate
        key = place(destination)
        post = self._posts.get(key)
        if post is None:
            post = self._posts[key] = Post(self.source, destination, self._terms(destination))
            post.turn = self._turn
        return post
