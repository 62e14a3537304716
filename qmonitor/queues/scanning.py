"""Payloads read one after the other, part by part, so that all of a source can be searched without loading it."""

from collections.abc import Sequence
from typing import NamedTuple

from qmonitor.queues.model import ItemId
from qmonitor.values import dataclass

WHOLE = 1 << 20
"""Bytes of a payload up to which it comes with the scan; of a longer one only the size does (see `Reader.payload`)."""

MOST = 8 << 20
"""Bytes of payloads after which a part ends."""


class Stored(NamedTuple):
    """One item's payload as it is stored; `raw` is None where it is longer than `WHOLE`."""

    id: ItemId
    size: int
    raw: bytes | None


Place = tuple[ItemId, ItemId, ItemId]
"""Where a part ends, where the first one began and where the last one will end; only its backend knows more of it."""


@dataclass(frozen=True, slots=True)
class Scan:
    """A part of the payloads. `next` is where the next part begins; None: this was the last.

    All parts together hold each item once that matched from the first part to the last; what comes to be after the
    first is not looked at. `first` and `last` are the ids between which all lie, in the order of the scan, and `at` is
    the last one that was looked at (None: there is none at all). `share` says how far that is of the whole way,
    0 to 1. By `mark` the content is recognised, see `Reach`.
    """

    rows: Sequence[Stored]
    next: Place | None
    first: ItemId | None
    last: ItemId | None
    at: ItemId | None
    share: float
    mark: str = ""
