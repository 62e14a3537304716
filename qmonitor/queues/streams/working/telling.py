"""Telling whoever looks on: none of them can end a worker, or the attempt that it is told of."""

import logging
from collections.abc import Callable
from typing import Any

_LOG = logging.getLogger("qmonitor.streams")


def tell(whom: Callable[..., object] | None, *said: Any) -> None:
    """Call it, where there is anybody. What it raises is logged by its kind alone: its text may quote a message."""
    if whom is None:
        return
    try:
        whom(*said)
    except Exception as error:  # noqa: BLE001 - who only looks on must not end it
        _LOG.error("whoever is told of the worker failed (%s)", type(error).__name__)
