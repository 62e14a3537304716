"""Events that ask for an export."""

import json
from typing import Any


def request(deployment: str = "d-1", event: str = "e-1", **others: Any) -> bytes:
    """A valid one; `others` changes members, or removes those that are None."""
    document = {
        "eventId": event,
        "eventType": "deployment.export.requested",
        "deploymentId": deployment,
        "teamId": "team",
        "siteId": "site",
        "pageId": "page",
        "slug": "a-page",
        "version": "7",
        "targetId": "target",
        "idempotencyKey": f"key-{event}",
        "renderMode": "react_ssr",
        "environment": "preview",
        **others,
    }
    return json.dumps({name: value for name, value in document.items() if value is not None}).encode()
