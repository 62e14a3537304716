"""Finds many values in one text, in a time that hardly depends on their number."""

from collections.abc import Iterable, Iterator

from qmonitor.payloads.mask.marks import Span

HEAD = 4
"""Characters by which values are told apart at first; none is shorter (`protected.LEAST`)."""


class Needles:
    """Values of four characters and more, all in small letters."""

    def __init__(self, values: Iterable[str]) -> None:
        self._heads: dict[str, list[str]] = {}
        for value in sorted(set(values), key=len, reverse=True):
            self._heads.setdefault(value[:HEAD], []).append(value)

    def found(self, text: str) -> Iterator[Span]:
        """Where they are in a text in small letters: of two that overlap the longer one, or the first."""
        heads, at = self._heads, 0
        if not heads:
            return
        while at < len(text):
            values = heads.get(text[at : at + HEAD])
            hit = next((value for value in values if text.startswith(value, at)), None) if values else None
            if hit is not None:
                yield at, at + len(hit)
            at += len(hit) if hit is not None else 1

    def any_in(self, text: str) -> bool:
        """Whether any of them is in a text in small letters."""
        return next(self.found(text), None) is not None
