#!/usr/bin/env python3
"""The catalogue of the window's sentences: collects them from the code, and compiles the translations.

    .venv/bin/python packaging/translations.py update    bring resources/translations/*.ts in step with the code
    .venv/bin/python packaging/translations.py compile   make the .qm file beside each
    .venv/bin/python packaging/translations.py check     say what is missing, wrong or out of date; exit code 1

Qt's own collector finds neither the sentences of the library, which knows no Qt (`phrase("…")`), nor those that are
kept in tables; so they are read here from the syntax tree. A sentence that is no literal is a fault. What has been
translated is never thrown away: a sentence that left the code is kept as vanished, for the case that it returns.
"""

import ast
import re
import subprocess
import sys
import sysconfig
import tempfile
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "qmonitor"
CATALOGUES = ROOT / "resources" / "translations"
HELP = ROOT / "resources" / "help"

WITHOUT_WINDOW = ("cli", "demo")
"""Rooms whose sentences are for the terminal, which is English."""

LIBRARY = "queues"
"""The context of the sentences of every room without Qt."""

SENTENCES = {"phrase": (0, 1), "counted": (1, 3), "plural": (0, 2)}
"""The functions of queues/words and which of their arguments are sentences."""

GAP = re.compile(r"\{[^{}]*\}")
HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'


@dataclass(frozen=True, order=True)
class Sentence:
    """What is to be translated, and the context that Qt looks it up in."""

    context: str
    source: str


@dataclass
class Found:
    """Where each sentence stands, and what can't be collected, as lines `file:line: what`."""

    places: dict[Sentence, list[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


# --- collecting


class Reader(ast.NodeVisitor):
    """Reads one module. The context of `self.tr` is the class that it stands in: PySide6 looks there, too."""

    def __init__(self, name: str, tree: ast.Module, found: Found) -> None:
        self._name = name
        self._found = found
        self._classes: list[str] = []
        self._functions: list[ast.FunctionDef] = []
        self._own = dict(_own_translators(tree))
        self._others = set(_names_of_others(tree))
        self._wrapped = {node for one in _translating(tree) for node in ast.walk(one)}
        self.visit(tree)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._classes.append(node.name)
        self.generic_visit(node)
        self._classes.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._functions.append(node)
        self.generic_visit(node)
        self._functions.pop()

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        on = ast.unparse(node.func.value) if isinstance(node.func, ast.Attribute) else ""
        if node in self._wrapped:
            return
        if name in SENTENCES and on in ("", "words") and name not in self._others:
            first, last = SENTENCES[name]
            self._add(node, LIBRARY, node.args[first:last])
        elif name == "tr" and on:
            self._add(node, self._class_of(on), node.args[:1])
        elif name in self._own and not on:
            self._add(node, self._own[name], node.args[:1])
        elif name == "QT_TRANSLATE_NOOP" or (name == "translate" and len(node.args) >= 2):
            context, source = node.args[:2]
            looked_up = name == "translate" and not _literals(source)  # marked where it is kept, then
            if not looked_up:
                self._add(node, context.value if isinstance(context, ast.Constant) else None, [source])

    def _class_of(self, name: str) -> str | None:
        """The class of `self`, or of an argument with an annotation."""
        if name == "self":
            return self._classes[-1] if self._classes else None
        for function in reversed(self._functions):
            for argument in function.args.args:
                if argument.arg == name and argument.annotation is not None:
                    return ast.unparse(argument.annotation).strip("\"'")
        return None

    def _add(self, node: ast.Call, context: object, sources: list[ast.expr]) -> None:
        where = f"{self._name}:{node.lineno}"
        for source in sources:
            if isinstance(source, ast.Starred):
                return  # from a table, where `plural` marks them
            texts = _literals(source)
            if not isinstance(context, str) or not texts:
                self._found.faults.append(f"{where}: no literal, or of no known class: {ast.unparse(node)[:80]}")
            for text in filter(_has_words, texts):
                self._found.places.setdefault(Sentence(str(context), text), []).append(where)


def _has_words(text: str) -> bool:
    """Whether there is anything to translate beside the gaps."""
    return any(letter.isalpha() for letter in GAP.sub("", text))


def _literals(node: ast.expr) -> list[str]:
    """The text of a literal, or both of `"a" if x else "b"`; none where it is something else."""
    if isinstance(node, ast.IfExp):
        both = [_literals(node.body), _literals(node.orelse)]
        return [text for one in both for text in one] if all(both) else []
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def _translating(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """Functions of a module that hand a sentence on: `def _tr(words): return translate("context", words)`."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and _context(node) is not None:
            yield node


def _own_translators(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in _translating(tree):
        yield node.name, _context(node) or ""


def _names_of_others(tree: ast.Module) -> Iterator[str]:
    """Names that a module gets from elsewhere than queues/words, or gives itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module != "qmonitor.queues.words":
            yield from (alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.FunctionDef):
            yield node.name


def _context(function: ast.FunctionDef) -> str | None:
    last = function.body[-1]
    if not (isinstance(last, ast.Return) and isinstance(last.value, ast.Call) and len(last.value.args) == 2):
        return None
    if ast.unparse(last.value.func).rpartition(".")[2] != "translate":
        return None
    context, source = last.value.args
    takes = [argument.arg for argument in function.args.args]
    if isinstance(source, ast.Name) and takes == [source.id] and isinstance(context, ast.Constant):
        return str(context.value)
    return None


def collect(package: Path = PACKAGE) -> Found:
    """Every sentence of the rooms that the window shows."""
    found = Found()
    for path in sorted(package.rglob("*.py")):
        inside = path.relative_to(package)
        if inside.parts[0] not in WITHOUT_WINDOW and inside.as_posix() != "queues/words.py":
            Reader(path.relative_to(package.parent).as_posix(), ast.parse(path.read_text(encoding="utf-8")), found)
    return found


# --- the catalogue


@dataclass
class Entry:
    """A translation; `kind` as in the file: "" (done), "unfinished", "vanished"."""

    text: str = ""
    kind: str = "unfinished"


Catalogue = dict[Sentence, Entry]


def read(path: Path) -> Catalogue:
    """The entries of a .ts file of our own."""
    made: Catalogue = {}
    for context in ET.parse(path).getroot().iter("context"):  # noqa: S314 - a file of ours
        for message in context.iter("message"):
            text = message.find("translation")
            assert text is not None, f"{path.name}: a message without a translation"
            sentence = Sentence(context.findtext("name", ""), message.findtext("source", ""))
            made[sentence] = Entry(text.text or "", text.get("type", ""))
    return made


def write(path: Path, language: str, catalogue: Catalogue) -> None:
    """Sorted, so that two changes seldom meet."""
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    contexts: dict[str, ET.Element] = {}
    for sentence, entry in sorted(catalogue.items()):
        if sentence.context not in contexts:
            contexts[sentence.context] = ET.SubElement(root, "context")
            ET.SubElement(contexts[sentence.context], "name").text = sentence.context
        message = ET.SubElement(contexts[sentence.context], "message")
        ET.SubElement(message, "source").text = sentence.source
        ET.SubElement(message, "translation", {"type": entry.kind} if entry.kind else {}).text = entry.text
    ET.indent(root, "    ")
    path.write_text(HEAD + ET.tostring(root, encoding="unicode") + "\n", encoding="utf-8")


def merged(old: Catalogue, found: Found) -> Catalogue:
    """`old` in step with the code: new ones unfinished, those that left it vanished, those that return taken back."""
    made: Catalogue = {}
    for sentence in found.places:
        before = old.get(sentence, Entry())
        made[sentence] = Entry(before.text, "unfinished" if before.kind == "unfinished" or not before.text else "")
    for sentence, entry in old.items():
        if sentence not in made and entry.text:
            made[sentence] = Entry(entry.text, "vanished")
    return made


def language_of(path: Path) -> str:
    """`de` of `qmonitor_de.ts`."""
    return path.stem.removeprefix("qmonitor_")


# --- checking

MNEMONIC = re.compile(r"&(?!&)\w")
ENDS = ("…", ".", ":", "?")


def shortcomings(sentence: Sentence, entry: Entry) -> list[str]:
    """What is wrong with one translation."""
    source, text = sentence.source, entry.text
    if entry.kind == "unfinished" or not text.strip():
        return ["not translated"]
    found = []
    if Counter(GAP.findall(source)) != Counter(GAP.findall(text)):
        found.append("other gaps")
    if len(MNEMONIC.findall(source)) != len(MNEMONIC.findall(text)):
        found.append("a mnemonic too many or too few")
    if source.count("\n") != text.count("\n"):
        found.append("other lines")
    if source[:1].isspace() != text[:1].isspace() or source[-1:].isspace() != text[-1:].isspace():
        found.append("other spaces around it")
    if [source.endswith(end) for end in ENDS] != [text.endswith(end) for end in ENDS]:
        found.append("another end")
    return found


def check_pages(language: str, folder: Path = HELP) -> list[str]:
    """What the pages of the help in a language lack: each has the headings, rows, steps and code of its English one."""
    lines = []
    for page in sorted(folder.glob("*.md")):
        own = folder / language / page.name
        if own.exists():
            there, wanted = (_shape(one.read_text(encoding="utf-8")) for one in (own, page))
            wrong = [f"other {what}" for what in wanted if there[what] != wanted[what]]
        else:
            wrong = ["there is no such page"]
        lines += [f"help/{language}/{page.name}: {what}" for what in wrong]
    left = [own.name for own in sorted((folder / language).glob("*.md")) if not (folder / own.name).exists()]
    return lines + [f"help/{language}/{name}: it translates no page" for name in left]


def _shape(page: str) -> dict[str, object]:
    """What a page has in common with its translations."""
    lines = page.splitlines()
    return {
        "headings": [line.split()[0] for line in lines if line.startswith("#")],
        "rows": [line.count(" | ") for line in lines if line.startswith("|")],
        "steps": len([line for line in lines if re.match(r"\d+\. |- ", line)]),
        "code": sorted(re.findall(r"`[^`]+`", page)),
    }


def check() -> list[str]:
    """Everything that is missing, wrong or out of date, a line each."""
    found = collect()
    lines = list(found.faults)
    for path in sorted(CATALOGUES.glob("*.ts")):
        catalogue = read(path)
        for sentence, places in sorted(found.places.items()):
            entry = catalogue.get(sentence)
            wrong = shortcomings(sentence, entry) if entry is not None else ["not in the catalogue: update it"]
            lines += [f"{places[0]}: {language_of(path)}: {what}: {sentence.source!r}" for what in wrong]
        gone = [s for s, entry in catalogue.items() if entry.kind != "vanished" and s not in found.places]
        lines += [f"{path.name}: no longer in the code: {s.context}: {s.source!r}" for s in gone]
        lines += check_pages(language_of(path))
        lines += [] if fresh(path) else [f"{path.name}: newer than its .qm: compile it"]
    return lines


# --- compiling


def compile_one(path: Path, out: Path) -> None:
    """Make a .qm file by Qt's own compiler; it takes the old one's place whole, as running windows have that mapped."""
    scripts = Path(sysconfig.get_path("scripts"))
    program = next(scripts.glob("pyside6-lrelease*"))
    with tempfile.TemporaryDirectory(prefix=".compiling-", dir=out.parent) as folder:
        made = Path(folder, out.name)
        done = subprocess.run([program, "-silent", path, "-qm", made], capture_output=True, text=True, check=False)
        if done.returncode or not made.exists():
            raise SystemExit(f"{path.name} could not be compiled: {done.stdout}{done.stderr}")
        made.replace(out)


def fresh(path: Path) -> bool:
    """Whether the .qm beside a .ts is what would be made of it now."""
    made = path.with_suffix(".qm")
    if not made.exists():
        return False
    with tempfile.TemporaryDirectory() as folder:
        again = Path(folder, made.name)
        compile_one(path, again)
        return again.read_bytes() == made.read_bytes()


def main(argv: list[str]) -> int:
    if argv not in (["update"], ["compile"], ["check"]):
        print(__doc__, file=sys.stderr)
        return 0 if argv in (["-h"], ["--help"]) else 2
    if argv == ["check"]:
        lines = check()
        print("\n".join(lines))
        return 1 if lines else 0
    for path in sorted(CATALOGUES.glob("*.ts")):
        if argv == ["update"]:
            found = collect()
            write(path, language_of(path), merged(read(path), found))
            print("\n".join(found.faults), end="\n" if found.faults else "")
        else:
            compile_one(path, path.with_suffix(".qm"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
