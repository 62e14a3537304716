"""What the administrator of this computer wants, whoever uses it: a file at a place that no environment moves.

    masked = true      # names and what else tells of a person stay masked, in the window and on the command line
    read-only = true   # nothing can be changed

Without the file, or without a line, the choice is the user's. A file that is there but can't be read counts as the
strictest, and so does a line with a value that means nothing.
"""

import sys
import tomllib
from pathlib import Path
from typing import Any

from qmonitor.queues.errors import ReadOnly
from qmonitor.queues.words import Phrase, phrase
from qmonitor.values import dataclass

_KNOWN = ("masked", "read-only")
_PROGRAM_DATA = "{62AB5D82-FDC1-4DC3-A9DD-070D1D495D97}"


@dataclass(frozen=True, slots=True)
class Policy:
    """What is forced, and what is to be told about the file."""

    masked: bool = False
    read_only: bool = False
    problems: tuple[Phrase, ...] = ()


def require_acting(read_only: bool) -> None:
    """Raises `ReadOnly` where actions are switched off, by this call's `read_only` mode or by the administrator."""
    if read_only:
        raise ReadOnly(
            phrase("Actions are switched off: qmonitor runs in read-only mode."),
            phrase("Start it without --read-only, or ask the administrator."),
        )
    if read().read_only:
        raise ReadOnly(
            phrase("Actions are switched off by the administrator's policy."), phrase("Ask the administrator.")
        )


STRICTEST = Policy(masked=True, read_only=True)


def place() -> Path:
    """Where the file lies on this system."""
    if sys.platform == "win32":
        return _program_data() / "qmonitor" / "policy.toml"
    if sys.platform == "darwin":
        return Path("/Library/Application Support/qmonitor/policy.toml")
    return Path("/etc/qmonitor/policy.toml")


def read(path: Path | None = None) -> Policy:
    """What holds now. Never fails; looks at a local file of some hundred bytes."""
    path = place() if path is None else path
    try:
        with path.open("rb") as file:
            said = tomllib.load(file)
    except (FileNotFoundError, NotADirectoryError) as error:
        if _leads_nowhere(path):
            return _unreadable(path, error.strerror or type(error).__name__)
        return Policy()
    except OSError as error:
        return _unreadable(path, error.strerror or type(error).__name__)
    except (ValueError, RecursionError) as error:
        return _unreadable(path, str(error) if isinstance(error, tomllib.TOMLDecodeError) else type(error).__name__)
    return _policy(path, said)


def _leads_nowhere(path: Path) -> bool:
    """Whether the administrator has put a link there whose end is missing now: on a share, say."""
    return any(one.is_symlink() and not one.exists() for one in (path, path.parent))


def _policy(path: Path, said: dict[str, Any]) -> Policy:
    found: dict[str, bool] = {}
    problems = []
    for key, value in said.items():
        name = key.replace("_", "-")
        if name not in _KNOWN:
            problems.append(
                phrase("The policy {path} says {key}, which means nothing to this release.", path=str(path), key=key)
            )
            continue
        if not isinstance(value, bool):
            problems.append(
                phrase("The policy {path} needs true or false for {key}: true holds.", path=str(path), key=key)
            )
        found[name] = found.get(name, False) or value is not False
    return Policy(found.get("masked", False), found.get("read-only", False), tuple(problems))


def _unreadable(path: Path, cause: str) -> Policy:
    said = phrase(
        "The policy {path} can't be read ({cause}): nothing can be changed, and everything stays masked.",
        path=str(path),
        cause=cause,
    )
    return Policy(STRICTEST.masked, STRICTEST.read_only, (said,))


if sys.platform == "win32":
    import ctypes
    import uuid

    def _program_data() -> Path:
        """Windows' own answer: the variable %ProgramData% is whatever a user sets it to."""
        folder = ctypes.c_wchar_p()
        wanted = (ctypes.c_byte * 16).from_buffer_copy(uuid.UUID(_PROGRAM_DATA).bytes_le)
        failed = ctypes.windll.shell32.SHGetKnownFolderPath(ctypes.byref(wanted), 0, None, ctypes.byref(folder))
        found = "C:/ProgramData" if failed or not folder.value else folder.value
        ctypes.windll.ole32.CoTaskMemFree(folder)
        return Path(found)
