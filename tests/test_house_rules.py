"""The rules of the house that no other tool keeps: sizes, directions, words on the screen, what tests may do.

.github/CONTRIBUTING.md says why. Who may import whom stands in pyproject.toml; that it bites is tested here.
"""

import ast
import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import qmonitor
from qmonitor.queues import source
from tests.helpers.codebase import PACKAGE, ROOT, Module, called, length, module_at, modules, owner

GUI = PACKAGE / "gui"
FEATURES = {"destinations", "charts", "messages", "inspector", "errors", "find", "workers", "alerts", "audit"}
"""The folders with a panel each. (Dialogs are shared by what stands above the panels.)"""

TOP_LEVEL = {
    "CHANGELOG.md", "LICENSE", "README.md", "packaging", "pyproject.toml", "qmonitor", "resources", "tests",
}  # fmt: skip

PRODUCTS = {"build", "dist", "__pycache__"}


@pytest.fixture(scope="module", autouse=True)
def parsed() -> Iterator[None]:
    """What was parsed is a great deal, and of no use to other tests."""
    yield
    module_at.cache_clear()


# --- sizes and names


def test_modules_are_small() -> None:
    sizes = {module.name: module.lines for module in modules()}
    assert {name: size for name, size in sizes.items() if size > 500} == {}
    assert statistics.median(sizes.values()) <= 200


def test_functions_are_short() -> None:
    lengths = [length(function) for module in modules() for function in module.functions()]
    assert statistics.median(lengths) <= 12
    assert statistics.quantiles(lengths, n=10)[-1] <= 35


def test_the_main_window_only_connects() -> None:
    assert len((GUI / "main_window.py").read_text(encoding="utf-8").splitlines()) < 350


def test_no_room_is_named_after_nothing() -> None:
    names = {path.stem for path in PACKAGE.rglob("*")} & {"utils", "util", "misc", "common", "helpers", "base", "core"}
    assert names == set()


def test_the_top_level_is_fixed() -> None:
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")} - PRODUCTS
    assert {name for name in found if not name.endswith(".egg-info")} == TOP_LEVEL


def test_the_changelog_has_the_version() -> None:
    headings = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert qmonitor.__version__ in headings


def test_everything_public_says_what_it_is() -> None:
    silent = [module.name for module in modules() if not ast.get_docstring(module.tree)]
    silent += [
        f"{module.where(node)} {node.name}"
        for module in modules()
        for node in module.classes()
        if not node.name.startswith("_") and not ast.get_docstring(node)
    ]
    assert silent == []


def _exports(node: ast.stmt) -> bool:
    """An export, or one that is loaded when it is asked for (PEP 562)."""
    if isinstance(node, ast.If):
        checked = isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        return checked and not node.orelse and all(isinstance(one, ast.ImportFrom) for one in node.body)
    late = isinstance(node, ast.FunctionDef) and node.name == "__getattr__"
    return late or isinstance(node, ast.Import | ast.ImportFrom | ast.Assign | ast.AnnAssign)


def test_packages_only_export() -> None:
    busy = [
        module.where(node)
        for module in modules()
        if module.path.name == "__init__.py"
        for node in module.tree.body[1:]
        if not _exports(node)
    ]
    assert busy == []


# --- directions


WINDOW = ("PySide6", "shiboken6", "pyqtgraph", "numpy", "qmonitor.gui")
ABOVE = (*WINDOW, "click", "platformdirs", "qmonitor.monitor", "qmonitor.payloads", "qmonitor.cli", "qmonitor.demo")


@pytest.mark.parametrize(
    ("room", "banned"),
    [
        ("qmonitor.queues", ABOVE),
        ("qmonitor.queues.delivery", ABOVE),
        ("qmonitor.monitor.operations", WINDOW),
        ("qmonitor.demo", WINDOW),
        ("qmonitor.cli", WINDOW),
    ],
)
def test_a_room_loads_nothing_from_above(room: str, banned: tuple[str, ...]) -> None:
    text = f"import sys, {room}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, cwd=ROOT, check=True)
    loaded = done.stdout.split()
    assert room in loaded
    assert [name for name in loaded if name.startswith(banned)] == []


def test_only_one_room_knows_the_panels() -> None:
    knowing = [
        f"{module.name}: {name}"
        for module in modules(GUI)
        if module.path.parent == GUI
        for name in module.imports()
        if name.startswith("qmonitor.gui.") and name.split(".")[2] in FEATURES
    ]
    assert knowing == []


def test_nobody_imports_the_window_but_the_entries() -> None:
    entries = {"qmonitor/cli/windows.py", "qmonitor/gui/app.py", "qmonitor/gui/snapshot.py"}
    importing = [
        f"{module.name}: {name}"
        for module in modules()
        if module.name not in entries
        for name in module.imports()
        if re.match(r"qmonitor\.gui\.(app|main_window)\b", name)
    ]
    assert importing == []


def test_threads_of_the_window_are_made_in_one_place() -> None:
    makers = re.compile(
        r"\b(QThread|QThreadPool|QRunnable|QtConcurrent|threading\.(Thread|Timer)|concurrent\.futures|asyncio)\b"
    )
    words = re.compile(r"QThread|QRunnable|QtConcurrent|threading|concurrent|asyncio")
    making = [
        f"{module.name}: {found.group()}"
        for module in modules(GUI)
        if module.name != "qmonitor/gui/tasks.py" and words.search(module.text)
        for found in [makers.search(ast.unparse(module.tree))]
        if found
    ]
    assert making == []


NAMES_OF_BACKENDS = frozenset(
    name
    for backend in source._BACKENDS
    for name in (*backend.schemes, backend.product, backend.channel, backend.prefix, str(backend.port or ""))
    if name
)
"""What only the registry and the backends themselves may say."""

SPOKEN = re.compile(
    rf"(?<![\w.])({'|'.join(map(re.escape, sorted(NAMES_OF_BACKENDS, key=len, reverse=True)))})(?!\w)", re.IGNORECASE
)

VOCABULARY = "qmonitor/monitor/failures/vocabulary.py"
"""The words that an error may be made of, whoever's they are."""


def named_backends(module: Module) -> list[str]:
    """Where a name of a backend stands in code: in a text, as a number, or in a name. (Docstrings may explain.)"""
    prose = {id(node.value) for node in module.nodes if isinstance(node, ast.Expr)}
    found = []
    for node in module.nodes:
        said = None
        if isinstance(node, ast.Constant) and id(node) not in prose and isinstance(node.value, (str, int)):
            said = str(node.value)
        elif isinstance(node, (ast.Name, ast.Attribute, ast.FunctionDef, ast.ClassDef)):
            said = next(getattr(node, key) for key in ("id", "attr", "name") if hasattr(node, key)).replace("_", "-")
        if said is not None and SPOKEN.search(said):
            found.append(f"{module.where(node)} {said[:60]}")
    return found


@pytest.mark.parametrize("room", ["gui", "monitor"])
def test_window_and_monitor_name_no_backend(room: str) -> None:
    named = [line for module in modules(PACKAGE / room) if module.name != VOCABULARY for line in named_backends(module)]
    assert named == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("x = 'redis://localhost'", 1),
        ("self.tr('Connect to a Redis queue')", 1),
        ("if where.channel == DEAD_LETTER: ...", 1),
        ("if where.channel == 'dead-letter': ...", 1),
        ("port = 6379", 1),
        ('"""Of a Redis queue."""', 0),
        ("x = 'a dead letter'; rediscover(x)", 0),
    ],
)
def test_a_backend_that_is_named_is_noticed(tmp_path: Path, text: str, found: int, monkeypatch) -> None:
    monkeypatch.setattr("tests.helpers.codebase.ROOT", tmp_path)
    (tmp_path / "panel.py").write_text(text, encoding="utf-8")
    assert len(named_backends(Module(tmp_path / "panel.py"))) == found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package in which rules can be broken."""
    folder = tmp_path_factory.mktemp("house")
    shutil.copytree(PACKAGE, folder / "qmonitor", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def contracts(folder: Path) -> subprocess.CompletedProcess[str]:
    text = "import sys; sys.path.insert(0, '.'); from importlinter.cli import lint_imports_command as main; main()"
    command = [sys.executable, "-c", text, "--no-logo", "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_import_contracts_hold(house: Path) -> None:
    done = contracts(house)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("queues/times.py", "import qmonitor.monitor"),
        ("queues/times.py", "import qmonitor.queues.delivery"),
        ("queues/times.py", "import numpy"),
        ("monitor/operations.py", "from PySide6 import QtCore"),
        ("monitor/operations.py", "import sqlite3"),
        ("monitor/operations.py", "import qmonitor.gui.tasks"),
        ("gui/audit/model.py", "import qmonitor.gui.destinations"),
        ("gui/text.py", "import qmonitor.gui.audit"),
        ("gui/focus.py", "import qmonitor.gui.messages"),
        ("gui/theme.py", "import qmonitor.gui.banner"),
        ("gui/text.py", "import sqlite3"),
        ("gui/text.py", "import qmonitor.queues.delivery"),
        ("queues/times.py", "import redis"),
        ("queues/streams/text.py", "import redis"),
    ],
)
def test_a_broken_contract_is_noticed(house: Path, module: str, line: str) -> None:
    path = house / "qmonitor" / module
    before = path.read_text(encoding="utf-8")
    path.write_text(f"{before}\n\ndef broken() -> None:\n    {line}\n", encoding="utf-8")
    try:
        done = contracts(house)
    finally:
        path.write_text(before, encoding="utf-8")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "BROKEN" in done.stdout


# --- words on the screen

SHOWN = {
    "setText", "setToolTip", "setStatusTip", "setWhatsThis", "setTitle", "setWindowTitle", "setPlaceholderText",
    "setAccessibleName", "setAccessibleDescription", "setInformativeText", "setDetailedText", "setLabelText",
    "setPrefix", "setSuffix", "setPlainText", "showMessage", "addAction", "addMenu", "addTab", "addRow", "addButton",
    "setTabText", "setTabToolTip", "setHorizontalHeaderLabels",
    "QLabel", "QPushButton", "QToolButton", "QCheckBox", "QRadioButton", "QGroupBox", "QAction", "QDockWidget",
}  # fmt: skip
"""Calls whose text arguments a person gets to see or hear."""

SHOWN_KEYWORDS = {"text", "title", "toolTip", "statusTip", "windowTitle", "placeholderText", "accessibleName"}

TRANSLATES = {"tr", "translate", "QT_TRANSLATE_NOOP"}


def texts(call: ast.Call) -> Iterator[ast.expr]:
    yield from call.args
    yield from (keyword.value for keyword in call.keywords if keyword.arg in SHOWN_KEYWORDS)


def has_words(node: ast.expr) -> bool:
    """Whether it is a literal with a word in it: alone, in an f-string, joined, or the one of two that is shown."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and re.search(r"[^\W\d_]{2}", node.value) is not None
    if isinstance(node, ast.JoinedStr):
        return any(has_words(part) for part in node.values if isinstance(part, ast.Constant))
    if isinstance(node, ast.BinOp):
        return has_words(node.left) or has_words(node.right)
    if isinstance(node, ast.IfExp):
        return has_words(node.body) or has_words(node.orelse)
    return False


def untranslated(module: Module) -> list[str]:
    return [
        f"{module.where(call)} {ast.unparse(call)[:80]}"
        for call in module.calls()
        if called(call) in SHOWN and any(has_words(node) for node in texts(call))
    ]


def test_what_the_window_shows_is_translated() -> None:
    assert [line for module in modules(GUI) for line in untranslated(module)] == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("label.setText('Open')", 1),
        ("QLabel(f'{n} left')", 1),
        ("QPushButton(text='Open')", 1),
        ("box.setToolTip('a' if x else 'two words')", 1),
        ("label.setText(self.tr('Open'))", 0),
        ("label.setText('·')", 0),
        ("label.setText(text.age(span))", 0),
    ],
)
def test_an_untranslated_word_is_noticed(tmp_path: Path, source: str, found: int, monkeypatch) -> None:
    monkeypatch.setattr("tests.helpers.codebase.ROOT", tmp_path)
    (tmp_path / "panel.py").write_text(source, encoding="utf-8")
    assert len(untranslated(Module(tmp_path / "panel.py"))) == found


def test_texts_are_put_together_after_translating() -> None:
    early = [
        module.where(call)
        for module in modules(GUI)
        for call in module.calls()
        if called(call) in TRANSLATES and any(isinstance(node, (ast.JoinedStr, ast.BinOp)) for node in call.args)
    ]
    assert early == []


# --- what tests may do


def files_of_tests() -> list[Module]:
    return [module for module in modules(ROOT / "tests") if module.path.name.startswith("test_")]


WAITS = {"sleep", "qWait", "qSleep", "msleep", "usleep"}

ASSURING = re.compile(r"^(assert|check|verify|expect|require|wait|refuses?|raises|warns|fail)")
"""What a test may call instead of asserting by itself: pytest's own, qtbot's waits, helpers that assert."""


def test_tests_never_wait_for_a_clock() -> None:
    waiting = [
        f"{module.where(call)} {ast.unparse(call)}"
        for module in [*files_of_tests(), Module(ROOT / "tests" / "conftest.py")]
        for call in module.calls()
        if called(call) in WAITS or (called(call) == "wait" and owner(call) == "qtbot")
    ]
    assert waiting == []


def test_every_test_file_can_fail() -> None:
    assert [module.name for module in files_of_tests() if not any(map(is_assurance, module.nodes))] == []


def is_assurance(node: ast.AST) -> bool:
    return isinstance(node, ast.Assert) or (isinstance(node, ast.Call) and bool(ASSURING.match(called(node))))


# --- the repository stands alone

# Written in pieces, so that this file does not find itself.
STRANGE = re.compile(
    "|".join([
        r"(?<![\w.$}])/" + r"(root|work)/\w",
        "pypi" + r"\.org", "pythonhosted" + r"\.org", "registry" + r"\.npmjs",
        "/opt/" + "(wheels|pypi)",
        r"\b(DESIGN|STYLE|DEMANDS|MEASURED|PACKAGING)" + r"\.md",
    ])
)  # fmt: skip
"""Paths of one machine, addresses of package registries, and documents that are not in the repository."""


def test_nothing_points_to_one_machine() -> None:
    strange = [
        f"{path.relative_to(ROOT)}:{number}: {found.group()}"
        for path in text_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for found in [STRANGE.search(line)]
        if found
    ]
    assert strange == []


def text_files() -> list[Path]:
    kinds = {".py", ".md", ".toml", ".svg", ".txt", ".json", ".ts", ".spec", ".nsi", ".xml", ".desktop", ".yml", ".sh"}
    places = [ROOT / name for name in (*TOP_LEVEL, ".ci", ".github", ".gitignore")]
    files = [file for place in places for file in ([place] if place.is_file() else place.rglob("*"))]
    return [file for file in files if file.is_file() and (file.suffix in kinds or file.suffix == "")]
