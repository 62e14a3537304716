"""Items that went wrong, read part by part, so that what fails can be grouped by why."""

from typing import NamedTuple

from qmonitor.queues.model import ItemId
from qmonitor.values import dataclass


class Failed(NamedTuple):
    """One item that has failed, or is pending and was tried or tells of an error; never with its payload.

    `error` is the last error, cut where it is longer than anybody reads. `at` is the last attempt's time as stored;
    None where there was none.
    """

    id: ItemId
    channel: str
    destination: str
    state: str
    error: str
    at: str | None


Place = tuple[object, ItemId]
"""Where a part ends; opaque to everybody but the backend that made it."""


@dataclass(frozen=True, slots=True)
class Failing:
    """A part of what went wrong. `next` is where the next part begins; None: this was the last.

    `looked` is how many pending and failed items were looked at for it, of which there are `total` in all (counted with
    the first part alone, and None where counting would take long). By `mark` the content is recognised, see `Reach`.
    `untold`: what is pending may have failed, too; the source keeps nothing of that.
    """

    rows: tuple[Failed, ...]
    next: Place | None
    looked: int
    total: int | None = None
    mark: str = ""
    untold: bool = False
