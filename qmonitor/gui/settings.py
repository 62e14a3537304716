"""What the window remembers, as one typed table in one ini file. Never anything of a message."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings

from qmonitor.queues.model import Destination
from qmonitor.queues.source import is_url, location
from qmonitor.queues.targets import tells_password
from qmonitor.values import dataclass

RECENT_MOST = 8
LEFT_MOST = 32


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing to remember: its type, what it is where nothing sensible is stored, what it means, and its bounds."""

    kind: type
    default: Any
    meaning: str
    bounds: tuple[int, int] | None = None

    def takes(self, value: object) -> bool:
        """Whether a stored value can be used."""
        return isinstance(value, self.kind) and (
            self.bounds is None or (isinstance(value, int) and self.bounds[0] <= value <= self.bounds[1])
        )


TABLE: Mapping[str, Setting] = {
    "window/geometry": Setting(QByteArray, QByteArray(), "where the window was"),
    "window/columns": Setting(QByteArray, QByteArray(), "widths of the window's columns"),
    "window/rows": Setting(QByteArray, QByteArray(), "heights in the middle column"),
    "window/columns-narrow": Setting(QByteArray, QByteArray(), "widths of the columns of a narrow window"),
    "window/rows-narrow": Setting(QByteArray, QByteArray(), "heights in the middle column of a narrow window"),
    "window/language": Setting(str, "", "the language: en or de, empty for the system's"),
    "window/theme": Setting(str, "", "the scheme: light or dark, empty for the system's"),
    "poll/interval": Setting(int, 2, "seconds between two looks at the source", (1, 30)),
    "open/destinations": Setting(list, [], "which destination of a source was looked at last"),
    "charts/range": Setting(int, 900, "seconds that the charts show", (60, 366 * 86_400)),
    "charts/logarithmic": Setting(bool, False, "whether the charts show values by powers of ten"),
    "charts/colours": Setting(list, [], "numbers of the destinations, by digests of their names: their colours"),
    "charts/multiples": Setting(bool, False, "whether there is a small chart for each destination"),
    "privacy/masked": Setting(bool, True, "whether what tells of persons is masked"),
    "inspector/tab": Setting(str, "structure", "which view of a message is seen"),
    "inspector/empty-fields": Setting(bool, False, "whether the structure shows fields that say nothing"),
    "inspector/encodings": Setting(list, [], "which encoding a source's messages have where they do not say"),
    "alerts/notify": Setting(bool, True, "whether alerts are told on the desktop"),
    "errors/order": Setting(str, "count", "what stands on top of the errors: count, or last"),
    "messages/columns": Setting(list, [], "columns of the table: hidden where a minus precedes, and chosen widths"),
    "open/folder": Setting(str, "", "the folder of the file that was opened last"),
    "open/recent": Setting(list, [], "sources that were opened, the last one first"),
}
"""Everything that is stored. Keys that are not in here are left in the file as they are."""


class Settings:
    """The table's values in `folder`/window.ini; without a folder nothing is read or stored."""

    def __init__(self, folder: Path | None) -> None:
        self._values: dict[str, Any] = {}
        self._file = QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat) if folder is not None else None

    def get(self, key: str) -> Any:
        """The stored value, or the default where there is none of the right type."""
        setting = TABLE[key]
        if key in self._values:
            return self._values[key]
        if self._file is None or not self._file.contains(key):
            return setting.default
        try:
            value = self._file.value(key, setting.default, type=setting.kind)
        except (TypeError, ValueError, OverflowError):
            return setting.default
        return value if setting.takes(value) else setting.default

    def set(self, key: str, value: object) -> None:
        """Remember a value; raises TypeError where it is of another type than the table says."""
        if not isinstance(value, TABLE[key].kind):
            raise TypeError(f"{key} takes a {TABLE[key].kind.__name__}")
        self._values[key] = value
        if self._file is not None:
            self._file.setValue(key, value)

    def opened(self, target: str) -> None:
        """Note that a source was opened: a file by its absolute path, so that it is found from anywhere."""
        here = location(target)
        others = [one for one in self.recent() if one != here]
        self.set("open/recent", [here, *others][:RECENT_MOST])
        if not is_url(target):
            self.set("open/folder", str(Path(here).parent))

    def left(self, target: str, destination: Destination | None) -> None:
        """Note which destination of a source was looked at last; of None nothing is noted."""
        others = [one for one in self.get("open/destinations") if _parts(one)[:1] != [location(target)]]
        here = [] if destination is None else [[location(target), destination.channel, destination.destination]]
        self.set("open/destinations", [*map(json.dumps, here), *others][:LEFT_MOST])

    def last(self, target: str) -> Destination | None:
        """Which destination of a source was looked at last; None where that is not known, or it was all of them."""
        found = (_parts(one) for one in self.get("open/destinations"))
        return next((Destination(*parts[1:]) for parts in found if parts[:1] == [location(target)]), None)

    def assumed(self, target: str) -> str:
        """The encoding that a source's messages have where they do not say, by Python's name; "" where none is set."""
        found = (_pair(one) for one in self.get("inspector/encodings"))
        return next((codec for where, codec in found if where == location(target)), "")

    def assume(self, target: str, codec: str) -> None:
        """Note that encoding; "" forgets it."""
        others = [one for one in self.get("inspector/encodings") if _pair(one)[0] != location(target)]
        here = [json.dumps([location(target), codec])] if codec else []
        self.set("inspector/encodings", [*here, *others][:LEFT_MOST])

    def gone(self, target: str) -> bool:
        """Forget a source that is not there any more; whether it was remembered."""
        here, known = location(target), self.recent()
        if here in known:
            self.set("open/recent", [one for one in known if one != here])
        return here in known

    def recent(self) -> list[str]:
        """Those that were opened, the last one first; none in which a password was left by mistake."""
        return [one for one in self.get("open/recent") if isinstance(one, str) and one and not tells_password(one)]

    def save(self) -> None:
        """Write to the disk what is not there yet."""
        if self._file is not None:
            self._file.sync()


def _parts(line: object) -> list[str]:
    """Location, channel and destination of a stored line; nothing where it is none."""
    try:
        parts = json.loads(str(line))
    except ValueError:
        return []
    whole = isinstance(parts, list) and len(parts) == 3 and all(isinstance(part, str) for part in parts)
    return parts if whole else []


def _pair(line: object) -> tuple[str, str]:
    """Location and encoding of a stored line; nothing where it is none."""
    try:
        parts = json.loads(str(line))
    except ValueError:
        return "", ""
    whole = isinstance(parts, list) and len(parts) == 2 and all(isinstance(part, str) for part in parts)
    return (parts[0], parts[1]) if whole else ("", "")
