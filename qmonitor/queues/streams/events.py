"""The event that asks for an export: read once, and what becomes of one that can't be read."""

from collections.abc import Mapping
from dataclasses import field

from qmonitor.queues.errors import Refused
from qmonitor.queues.streams import schema, text
from qmonitor.queues.streams.errors import StreamError, UnparseableEvent
from qmonitor.queues.words import phrase
from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class Event:
    """A request that can be told by its deployment. `payload`: as it was written; `document`: what it says."""

    deployment_id: str
    payload: bytes = field(repr=False)
    document: Mapping[str, object] = field(repr=False)

    @property
    def event_id(self) -> str:
        """The request's own id; "" where it has none."""
        found = self.document.get("eventId")
        return found if isinstance(found, str) else ""


class ValidationFailed(StreamError, Refused):
    """It names its deployment, but is not as the schema has it. `faults`: names of properties, never their values."""

    def __init__(self, event: Event, faults: tuple[str, ...]) -> None:
        self.event, self.faults = event, faults
        super().__init__(phrase("The event does not follow the schema: {names}.", names=", ".join(faults)))


def parse_event(payload: bytes | str | None) -> Event:
    """The event of a payload (None: there is none).

    Raises `UnparseableEvent` without a deploymentId, else `ValidationFailed`.
    """
    event = event_of(payload.encode("utf-8", "surrogatepass") if isinstance(payload, str) else payload)
    faults = schema.faults(event.document)
    if faults:
        raise ValidationFailed(event, faults)
    return event


def event_of(payload: bytes | None) -> Event:
    """The same without a look at the schema. Raises `UnparseableEvent`."""
    try:
        document = text.read(payload or b"")
    except text.NotAnObject as error:
        raise UnparseableEvent from error
    deployment_id = document.get("deploymentId")
    if not isinstance(deployment_id, str) or not deployment_id or not _is_text(deployment_id):
        raise UnparseableEvent
    return Event(deployment_id, payload or b"", document)


def _is_text(value: str) -> bool:
    """Whether it can be written: JSON lets half a character pass."""
    return not any("\ud800" <= character <= "\udfff" for character in value)
