"""The schema of an export request, version 1, and the check against it.

It is written as JSON Schema (draft 2020-12) and uses a handful of that language's words, which `faults` knows:
`required`, and for a property `type` (string), `minLength`, `const`, `enum` and the format date-time. Unknown
properties are allowed.
"""

from collections.abc import Mapping

from qmonitor.queues import times

EVENT_TYPE = "deployment.export.requested"

_TEXT = {"type": "string", "minLength": 1}
_NEEDED = ("eventId", "deploymentId", "teamId", "siteId", "pageId", "slug", "version", "targetId", "idempotencyKey")

SCHEMA: Mapping[str, object] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": [*_NEEDED, "eventType", "renderMode", "environment"],
    "properties": {
        **dict.fromkeys(_NEEDED, _TEXT),
        "eventType": {"const": EVENT_TYPE},
        "renderMode": {"enum": ["fetch_route", "react_ssr", "html_export"]},
        "environment": {"enum": ["production", "preview"]},
        "requestedBy": {"type": "string"},
        "createdAt": {"type": "string", "format": "date-time"},
    },
}
"""With `format` taken as a claim to be checked, not as a remark."""


def faults(document: Mapping[str, object]) -> tuple[str, ...]:
    """The names of properties that are missing or not as they have to be, in the schema's order; never a value."""
    required, properties = SCHEMA["required"], SCHEMA["properties"]
    assert isinstance(required, list)
    assert isinstance(properties, dict)
    missing = [name for name in required if name not in document]
    wrong = [name for name, rule in properties.items() if name in document and not _keeps(document[name], rule)]
    return tuple(name for name in properties if name in missing or name in wrong)


def _keeps(value: object, rule: Mapping[str, object]) -> bool:
    if "const" in rule:
        return value == rule["const"]
    if "enum" in rule:
        allowed = rule["enum"]
        return isinstance(allowed, list) and value in allowed
    if not isinstance(value, str):
        return False
    least = rule.get("minLength", 0)
    if rule.get("format") == "date-time" and not times.parse(value).known:
        return False
    return isinstance(least, int) and len(value) >= least
