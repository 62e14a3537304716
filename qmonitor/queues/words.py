"""Sentences for people, kept apart from their figures so that they can be translated.

The library knows no translation: it says *which* sentence, with which values. The command line prints
`str(phrase)`; the window looks the template up in its catalogue first and fills in the values then.
"""

from collections.abc import Mapping
from dataclasses import field

from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class Phrase:
    """An English sentence with named gaps (`{count}`) and the values that fill them."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.values)


def phrase(template: str, /, **values: object) -> Phrase:
    """A phrase: `phrase("{count} left", count=3)`."""
    return Phrase(template, values)


def counted(count: int, one: str, many: str, /, **values: object) -> Phrase:
    """The sentence for one, or for several (or none); both may name the gap `count`."""
    return Phrase(one if count == 1 else many, {"count": count, **values})


def plural(one: str, many: str, /) -> tuple[str, str]:
    """The two sentences that `counted` chooses from, where they are kept in a table."""
    return one, many
