"""The child process that plays scenes: `python -m tests.visual.stage FOLDER SCENES`; one JSON line for each.

The clock stands still unless a story moves it, everybody's name is the same, and reading takes no time: so the same
file gives the same picture.
"""

import json
import os
import sys
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QFont, QFontInfo, QImage
from PySide6.QtWidgets import QApplication, QWidget

from qmonitor.gui import language, remembering, text, theme
from qmonitor.gui.main_window import MainWindow
from qmonitor.gui.settings import Settings
from qmonitor.monitor import clock, sampler
from qmonitor.queues import audit, times
from tests.helpers import clipping, words
from tests.helpers.scenes import Scene
from tests.visual import dead_letters, stories, streams, workers

FONT = "DejaVu Sans"
POINTS = 9

SPELLS = 6
"""Pictures in a row that have to be alike before the window counts as settled."""

LOOK_MS = 120
"""Between two of them; six are longer than the list of messages waits before it is read anew (400 ms)."""

PATIENCE = 250
"""Looks, half a minute, until a scene is given up."""


class Clock:
    """The time of the scene, in nanoseconds since 1970."""

    START = times.parse("2026-11-29T20:30:00.000000000Z").ns or 0

    def __init__(self) -> None:
        self.ns = self.START
        times.time = SimpleNamespace(time_ns=lambda: self.ns)  # type: ignore[assignment]
        text.datetime = SimpleNamespace(now=lambda: datetime.fromtimestamp(self.ns / 1e9, UTC))  # type: ignore[misc]
        clock.time = SimpleNamespace(monotonic=lambda: self.ns / 1e9)  # type: ignore[assignment]
        sampler.time = SimpleNamespace(monotonic=float, perf_counter=float)  # type: ignore[assignment]
        audit.actor = lambda: "ann@ward-7"  # type: ignore[attr-defined]


SHOWN_FOLDER = "/srv/engine"
"""Where the scenes' files seem to lie: their own folder has another name each time."""


def hide_folder() -> None:
    """Have sentences name a file as if it lay in `SHOWN_FOLDER`."""
    write = text._value

    def written(value: object) -> object:
        if isinstance(value, str | Path):
            value = str(value).replace(str(Path.cwd()), SHOWN_FOLDER)
        return write(value)

    text._value = written


remembering.REBUILD_MS = 0  # nobody waits for the first picture here


class Stage:
    """A window and what a story may do with it."""

    def __init__(self, scene: Scene, clock: Clock, out: Path) -> None:
        self.scene, self.clock, self.out = scene, clock, out
        self.found: dict[str, Any] = {}
        self.data: list[str] = []
        self.window = MainWindow(_settings())
        self.window.setFixedSize(*scene.size)
        self.window.show()

    def until(self, holds: Callable[[], bool], what: str, nudge: Callable[[], None] = lambda: None) -> None:
        """Let the window work until something is the case; `nudge` is done again each second."""
        waiting, timer, looks = QEventLoop(), QTimer(interval=10), [0]

        def look() -> None:
            looks[0] += 1
            if looks[0] % 100 == 0:
                nudge()
            if holds() or looks[0] > 3000:
                waiting.quit()

        nudge()
        timer.timeout.connect(look)
        timer.start()
        waiting.exec()
        assert holds(), f"{self.scene.name}: waited in vain until {what}"

    def sampled(self) -> None:
        """Have the source looked at now, at the scene's time."""
        view = self.window.view
        assert view is not None

        def is_new() -> bool:
            sample = view.sample
            read = sample is not None and sample.depth.complete and sample.depth.as_of.ns == self.clock.ns
            return read and view.remembering.complete

        self.until(is_new, "the source was read", view.session.refresh)

    def read(self) -> None:
        """Wait until the table holds what is in the file."""
        panels = self.window.view.panels if self.window.view is not None else None
        assert panels is not None
        messages = panels.messages
        self.until(lambda: messages.model.window.fresh and not messages.pages.busy, "the rows were read")

    def pass_by(self, seconds: float) -> None:
        self.clock.ns += int(seconds * times.NS)

    def settle(self) -> None:
        """Wait until nothing changes any more."""
        self._settled(lambda: self.window, lambda shown: None)

    def shoot(self, widget: QWidget | None = None) -> None:
        """Take the picture of `widget` (the window) once it has settled."""
        self.settle()
        self._straighten()
        self._settled(lambda: widget or self.window, self.keep)

    def _straighten(self) -> None:
        """Columns as wide as they are at first: in which moment the list of destinations grew plays no part."""
        view = self.window.view
        if view is not None and view.panels is not None:
            columns = view.panels._columns
            columns._fold(narrow=columns._narrow is True)

    def shoot_dialog(self, opens: Callable[[], None]) -> None:
        """Take the picture of the dialog that this opens, and close it: `opens` waits for that."""
        QTimer.singleShot(0, opens)

        def keep(dialog: QWidget) -> None:
            self.keep(dialog)
            dialog.close()

        self._settled(QApplication.activeModalWidget, keep)

    def _settled(self, shown: Callable[[], QWidget | None], then: Callable[[QWidget], None]) -> None:
        waiting, timer = QEventLoop(), QTimer(interval=LOOK_MS)
        alike: list[QImage] = []
        looks = [0]

        def look() -> None:
            looks[0] += 1
            assert looks[0] < PATIENCE, f"{self.scene.name}: it never settles"
            widget = shown()
            if widget is None or not self._told():
                return
            image = widget.grab().toImage()
            if alike and alike[-1] != image:
                alike.clear()
            alike.append(image)
            if len(alike) >= SPELLS:
                timer.stop()
                then(widget)
                waiting.quit()

        timer.timeout.connect(look)
        timer.start()
        waiting.exec()

    def _told(self) -> bool:
        """Whether the past of the source in front is there, if it was read, and the rules of the alerts are."""
        view = self.window.view
        if view is None:
            return True
        return (view.sample is None or view.remembering.complete) and self.window.alerting.ready

    def keep(self, widget: QWidget) -> None:
        """Save the picture, and note what is cut, overlapping or not translated."""
        widget.grab().toImage().save(str(self.out))
        known = [*self.data, *stories.DATA, *workers.DATA, *dead_letters.DATA, *streams.DATA, SHOWN_FOLDER]
        self.found = {
            "cut": clipping.cut(widget),
            "overlapping": clipping.overlapping(widget),
            "untranslated": words.untranslated(widget, known) if self.scene.language == language.PSEUDO else [],
        }

    def end(self) -> None:
        assert self.window.shut_down()
        self.window.deleteLater()
        QApplication.sendPostedEvents(None, 52)  # deferred deletions


def _settings() -> Settings:
    made = Settings(None)
    made.set("poll/interval", 30)  # nothing is looked at unless the story says so
    made.set("alerts/notify", False)  # which would come by the clock on the wall
    return made


def play(app: QApplication, scene: Scene, folder: Path) -> dict[str, Any]:
    """One scene, in a folder of its own."""
    place = folder / f"{scene.name}.files"
    place.mkdir()
    os.chdir(place)
    language.install(app, scene.language)
    theme.apply(app, scene.theme)
    stage = Stage(scene, Clock(), folder / f"{scene.name}.png")
    try:
        (stories.STORIES | workers.STORIES | dead_letters.STORIES | streams.STORIES)[scene.story](stage)
    finally:
        stage.end()
    return {"name": scene.name, **stage.found}


def give_up(*trouble: Any) -> None:
    """An exception in a slot would only be printed, and its scene waited for."""
    traceback.print_exception(*trouble)
    sys.stderr.flush()
    os._exit(1)


def main(folder: str, task: str) -> None:
    sys.excepthook = give_up
    scenes = [Scene(**{**fields, "size": tuple(fields["size"])}) for fields in json.loads(task)]
    app = QApplication(["qmonitor"])
    app.setApplicationName("qmonitor")
    app.setCursorFlashTime(0)
    font = QFont(FONT, POINTS)
    assert QFontInfo(font).family() == FONT, f"the font {FONT} is missing (Debian: fonts-dejavu-core)"
    app.setFont(font)
    hide_folder()
    for scene in scenes:
        print(json.dumps(play(app, scene, Path(folder))), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
