"""The watch over one source: which of its destinations to judge at a look, and whether it can be reached at all.

Of thousands of destinations only those are judged whose figures changed, or whose ages may have reached something.
Used by one thread.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from qmonitor.monitor.alerts.case import Look
from qmonitor.monitor.alerts.model import Alert, AlertKey, Decision, Event, Rule, applying
from qmonitor.monitor.alerts.post import Post, facts, place
from qmonitor.monitor.alerts.readings import Reading, Seen, read
from qmonitor.monitor.series import SILENCE_NS, SeriesBook
from qmonitor.queues.errors import QueueError
from qmonitor.queues.model import Depth, DepthRow, Destination
from qmonitor.queues.times import NS, Instant

PORTION = 400
"""Destinations judged at one look at most, the others at the next ones: some ten microseconds each."""

Due = tuple[Post, DepthRow | None]


class Round:
    """Everything watched of one source."""

    def __init__(self, source: str, rules: Sequence[Rule]) -> None:
        self.source = source
        self._rules = rules
        self._posts: dict[tuple[str, str], Post] = {}
        self._busy: dict[tuple[str, str], Post] = {}  # those with something to remember
        self._gate = Post(source, None, applying(rules, source, None))
        self.changed = True
        """Whether an alert may be another one than when this was set to False."""
        self._turn = 0
        self._passed = 0  # so many of those that were due have had their turn
        self._skewed = False
        self._last: Instant | None = None  # the last look that succeeded
        self._asked: Instant | None = None  # the last one that was tried
        self._silent: Instant | None = None  # since when looks have been tried without success

    # -- looks -----------------------------------------------------------------------------------------------

    def look(self, depth: Depth, book: SeriesBook) -> list[Event]:
        """Judge what a look found."""
        now = depth.as_of
        self._begin(now, depth.skew is not None)
        look = Look(now, self._last)
        events = self._guarded(0.0, look)
        for post, row in self._portion(self._due(depth)):
            events += self._judge(post, row, depth, book)
        self._last = self._asked = now
        self._silent = None
        return events

    def _begin(self, now: Instant, skewed: bool) -> None:
        """Where nobody looked for a while, a clock was set back, or clocks disagree now, all is judged anew."""
        self._turn += 1
        last = None if self._last is None else self._last.ns
        gone = 0 if last is None or now.ns is None else now.ns - last
        if 0 <= gone <= SILENCE_NS and skewed == self._skewed:
            return
        self._skewed = skewed
        for post in self._posts.values():
            post.due = 0
            if not 0 <= gone <= SILENCE_NS:
                post.unseen()

    def _due(self, depth: Depth) -> list[Due]:
        """The destinations of which something may be new."""
        ns, turn, posts = depth.as_of.ns or 0, self._turn, self._posts
        due: list[Due] = []
        for row in depth.rows:
            post = posts.get(place(row))
            if post is None:
                post = self._post(row.key)
            elif post.due > ns and post.facts == facts(row):
                post.turn = turn
                continue
            post.turn = turn
            due.append((post, row))
        due += [(post, None) for post in self._busy.values() if post.turn != turn]
        return due

    def _portion(self, due: list[Due]) -> Iterable[Due]:
        """As many as one look may take, the next ones in turn."""
        if len(due) <= PORTION:
            self._passed = 0
            return due
        first = self._passed if self._passed < len(due) else 0
        self._passed = first + PORTION
        return due[first : first + PORTION]

    def _judge(self, post: Post, row: DepthRow | None, depth: Depth, book: SeriesBook) -> list[Event]:
        destination = post.destination
        if destination is None:
            return []
        post.facts = None if row is None else facts(row)
        seen = Seen(depth.as_of, row, book.get(destination), depth.flows.get(destination), depth.skew is not None)
        item = None if row is None or row.head is None else row.head.id
        was_busy = bool(post.cases)
        events = post.judge(partial(read, seen), Look(depth.as_of, self._last, item))
        if was_busy or post.cases:
            self.changed = True
            self._keep(post)
        return events

    def _guarded(self, silent: float, look: Look) -> list[Event]:
        """What the rules about the source itself say of so many seconds of silence."""
        self.changed = self.changed or bool(self._gate.cases) or silent > 0
        return self._gate.judge(lambda _: Reading(silent), look)

    def _keep(self, post: Post) -> None:
        if post.destination is None:
            return
        key = post.destination.channel, post.destination.destination
        if post.cases:
            self._busy[key] = post
        else:
            self._busy.pop(key, None)

    def fail(self, error: QueueError | None, now: Instant) -> list[Event]:
        """A look failed, or there is no answer yet: nothing is known of destinations."""
        asked, self._asked = self._asked, now
        gone = 0 if asked is None or asked.ns is None or now.ns is None else now.ns - asked.ns
        if self._silent is None or not 0 <= gone <= SILENCE_NS:
            near = self._last is not None and 0 <= gone <= SILENCE_NS
            self._silent = self._last if near else now
        began = self._silent
        seconds = 0.0 if began is None or began.ns is None or now.ns is None else max(0, now.ns - began.ns) / NS
        cause = None if error is None else error.cause
        return self._guarded(seconds, Look(now, asked, cause=cause))

    # -- rules, alerts and decisions -------------------------------------------------------------------------

    def follow(self, rules: Sequence[Rule]) -> list[Event]:
        """Watch by other rules."""
        self._rules, self.changed = rules, True
        events: list[Event] = []
        for post in (self._gate, *self._posts.values()):
            events += post.follow(applying(rules, self.source, post.destination))
            self._keep(post)
        return events

    def resume(self, alerts: Iterable[Alert]) -> list[Event]:
        """Go on with alerts from before."""
        self.changed = True
        events = []
        for alert in alerts:
            post = self.post(alert.destination)
            dropped = post.resume(alert)
            self._keep(post)
            events += [] if dropped is None else [dropped]
        return events

    def decide(self, key: AlertKey, decision: Decision) -> Event | None:
        """What a person decided on an alert; None where it is open no more."""
        self.changed = True
        return self.post(key[1]).decide(key, decision)

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
        found = self._posts.get((destination.channel, destination.destination))
        return self._post(destination) if found is None else found

    def _post(self, destination: Destination) -> Post:
        post = Post(self.source, destination, applying(self._rules, self.source, destination))
        self._posts[destination.channel, destination.destination] = post
        return post
