"""What whoever reads a queue's items needs to know of it, as of now."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from qmonitor.queues.model import Among
from qmonitor.queues.streams.keys import Keys
from qmonitor.queues.streams.reading import items
from qmonitor.queues.streams.reading.places import Places, delayed_name, is_id
from qmonitor.queues.streams.reading.strides import Strides
from qmonitor.queues.streams.server.trouble import explained

MANY = 1000
"""Certain items of which it is asked at once where they are."""

KNOWN = 20_000
"""Retries of which it is remembered where they were."""


class Ground:
    """What a walk needs to know of a queue, as of now. `known` keeps where delayed retries were seen."""

    def __init__(
        self,
        client: Any,
        keys: Keys,
        strides: Strides,
        known: dict[bytes, float] | None = None,
        strays: Sequence[bytes] = (),
        places: list[Places] | None = None,
    ) -> None:
        """`strays`: payloads without a time, as far as they were found, in ascending order.

        `places` keeps where certain items stand from page to page.
        """
        self.client, self.keys, self.strides, self.strays = client, keys, strides, strays
        self._known = {} if known is None else known
        self._places = [] if places is None else places
        self._now: int | None = None

    @property
    def now(self) -> int:
        """The server's time (Unix ms)."""
        if self._now is None:
            with explained():
                seconds, microseconds = self.client.time()
            self._now = int(seconds) * 1000 + int(microseconds) // 1000
        return self._now

    @property
    def delivered(self) -> str:
        """The last-delivered id; where there is no group yet, nothing was delivered."""
        group = self.group()
        return group["last-delivered-id"].decode() if group is not None else "0-0"

    def group(self) -> Mapping[str, Any] | None:
        """What the server tells of the group, as of now; None where there is none yet."""
        with explained():
            groups = self.client.xinfo_groups(self.keys.main)
        return next((one for one in groups if one["name"] == self.keys.group.encode()), None)

    def score(self, name: bytes) -> float | None:
        """When a delayed retry is due, or was when it was last seen."""
        with explained():
            found = self.client.zscore(self.keys.retry_index, name)
        return self._known.get(name) if found is None else float(found)

    def placed(self, among: Among, still_wanted: Callable[[], object]) -> Places:
        """Where certain items stand; found once, however many pages are read of them."""
        if not self._places or self._places[0].among is not among:
            self._places[:] = [self._place(among, still_wanted)]
        return self._places[0]

    def _place(self, among: Among, still_wanted: Callable[[], object]) -> Places:
        ids = [str(one) for one in among.ids if is_id(str(one))]
        begin, scores = f"{items.DELAYED_PLACE}:", dict[str, float | None]()
        delayed = [one for one in ids if one.startswith(begin)]
        for start in range(0, len(delayed), MANY):
            still_wanted()
            part = delayed[start : start + MANY]
            names = [delayed_name(one) for one in part]
            with explained():
                times = self.client.zmscore(self.keys.retry_index, names)
            for one, name, at in zip(part, names, times, strict=True):
                scores[one] = self._known.get(name) if at is None else float(at)
        return Places(among, ids, scores)

    def note(self, name: bytes, score: float) -> None:
        if len(self._known) > KNOWN:
            self._known.clear()
        self._known[name] = score
