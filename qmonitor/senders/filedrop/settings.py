"""Where messages are put as files, and how they are named."""

from typing import Any

from qmonitor.queues.words import phrase
from qmonitor.senders.fields import Field, Kind, check_values
from qmonitor.senders.filedrop.naming import GAPS, Pattern
from qmonitor.senders.kinds import FOLDER, OUTCOME, RETRY, choice
from qmonitor.values import dataclass

NAME = "{sequence}-{control_id}.hl7"
"""By itself in order, whoever lists the folder."""

MODES = ("0600", "0640", "0660")
"""Nobody but the owner and a group: patients' data is in these files."""


@dataclass(frozen=True, slots=True)
class FileSettings:
    """One folder. Raises `Unfit`.

    `name`: the pattern of the names; `mode`: who may read and write a file, in octal (of no use on Windows).
    `on_refused`: what follows where a message has no name of its own, because another file has it.
    """

    folder: str
    name: str = NAME
    mode: str = MODES[1]
    on_refused: str = RETRY

    def __post_init__(self) -> None:
        check_values(FIELDS, self)

    @property
    def to(self) -> str:
        """Whom it sends to, for people."""
        return self.folder


def _pattern(value: Any) -> str:
    return Pattern(value).text


_NAME = Kind(
    phrase(
        "It is a file's name without a folder, with {gaps} in it, something between them, and no dot at either end.",
        gaps=" or ".join(f"{{{gap}}}" for gap in GAPS),
    ),
    _pattern,
)

FIELDS = (
    Field("folder", FOLDER),
    Field("name", _NAME, NAME),
    Field("mode", choice(*MODES), MODES[1]),
    Field("on_refused", OUTCOME, RETRY),
)
