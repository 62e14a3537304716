"""The window as users start it, in the hands of a measurement. For the programs that tests start: Qt is loaded late."""

import re
from pathlib import Path
from typing import Any

DAY, HOUR, MINUTE, LOOK = 24 * 3600, 3600, 60, 2


class Hands:
    """What a measurement does with the window; each gets it, or a source's view in it."""

    def shown(self, window: Any) -> None:
        """It is shown; nothing is open yet."""

    def opened(self, view: Any) -> None:
        """A source is being opened; nothing was seen of it yet."""

    def closing(self, window: Any) -> None:
        """It closes."""


def run(paths: list[str], hands: Hands) -> int:
    """`qmonitor PATHS`; the exit code."""
    from qmonitor.__main__ import load

    main = load().main
    from qmonitor.cli import windows

    load = windows._app

    def watched() -> Any:
        loaded: Any = load()

        class Watched(loaded.MainWindow):  # type: ignore[misc]
            def showEvent(self, event: object) -> None:
                super().showEvent(event)
                hands.shown(self)

            def open(self, *arguments: Any, **more: Any) -> None:
                super().open(*arguments, **more)
                hands.opened(self.view)

            def closeEvent(self, event: object) -> None:
                hands.closing(self)
                super().closeEvent(event)

        loaded.MainWindow = Watched
        return loaded

    windows._app = watched  # type: ignore[assignment]
    return main(paths)


def memory() -> dict[str, float]:
    """What this process holds: altogether (`rss`), and without what it shares with others (`own`). In MB."""
    status = Path("/proc/self/status").read_text()
    found = {name: re.search(rf"{key}:\s+(\d+) kB", status) for name, key in (("rss", "VmRSS"), ("own", "RssAnon"))}
    return {name: round(int(one[1]) / 1024, 1) if one else 0.0 for name, one in found.items()}


def remember_a_day(view: Any, look: int = LOOK) -> None:
    """A source that is being opened has been looked at for a day: a minute apart, in the last hour `look` seconds."""
    from qmonitor.queues.model import Depth, DepthRow
    from qmonitor.queues.source import open_source
    from qmonitor.queues.times import NS, from_ns, now

    reader = open_source(view.target).reader()
    places = reader.destinations()
    reader.close()
    end = now().ns or 0
    for ago in (*range(DAY, HOUR, -MINUTE), *range(HOUR, look, -look)):
        at = from_ns(end - ago * NS)
        oldest = from_ns(end - 2 * ago * NS)
        rows = (
            DepthRow(one.channel, one.destination, 100 + (ago * (n + 3)) % 997, 0, oldest, float(ago), 0)
            for n, one in enumerate(places)
        )
        view.series.add(Depth(tuple(rows), at, True), places)
