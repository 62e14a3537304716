"""The package's own source, as the house rules read it: modules, functions, imports and calls."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "qmonitor"

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """One Python file."""

    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All of the tree, the outer ones before the inner ones."""
        return tuple(ast.walk(self.tree))

    @property
    def lines(self) -> int:
        return len(self.text.splitlines())

    @property
    def name(self) -> str:
        """The path from the root of the repository, for messages."""
        return self.path.relative_to(ROOT).as_posix()

    def where(self, node: ast.AST) -> str:
        return f"{self.name}:{getattr(node, 'lineno', 1)}"

    def functions(self) -> Iterator[Function]:
        return (node for node in self.nodes if isinstance(node, Function))

    def classes(self) -> Iterator[ast.ClassDef]:
        return (node for node in self.nodes if isinstance(node, ast.ClassDef))

    def calls(self) -> Iterator[ast.Call]:
        return (node for node in self.nodes if isinstance(node, ast.Call))

    def imports(self) -> set[str]:
        """Dotted names of everything imported, wherever in the module: `a.b` and `a.b.c` for `from a.b import c`."""
        names: set[str] = set()
        for node in self.nodes:
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        return names


@cache
def module_at(path: Path) -> Module:
    """The same each time, so that every file is parsed once, until `module_at.cache_clear()`."""
    return Module(path)


def modules(folder: Path = PACKAGE) -> list[Module]:
    return [module_at(path) for path in sorted(folder.rglob("*.py"))]


def length(function: Function) -> int:
    """Lines of a function, without its docstring and the functions inside it."""
    own = (function.end_lineno or function.lineno) - function.lineno + 1
    inside = [node for node in ast.walk(function) if isinstance(node, Function) and node is not function]
    outermost = [n for n in inside if not any(n is not m and n in ast.walk(m) for m in inside)]
    text = ast.get_docstring(function, clean=False)
    return own - (text.count("\n") + 1 if text else 0) - sum(length(node) for node in outermost)


def called(call: ast.Call) -> str:
    """The last name of what is called: `setText` of `self.label.setText(…)`."""
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def owner(call: ast.Call) -> str:
    """What it is called on, as written: `self.label`; "" for a plain name."""
    return ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else ""
