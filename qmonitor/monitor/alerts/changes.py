"""What was changed in rules, as the journal tells it: names and figures, in the words of the rules' file."""

from collections.abc import Iterator, Mapping, Sequence

from qmonitor.monitor.alerts import wording
from qmonitor.monitor.alerts.model import Rule


def told(before: Sequence[Rule], after: Sequence[Rule]) -> str:
    """Each rule that was added, removed or changed; "" where none was."""
    return "; ".join(_told(before, after))


def _told(before: Sequence[Rule], after: Sequence[Rule]) -> Iterator[str]:
    old, new = ({rule.id: rule for rule in rules} for rules in (before, after))
    for name in {**old, **new}:
        if name not in old:
            yield f"added {_whole(new[name])}"
        elif name not in new:
            yield f"removed {_whole(old[name])}"
        elif old[name] != new[name]:
            yield f"changed {name}: {_differences(wording.written(old[name]), wording.written(new[name]))}"
    common = old.keys() & new.keys()
    if [name for name in old if name in common] != [name for name in new if name in common]:
        yield f"ordered {', '.join(new)}"


def _whole(rule: Rule) -> str:
    """What decides when and where it alerts."""
    found = wording.written(rule)
    places = [found[name] for name in ("source", "channel", "destination")]
    off = "" if rule.enabled else ", off"
    return f"{rule.id}: {rule.measure} {found['level']} at {found['limit']} for {' '.join(map(str, places))}{off}"


def _differences(old: Mapping[str, object], new: Mapping[str, object]) -> str:
    names = [name for name in wording.FIELDS if old.get(name) != new.get(name)]
    return ", ".join(f"{name} {_value(old.get(name))} -> {_value(new.get(name))}" for name in names)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "none" if value is None else str(value)
