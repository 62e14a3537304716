"""How a payload is to be read."""

from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class View:
    """The encoding that a person chose, what is taken where the message does not say, and whether the person it is
    about is hidden. Encodings by Python's names; empty: none.
    """

    encoding: str = ""
    assumed: str = ""
    masked: bool = False
