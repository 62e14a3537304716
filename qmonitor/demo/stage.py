"""Where a demo is put up: its folder, its engine's process, and that neither outlives it.

The engine's process reads a pipe that only its parent holds open. However the parent ends, kill -9
included, the pipe ends with it; then the engine stops, and it takes a temporary folder away with it.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType

from qmonitor import logs
from qmonitor.demo.engine import run_engine
from qmonitor.demo.sample import make_sample
from qmonitor.queues.errors import Refused, SourceError
from qmonitor.queues.times import now
from qmonitor.queues.words import phrase

FILE_NAME, LETTERS_NAME = "demo.db", "letters.db"
SAID = phrase("A demo with invented data: no patient, hospital or receiver in it exists. It ends with the window.")
"""What is to be known of the demo's source."""
REMOVE = "--remove-folder"
STREAMS, LETTERS = "--streams", "--dead-letters"
END_WITHIN = 3.0
"""Seconds that the engine's process gets to stop."""

LOG = logs.subject("demo")


class DemoFolder:
    """A folder with a fresh sample file; a context manager. A temporary one is removed at the end."""

    def __init__(self, keep: Path | None = None, *, letters: bool = False) -> None:
        """`keep` is a folder of the user's, made if need be and left there; `letters`: with dead letters in the file.

        Raises `Refused`, `SourceError`.
        """
        self.temporary = keep is None
        self.letters = letters
        self._folder = keep
        self.path = Path()

    def __enter__(self) -> "DemoFolder":
        folder = self._folder = self._folder or Path(tempfile.mkdtemp(prefix="qmonitor-demo-"))
        self.path = folder / (LETTERS_NAME if self.letters else FILE_NAME)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._refuse_existing()
            self._make()
        except OSError as error:
            self.remove()
            cause = phrase("The demo can't be made in {folder}: {cause}.", folder=folder, cause=error.strerror)
            raise SourceError(cause, phrase("Choose another folder with --dir.")) from error
        except BaseException:
            self.remove()
            raise
        return self

    def _make(self) -> None:
        if self.letters:
            from qmonitor.demo.letters import make_letters  # with it comes cbor2

            make_letters(self.path, now())
        else:
            LOG.debug("made a sample of %d messages", make_sample(self.path, now()))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.remove()

    def remove(self) -> None:
        """Take a temporary folder away; one of the user's stays."""
        if self.temporary and self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _refuse_existing(self) -> None:
        if os.path.lexists(self.path):
            raise Refused(
                phrase("{path} is there already.", path=self.path),
                phrase("Remove it, or choose another folder; it is never overwritten."),
            )


class DemoEngine:
    """The engine in a child process, for as long as the context lasts."""

    def __init__(self, folder: DemoFolder) -> None:
        kind, end = [LETTERS] * folder.letters, [REMOVE] * folder.temporary
        self._command = [*_program(*kind), str(folder.path), *end]
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "DemoEngine":
        self.process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # out of reach of the terminal's Ctrl-C: the parent says when it ends
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        process = self.process
        if process is None or process.stdin is None:
            return
        process.stdin.close()
        try:
            process.wait(END_WITHIN)
        except subprocess.TimeoutExpired:
            LOG.warning("the demo's engine did not stop by itself")
            process.kill()
            process.wait()
            return
        if process.returncode:
            LOG.warning("the demo's engine ended with exit code %d", process.returncode)


def _program(*kind: str) -> list[str]:
    """How this very program is started as an engine; a frozen one has no `-m`."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "demo", *kind, "--engine"]
    return [sys.executable, "-m", "qmonitor.demo", *kind]


def engine_process(arguments: Sequence[str]) -> int:
    """The child: work on the file until the pipe at stdin ends."""
    if arguments[0] == STREAMS:
        from qmonitor.demo.streams import hold

        logs.configure()
        return hold(Path(arguments[1]), parent_gone())
    letters = arguments[0] == LETTERS
    path = Path(arguments[letters])
    logs.configure()
    work(path, parent_gone().wait, letters=letters)
    if REMOVE in arguments:
        shutil.rmtree(path.parent, ignore_errors=True)
    return 0


def work(path: Path, stop: Callable[[float], bool], *, letters: bool) -> None:
    """Be the engine of a demo's file, or the daemon of its dead letters, until `stop` says so."""
    if letters:
        from qmonitor.demo.letters import run_daemon

        run_daemon(path, stop)
    else:
        run_engine(path, stop)


def parent_gone() -> threading.Event:
    """Set as soon as the pipe at stdin ends. By a thread of its own: select knows no pipes on Windows."""
    gone = threading.Event()

    def wait_for_end() -> None:
        with suppress(OSError):
            while os.read(0, 1024):
                pass
        gone.set()

    threading.Thread(target=wait_for_end, name="parent", daemon=True).start()
    return gone


@contextmanager
def until_signal() -> Iterator[threading.Event]:
    """An event that Ctrl-C and SIGTERM set, instead of ending the process where it stands."""
    ended = threading.Event()
    numbers = (signal.SIGINT, signal.SIGTERM)
    old = {number: signal.signal(number, lambda *_: ended.set()) for number in numbers}
    try:
        yield ended
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)
