#!/usr/bin/env python3
"""Set up qmonitor from a checkout: one command starts it, another runs every test. Needs Python 3.11 to 3.13.

    python3 packaging/dev.py run  [-- ARGUMENTS]   make the environment, start `qmonitor demo ARGUMENTS`
    python3 packaging/dev.py test [ARGUMENTS]      install what is missing, run all checks and every test;
                                                   with arguments for pytest: only the tests that they choose
    python3 packaging/dev.py check                 only ruff, mypy, the import contracts and the catalogue of sentences
    --install-system                               with any command, or alone: when root, let apt-get install
                                                   the system packages that are missing (`test` does so anyway)

The environment is the folder .venv in the checkout. Nothing else is written, and no setting of yours is changed.
Exit codes: 0 all well, 1 a check or test failed, 2 usage or no display, 3 something is missing on this machine.
"""

import contextlib
import hashlib
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Dict, Iterator, List, NoReturn, Optional

OLDEST, BEYOND = (3, 11), (3, 14)
"""The Pythons that will do: `requires-python` in pyproject.toml."""

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "qmonitor-environment.json"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

LINUX = sys.platform.startswith("linux")
APT = ["apt-get", "-o", "DPkg::Lock::Timeout=300"]
# The first line for any use of Qt, the second for a window on X as well.
QT_PACKAGES = """
libgl1 libegl1 libglib2.0-0 libxkbcommon0 libfontconfig1 libdbus-1-3 fonts-dejavu-core
libxcb-cursor0 libxkbcommon-x11-0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0
""".split()  # noqa: SIM905
TEST_PROGRAMS = {
    "Xvfb": "xvfb",
    "openbox": "openbox",
    "dbus-daemon": "dbus",
    "xdotool": "xdotool",
    "gnome-keyring-daemon": "gnome-keyring",
    "redis-check-rdb": "redis-tools",
}
"""What the tests start, and the Debian package that has it. Without a window manager nothing can be maximised.

The program redis-check-rdb is a Redis server, too, where it is started by the name redis-server. So the tests need
no package redis-server, which would start a server on port 6379 of this machine."""

READER_PACKAGES = ["at-spi2-core", "gir1.2-atspi-2.0", "python3-gi"]
"""With these another process reads the window as a screen reader does, by the system's Python."""

READER_SERVICE = "/usr/share/dbus-1/services/org.a11y.Bus.service"

START_READER = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"

START_QT = """\
import resource
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
from PySide6 import QtGui, QtWidgets
QtWidgets.QApplication([])
import pyqtgraph
"""

NO_DISPLAY = """\
{problem} So no window can be opened here. What works without a display:

    {qmonitor} --help                         every figure and action on the command line
    {qmonitor} demo --no-window               a sample queue to try them on
    {qmonitor} snapshot FILE --out view.png   the window as a picture
    xvfb-run -a {qmonitor} demo               the window on a screen that nobody sees (package xvfb)

Over ssh, `ssh -X` brings a display along."""


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def give_up(code: int, text: str) -> NoReturn:
    say(text)
    raise SystemExit(code)


def become(command: List[str]) -> NoReturn:
    """Go on as another program; its exit code is ours."""
    if os.name == "posix":
        os.execv(command[0], command)  # noqa: S606 - no shell is wanted
    raise SystemExit(subprocess.call(command))


def other_python() -> Optional[str]:
    """A Python on PATH that will do, the newest first."""
    for minor in range(BEYOND[1] - 1, OLDEST[1] - 1, -1):
        found = shutil.which(f"python3.{minor}")
        # A name on PATH may be a version manager's stand-in with nothing behind it: ask it.
        ask = f"import sys; sys.exit(sys.version_info[:2] != (3, {minor}))"
        if found and subprocess.call([found, "-c", ask], stderr=subprocess.DEVNULL) == 0:
            return found
    return None


def require_python() -> None:
    """Hand over to a Python that will do, where this one does not. Up to here all runs on Python 3.6, too."""
    if OLDEST <= (sys.version_info[0], sys.version_info[1]) < BEYOND:
        return
    found = other_python()
    if found:
        become([found, str(Path(__file__).resolve()), *sys.argv[1:]])
    this = f"this is {sys.version_info[0]}.{sys.version_info[1]} ({sys.executable})"
    give_up(3, f"qmonitor needs Python 3.{OLDEST[1]} to 3.{BEYOND[1] - 1}, and PATH has none: {this}.")


def install_packages(packages: List[str], reason: str, allowed: bool) -> None:
    """Let apt-get install them where that is allowed and possible; else say the exact line and give up."""
    root = os.name == "posix" and os.geteuid() == 0
    line = " ".join(["apt-get install --no-install-recommends", *packages])
    if not shutil.which("apt-get"):
        give_up(3, f"{reason}\nInstall it with this system's package manager. On Debian and Ubuntu it is: {line}")
    if not (allowed and root):
        also = "\nOr, as root: python3 packaging/dev.py --install-system" if root else ""
        give_up(3, f"{reason}\nInstall it, then call this again:\n\n    {'' if root else 'sudo '}{line}{also}")
    say(f"{reason}\nInstalling: {' '.join(packages)}")
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        code = subprocess.call([*APT, *words], env=env, stdout=subprocess.DEVNULL)  # faults are on stderr
    if code:
        give_up(3, "apt-get could not install them; what it said is above.")


def start_qt(**env: str) -> "subprocess.CompletedProcess[str]":
    """Let a child start Qt and end at once; on Linux."""
    command = [str(PYTHON), "-c", START_QT]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **env}, cwd=VENV, check=False)


def missing_libraries() -> str:
    """Why Qt can't start here, as a sentence; "" where it can."""
    if not LINUX:
        return ""
    done = start_qt(QT_QPA_PLATFORM="offscreen")
    missing = set(re.findall(r"(\S+\.so\S*): cannot open shared object file", done.stderr))
    for plugin in VENV.glob("lib/python3*/site-packages/PySide6/Qt/plugins/platforms/libqxcb.so"):
        ldd = subprocess.run(["ldd", str(plugin)], capture_output=True, text=True, check=False).stdout
        missing |= set(re.findall(r"(\S+) => not found", ldd))
    if missing:
        return f"Qt can't start: this system has no {', '.join(sorted(missing))}."
    return f"Qt can't start:\n{done.stderr.strip()[-2000:]}" if done.returncode else ""


def can_read_windows() -> bool:
    """Whether the system's Python can be a screen reader, and there is a bus for it."""
    try:
        done = subprocess.run(["/usr/bin/python3", "-c", START_READER], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0 and os.path.exists(READER_SERVICE)


def require_system(allowed: bool, programs: Dict[str, str]) -> None:
    """Whatever Qt and the tests need from the system is there, or gets there, or the line to install it is said."""
    problem = missing_libraries()
    packages = QT_PACKAGES if problem else []
    absent = [name for name in programs if LINUX and not shutil.which(name)]
    packages = packages + [programs[name] for name in absent]
    if programs and LINUX and not can_read_windows():
        absent.append("AT-SPI")
        packages += READER_PACKAGES
    if absent:
        problem = f"{problem}\nThe tests need {' and '.join(absent)}.".strip()
    if not problem:
        return
    install_packages(packages, problem, allowed)
    if missing_libraries():
        give_up(3, missing_libraries())


def wanted_stamp(version: str) -> Dict[str, str]:
    """What the environment was made of: when any of it has changed, it is brought up to date."""
    pyproject = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    return {"checkout": str(ROOT), "python": version, "pyproject": pyproject}


def read_stamp() -> Dict[str, str]:
    with contextlib.suppress(OSError, TypeError, ValueError):
        found = json.loads(STAMP.read_text(encoding="utf-8"))
        return dict(found)
    return {}


def ask_python(text: str) -> Optional[str]:
    """What the environment's Python prints; None where it fails. The checkout is out of its sight."""
    try:
        done = subprocess.run([str(PYTHON), "-c", text], capture_output=True, text=True, cwd=VENV, check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def venv_version() -> str:
    """The version of the environment's Python; "" for none, a half-made one, a moved one, or another Python's."""
    version = ask_python("import platform, pip; print(platform.python_version())") or ""
    here = read_stamp().get("checkout", str(ROOT)) == str(ROOT)
    return version if here and version.startswith(f"{sys.version_info[0]}.{sys.version_info[1]}.") else ""


def make_venv(allowed: bool) -> None:
    """A new environment in place of whatever lies there."""
    without = [name for name in ("_ssl", "_sqlite3", "zlib") if importlib.util.find_spec(name) is None]
    if without:
        give_up(3, f"{sys.executable} was built without {', '.join(without)}; call this with another Python.")
    if importlib.util.find_spec("ensurepip") is None:  # Debian keeps it in a package of its own
        package = f"python3.{sys.version_info[1]}-venv"
        install_packages([package], "This Python can't make environments: it lacks the module ensurepip.", allowed)
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    elif VENV.exists():
        shutil.rmtree(VENV)
    # The Python behind this one, should this one itself come from an environment (that very one, even).
    base = getattr(sys, "_base_executable", None) or sys.executable
    if subprocess.call([base, "-m", "venv", str(VENV)]):
        give_up(3, f"{base} could not make the environment {VENV}; what it said is above.")


def up_to_date(version: str, extra: str) -> bool:
    stamp = read_stamp()
    holds = stamp.pop("extra", None)
    where = ask_python("import qmonitor; print(qmonitor.__file__)")
    return holds in ("dev", extra) and stamp == wanted_stamp(version) and where == str(ROOT / "qmonitor/__init__.py")


def require_environment(extra: str, allowed: bool) -> None:
    """The environment holds qmonitor from this checkout and what it needs; `extra` "dev": the tests' tools, too."""
    version = venv_version()
    if version and up_to_date(version, extra):
        return
    extra = extra or read_stamp().get("extra", "")
    if not version:
        say(f"Making the environment {VENV} (about 400 MB) …")
        make_venv(allowed)
    say("Installing what qmonitor needs …")
    STAMP.unlink(missing_ok=True)
    quiet = [] if sys.stderr.isatty() else ["--quiet"]
    pip = [str(PYTHON), "-m", "pip", "install", "--no-input", *quiet, "-e", f".[{extra}]" if extra else "."]
    if subprocess.call(pip, cwd=ROOT):
        give_up(3, "pip could not install what qmonitor needs; what it said is above.")
    STAMP.write_text(json.dumps({**wanted_stamp(venv_version()), "extra": extra}, indent=1), encoding="utf-8")


def display_problem() -> str:
    """Why no window can be opened, as a sentence; "" where one can. Without a display Qt aborts: a child tries it."""
    if not LINUX or start_qt().returncode == 0:
        return ""
    names = [name for name in ("WAYLAND_DISPLAY", "DISPLAY") if os.environ.get(name)]
    tried = " and ".join(f"{name} is {os.environ[name]}" for name in names)
    return f"{tried}, but no display can be reached there." if tried else "There is no display: DISPLAY is not set."


@contextlib.contextmanager
def private_display(folder: Path) -> Iterator[str]:
    """A screen of our own, with a window manager: Xvfb picks a free number itself and tells it when it is ready."""
    children = []
    reading, writing = os.pipe()
    try:
        xvfb = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1920x1080x24", "-nolisten", "tcp"]
        children.append(subprocess.Popen(xvfb, pass_fds=[writing], stderr=subprocess.DEVNULL))
        os.close(writing)
        with os.fdopen(reading, encoding="ascii") as pipe:
            display = ":" + pipe.readline().strip()
        if display == ":":
            give_up(3, "Xvfb ended before it had a screen.")
        ready = folder / "openbox-is-ready"
        env = {**os.environ, "DISPLAY": display, "HOME": str(folder), "XDG_CACHE_HOME": str(folder)}  # it keeps a log
        manager = ["openbox", "--sm-disable", "--startup", f"touch {ready}"]
        children.append(subprocess.Popen(manager, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        until = time.monotonic() + 10
        while not ready.exists() and time.monotonic() < until:
            time.sleep(0.02)
        yield display
    finally:
        for child in reversed(children):
            child.terminate()
            child.wait(10)


def run(arguments: List[str], allowed: bool) -> NoReturn:
    require_environment("", allowed)
    require_system(allowed, {})
    problem = display_problem()
    if problem:
        give_up(2, NO_DISPLAY.format(problem=problem, qmonitor=os.path.relpath(PYTHON.with_name("qmonitor"))))
    become([str(PYTHON), "-m", "qmonitor", "demo", *arguments])


NOTHING_TO_RUN = 5
"""The exit code by which pytest says that the arguments have chosen no test of this pass."""


class Passes:
    """Runs one thing after another, all of them, and sums up what came of each; not of those with nothing to run."""

    def __init__(self) -> None:
        self.codes: List[int] = []
        self.lines: List[str] = []
        self.failed: List[str] = []

    def do(self, name: str, command: List[str], env: Optional[Dict[str, str]] = None) -> None:
        say(f"\n--- {name}")
        began = time.monotonic()
        code = subprocess.call([str(PYTHON), *command], cwd=ROOT, env={**os.environ, **(env or {})})
        self.codes.append(code)
        if code == NOTHING_TO_RUN:
            return
        if code:
            self.failed.append(name)
        verdict = f"FAILED (exit code {code})" if code else "passed"
        self.lines.append(f"    {name:14} {verdict:22} {time.monotonic() - began:6.1f} s")

    def end(self) -> int:
        say("\n" + "\n".join([*self.lines, "", self.summary()]))
        failed = [code for code in self.codes if code not in (0, NOTHING_TO_RUN)]
        return failed[0] if failed else 0 if 0 in self.codes else NOTHING_TO_RUN

    def summary(self) -> str:
        """The sentence at the end."""
        if self.failed:
            return f"Failed: {', '.join(self.failed)}. What they said is above."
        return "All passes are green." if self.lines else "Nothing was chosen: no test has run."


def do_checks(passes: Passes) -> None:
    passes.do("ruff", ["-m", "ruff", "check", "--output-format", "concise"])
    passes.do("format", ["-m", "ruff", "format", "--check", "--quiet"])
    passes.do("mypy", ["-m", "mypy"])
    passes.do("contracts", ["-c", "from importlinter.cli import lint_imports_command as main; main()", "--no-logo"])
    passes.do("translations", [str(ROOT / "packaging" / "translations.py"), "check"])


def do_tests(passes: Passes, arguments: List[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="qm-") as name:
        folder = Path(name)
        folder.chmod(0o711)  # some tests have a second user, who has to get through to files that are shown to him
        env = {"TMPDIR": name}
        slowest = ["--durations", "10", "--durations-min", "1"]
        # All of them by two processes for each processor: half of its time a test waits. What is chosen as asked.
        together = [] if arguments else ["-n", str((os.cpu_count() or 1) * 2)]
        passes.do("tests", ["-m", "pytest", "-m", "not window and not bench", *together, *slowest, *arguments], env)
        with private_display(folder) if LINUX else contextlib.nullcontext("") as display:
            shown = {**env, "DISPLAY": display, "QMONITOR_TEST_DISPLAY": "1"}
            passes.do("window tests", ["-m", "pytest", "-m", "window and not bench", *arguments], shown)
            passes.do("measurements", ["-m", "pytest", "-s", "-m", "bench", *slowest, *arguments], shown)


def check(arguments: List[str], allowed: bool, tests: bool) -> int:
    """The checks, and the tests where they are wanted; all of them, whatever fails."""
    require_environment("dev", allowed)
    if tests:
        require_system(allowed, TEST_PROGRAMS)
    passes = Passes()
    if not arguments:
        do_checks(passes)
    if tests:
        do_tests(passes, arguments)
    return passes.end()


def main(argv: List[str]) -> int:
    require_python()
    allowed = "--install-system" in argv
    command, *arguments = [word for word in argv if word not in ("--install-system", "--")] or [""]
    if command == "run":
        run(arguments, allowed)
    if command == "test" or (command == "check" and not arguments):
        return check(arguments, allowed or command == "test", tests=command == "test")
    if not command and allowed:
        require_environment("", True)
        require_system(True, TEST_PROGRAMS)
        return 0
    say(str(__doc__))
    return 0 if command in ("-h", "--help", "help") else 2


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started is ended, too
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
