"""The event that tells others of a failed export."""

import json

from qmonitor.queues.streams.codes import classification
from qmonitor.queues.streams.events import Event
from qmonitor.queues.streams.values import time_text
from qmonitor.queues.streams.working.handling import JobError

EVENT_TYPE = "deployment.export.failed"

COPIED = (
    "eventId", "deploymentId", "teamId", "siteId", "pageId", "slug", "version", "environment", "renderMode",
)  # fmt: skip
"""What the request said; null where it did not."""


def failed_event(event: Event, failure: JobError, attempt: int, *, exhausted: bool, trace_id: str, now: int) -> bytes:
    """As JSON. `exhausted`: it was worth another try, and had them all; `now`: Unix ms."""
    said = {name: event.document.get(name) for name in COPIED}
    document = {
        "schemaVersion": 1,
        "eventId": said.pop("eventId"),
        "eventType": EVENT_TYPE,
        **said,
        "errorCode": failure.code,
        "errorClassification": classification(failure.code),
        "failedStage": failure.stage,
        "attempt": attempt,
        "retryExhausted": exhausted,
        "traceId": trace_id,
        "createdAt": time_text(now),
    }
    return json.dumps(document, separators=(",", ":")).encode("ascii")
