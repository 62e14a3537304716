"""The schema of an export request, version 1, and the check against it.

It is written as JSON Schema (draft 2020-12), and `faults` checks by the library of that name. Unknown properties are
allowed.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

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
    found = list(_validator().iter_errors(document))
    if not found:
        return ()
    required, properties = SCHEMA["required"], SCHEMA["properties"]
    assert isinstance(required, list)
    assert isinstance(properties, dict)
    named = {str(error.absolute_path[0]) for error in found if error.absolute_path}
    named.update(name for name in required if name not in document)
    return tuple(name for name in properties if name in named)


@cache
def _validator() -> Any:
    """Compiled once, at the first event: whoever only looks does not wait for the library (0.15 s)."""
    from jsonschema import Draft202012Validator, FormatChecker

    formats = FormatChecker(formats=())
    formats.checks("date-time")(lambda value: not isinstance(value, str) or times.parse(value).known)
    Draft202012Validator.check_schema(SCHEMA)
    return Draft202012Validator(SCHEMA, format_checker=formats)
