"""`dataclass`, for values: what the standard library's makes of a frozen class with slots, in a quarter of the time.

Only what it takes to make the class differs. The standard one writes and compiles six methods for each: 0.5 ms on
Python 3.11, and the 130 classes that a window needs at first were a tenth of its start. Here all classes share the
methods, or have closures; their `__init__` alone is written for each, as what it is called with differs. Fields,
defaults, `replace`, comparison, hash and `repr` are the standard's, and so is each class that is not frozen with slots.
"""

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

_put = object.__setattr__
_SHARED = {"repr", "eq", "kw_only"}
"""What a class may ask for and yet share the methods."""


def _dataclass(cls: type | None = None, /, *, frozen: bool = False, slots: bool = False, **terms: bool) -> Any:
    def made(cls: type) -> type:
        if frozen and slots and terms.keys() <= _SHARED and all(map(_is_given, vars(cls).values())):
            return _value(cls, **terms)
        return dataclasses.dataclass(frozen=frozen, slots=slots, **terms)(cls)

    return made if cls is None else made(cls)


def _is_given(default: object) -> bool:
    """Whether what a class has under a name is no field that its `__init__` leaves out."""
    return not isinstance(default, Field) or default.init


if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _dataclass


def _value(cls: type, *, repr: bool = True, eq: bool = True, kw_only: bool = False) -> type:  # noqa: A002 - its name
    own = vars(cls)
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)(cls)
    known = fields(made)
    methods = {"__init__": _init(made, known), "__getstate__": _state, "__setstate__": _set_state}
    if repr:
        methods["__repr__"] = _repr
    if eq:
        methods |= _comparing([one.name for one in known if one.compare])
    for name, method in methods.items():
        if own.get(name) is None:  # an `__eq__` of its own takes the hash away: it is None then
            setattr(made, name, method)
    made.__setattr__, made.__delattr__ = _refuse_set, _refuse_delete
    return made  # type: ignore[no-any-return]


def _comparing(names: Sequence[str]) -> dict[str, Callable[..., Any]]:
    """Whether two are equal, and the hash, by the fields of these names."""
    if len(names) > 1:
        content: Callable[[object], tuple[object, ...]] = attrgetter(*names)
    else:
        content = lambda self: tuple(getattr(self, name) for name in names)  # noqa: E731 - one name gives no tuple

    def __eq__(self: object, other: object) -> bool:  # noqa: N807
        return content(self) == content(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: object) -> int:  # noqa: N807
        return hash(content(self))

    return {"__eq__": __eq__, "__hash__": __hash__}


def _init(cls: type, known: Iterable[Field[Any]]) -> Callable[..., None]:
    """Compiled: to sort out what a call gives, in a method that all share, would cost each value more than this."""
    names: dict[str, Any] = {"__put": _put, "__missing": MISSING}
    parameters: list[str] = []
    keywords: list[str] = []
    lines: list[str] = []
    for one in known:
        name, default = one.name, f"__default_{one.name}"
        given = value = name
        if one.default is not MISSING:
            names[default], given = one.default, f"{name}={default}"
        elif one.default_factory is not MISSING:
            names[default], given = one.default_factory, f"{name}=__missing"
            value = f"{default}() if {name} is __missing else {name}"
        (keywords if one.kw_only else parameters).append(given)
        lines.append(f" __put(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append(" self.__post_init__()")
    signature = ", ".join(["self", *parameters, *(["*", *keywords] if keywords else [])])
    exec(f"def __init__({signature}):\n" + "\n".join(lines or [" pass"]), names)  # noqa: S102 - of our own fields
    made: Callable[..., None] = names["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


@recursive_repr()
def _repr(self: Any) -> str:
    told = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{self.__class__.__qualname__}({told})"


def _refuse_set(_self: object, name: str, _value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_delete(_self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[object]:
    return [getattr(self, one.name) for one in fields(self)]


def _set_state(self: Any, state: Sequence[object]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        _put(self, one.name, value)
