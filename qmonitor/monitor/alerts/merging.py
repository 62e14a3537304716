"""Rules that one person changed while somebody else (another window, an editor) changed them too. Pure."""

from collections.abc import Sequence

from qmonitor.monitor.alerts.model import Rule
from qmonitor.queues.errors import Refused
from qmonitor.queues.words import phrase


def merged(before: Sequence[Rule], after: Sequence[Rule], present: Sequence[Rule]) -> tuple[Rule, ...]:
    """The rules that are `present` with what was changed from `before` to `after`, and nothing else.

    Raises `Refused` where both changed the same rule, or the order of rules, each otherwise.
    """
    old, ours, theirs = ({rule.id: rule for rule in rules} for rules in (before, after, present))
    kept: dict[str, Rule] = {}
    for name in {**old, **ours, **theirs}:
        rule = _either(name, old.get(name), ours.get(name), theirs.get(name))
        if rule is not None:
            kept[name] = rule
    return tuple(kept[name] for name in _order(list(old), list(ours), list(theirs)) if name in kept)


def _either(name: str, old: Rule | None, ours: Rule | None, theirs: Rule | None) -> Rule | None:
    """What becomes of one rule; None: it is gone."""
    if ours == old:
        return theirs
    if theirs in (old, ours):
        return ours
    raise Refused(
        phrase("The rule {name} was changed meanwhile, by another window or in its file.", name=name),
        phrase("Nothing was saved. Open the rules again: they show what holds now."),
    )


def _order(old: list[str], ours: list[str], theirs: list[str]) -> list[str]:
    """All names; those of both in the order that one of them has changed."""
    known = set(old) & set(ours) & set(theirs)
    was, mine, other = ([name for name in names if name in known] for names in (old, ours, theirs))
    if mine == was:
        return _woven(theirs, ours)
    if other in (was, mine):
        return _woven(ours, theirs)
    raise Refused(
        phrase("The order of the rules was changed meanwhile, by another window or in their file."),
        phrase("Nothing was saved. Open the rules again: they show what holds now."),
    )


def _woven(names: list[str], others: list[str]) -> list[str]:
    """With the names that only the others have, each before the one that follows it there."""
    woven, follower = list(names), len(names)
    for name in reversed(others):
        if name in woven:
            follower = woven.index(name)
        else:
            woven.insert(follower, name)
    return woven
