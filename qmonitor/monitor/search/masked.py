"""Search while values are masked: nothing that is masked is ever found, however it is asked for."""

from dataclasses import replace

from qmonitor.monitor.search.asked import Spans
from qmonitor.payloads import protected
from qmonitor.payloads.describe import describe
from qmonitor.payloads.hl7.paths import Path
from qmonitor.payloads.hl7.query import PathQuery
from qmonitor.payloads.mask import Protection, veiled
from qmonitor.payloads.model import Document, Hint
from qmonitor.queues.words import Phrase, phrase

_TYPES = ("", "ID", "NM", "TS", "CWE", "EI", "HD", "MSG", "PL", "ERL")
_PROBES = ("A", "1", "AL", "ASCII", "|")
"""Values of which every field that is shown at all shows one, whatever type the message's version gives it."""


class Masked:
    """A `Veil` over what `payloads.mask` hides."""

    def spans(self, raw: bytes, hint: Hint) -> Spans:
        """Takes some milliseconds: asked of payloads in which something was found."""
        return Protection.of(describe(raw, replace(hint, room=2)), raw).spans

    def described(self, raw: bytes, hint: Hint) -> Document:
        return veiled(describe(raw, hint))

    def refuses(self, query: PathQuery) -> Phrase | None:
        """A path of which some values are shown is searched, without those that are not."""
        if query.path.field and _hides(query.path):
            return phrase("{path} is masked: show masked values first, to search in it.", path=str(query.path))
        return None

    def refuses_persons(self) -> Phrase | None:
        return phrase("A person can't be searched for while values are masked: show them first.")


def _hides(path: Path) -> bool:
    """Whether all of a field is hidden in every message."""
    segment, component = path.segment.upper(), path.component or 1
    if segment.startswith("Z"):
        return True
    return segment.isalnum() and not any(
        protected.hl7_shown(segment, path.field, component, datatype, probe) for datatype in _TYPES for probe in _PROBES
    )
