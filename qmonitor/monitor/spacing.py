"""When the next look at a source is due: in intervals, but never so often that looking becomes a load.

Pure, in seconds; used by one thread.
"""

SHARE = 30
"""So many times as long as a look takes lies between two of them at least. What is shown then costs more than the look
itself (curves of a day, another message at the head): 11.6 % of a core in all with 20, and below 10 is wanted."""

SHOWN_SHARE, SHOWN_MOST = 25, 4
"""So many times as long as showing a look keeps the window's thread busy lies between two looks, but no more than so
many intervals: a person at work in the window keeps that thread busy, too. At 2 s it took 14 % of a core in all."""

HIDDEN_SHARE = 80
"""The same where nobody sees the figures, and only alerts need them. What comes with each look makes it 1.5 % of a core
with a million rows, and below 2 is wanted; 50 made it 2.2."""

HIDDEN_LEAST = 10.0
"""Between two looks that nobody sees, at least."""

LONGEST = 60.0
"""No more than this, whatever looks cost: alerts that have to last, and gaps in the curves, count on it."""

GOING_ON, GOING_ON_SHARE = 0.2, 20
"""Between two looks, at least, while figures are found that take several, and so many times as long as each takes."""


class Spacing:
    """`interval` is from the begin of one look to the begin of the next, as a person chose it; `hidden` says whether
    anybody sees what is found.
    """

    def __init__(self, interval: float) -> None:
        self.interval = interval
        self.hidden = False
        self._cost: float | None = None
        self._shown: float | None = None

    def took(self, seconds: float) -> None:
        """A look has ended. A slow one among quick ones counts half: what else the machine did is no cost of it."""
        self._cost = _settled(self._cost, seconds)

    def showed(self, seconds: float) -> None:
        """So long was the window's thread at work since the look before: it showed that, above all."""
        self._shown = _settled(self._shown, seconds)

    @property
    def rest(self) -> float:
        """From the end of a look until the next one."""
        cost = self._cost or 0.0
        if self.hidden:
            return max(self.interval - cost, HIDDEN_LEAST, min(LONGEST, HIDDEN_SHARE * cost))
        return max(self.interval - cost, min(LONGEST, max(self._apart, SHARE * cost)))

    @property
    def _apart(self) -> float:
        """Between two looks, for what showing them takes."""
        return min(SHOWN_MOST * self.interval, SHOWN_SHARE * (self._shown or 0.0))

    @property
    def going_on(self) -> float:
        """Until one that goes on with what the last one left undone; nobody waits for it where nobody sees it."""
        return (
            self.rest
            if self.hidden
            else min(self.rest, max(GOING_ON, self._apart, GOING_ON_SHARE * (self._cost or 0.0)))
        )

    @property
    def usual(self) -> float:
        """From the begin of one look to that of the next, as things are: what is much older is stale."""
        return self.rest + (self._cost or 0.0)


def _settled(known: float | None, seconds: float) -> float:
    return seconds if known is None else min(seconds, (known + seconds) / 2)
