"""When the next look at a source is due: in intervals, but never so often that looking becomes a load.

Pure, in seconds; used by one thread.
"""

SHARE = 30
"""So many times as long as a look takes lies between two of them at least. What is shown then costs more than the look
itself (curves of a day, another message at the head): 11.6 % of a core in all with 20, and below 10 is wanted."""

HIDDEN_SHARE = 50
"""The same where nobody sees the figures, and only alerts need them: 2 %."""

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

    def took(self, seconds: float) -> None:
        """A look has ended. A slow one among quick ones counts half: what else the machine did is no cost of it."""
        known = self._cost
        self._cost = seconds if known is None else min(seconds, (known + seconds) / 2)

    @property
    def rest(self) -> float:
        """From the end of a look until the next one."""
        cost = self._cost or 0.0
        if self.hidden:
            return max(self.interval - cost, HIDDEN_LEAST, min(LONGEST, HIDDEN_SHARE * cost))
        return max(self.interval - cost, min(LONGEST, SHARE * cost))

    @property
    def going_on(self) -> float:
        """Until one that goes on with what the last one left undone; nobody waits for it where nobody sees it."""
        return self.rest if self.hidden else min(self.rest, max(GOING_ON, GOING_ON_SHARE * (self._cost or 0.0)))

    @property
    def usual(self) -> float:
        """From the begin of one look to that of the next, as things are: what is much older is stale."""
        return self.rest + (self._cost or 0.0)
