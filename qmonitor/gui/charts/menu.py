"""The menus of the charts: everything that the mouse can do, for the keyboard as well."""

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMenu, QWidget

from qmonitor.gui.charts.entry import Entry
from qmonitor.queues.model import Destination

Switch = Callable[[Destination | None], None]


def entry_menu(
    parent: QWidget, entry: Entry, *, switch: Switch, only: Switch, show_all: Callable[[], None], hidden: bool
) -> QMenu:
    """What can be done with one curve; `hidden`: whether any is hidden."""
    menu = _menu(parent, "charts-entry-menu")
    if entry.hidden:
        _add(menu, "show", QCoreApplication.translate("charts", "&Show"), lambda: switch(entry.where))
    else:
        _add(menu, "hide", QCoreApplication.translate("charts", "&Hide"), lambda: switch(entry.where))
    if entry.where is not None:
        _add(menu, "only", QCoreApplication.translate("charts", "Show &only this one"), lambda: only(entry.where))
    _add(menu, "show-all", QCoreApplication.translate("charts", "Show &all curves"), show_all, enabled=hidden)
    return menu


def add_curves(menu: QMenu, entries: Sequence[Entry], switch: Switch, show_all: Callable[[], None]) -> None:
    """A check for each curve, and one entry that shows all of them."""
    for number, entry in enumerate(entries):
        action = menu.addAction(entry.name.replace("&", "&&"))
        action.setObjectName(f"charts-curve-{number}")
        action.setCheckable(True)
        action.setChecked(not entry.hidden)
        action.triggered.connect(_switching(switch, entry.where))
    menu.addSeparator()
    hidden = any(entry.hidden for entry in entries)
    _add(menu, "show-all", QCoreApplication.translate("charts", "Show &all curves"), show_all, enabled=hidden)


def chart_menu(
    parent: QWidget,
    entries: Sequence[Entry],
    switch: Switch,
    calls: dict[str, Callable[[], None]],
    *,
    following: bool,
    on: Collection[str],
) -> QMenu:
    """The menu of the charts. `calls`: find, show-all, rules, follow, zoom-in, zoom-out, png, csv, and the checks.

    Those are scale and multiples, on if they are in `on`.
    """
    menu = _menu(parent, "charts-menu")
    _add(menu, "find", QCoreApplication.translate("charts", "Find a cur&ve…"), calls["find"], enabled=bool(entries))
    curves = menu.addMenu(QCoreApplication.translate("charts", "&Curves"))
    curves.setEnabled(bool(entries))
    add_curves(curves, entries, switch, calls["show-all"])
    _add(menu, "rules", QCoreApplication.translate("charts", "Alert &rules…"), calls["rules"])
    menu.addSeparator()
    _check(menu, "scale", QCoreApplication.translate("charts", "Lo&garithmic scale"), calls["scale"], on)
    _check(menu, "multiples", QCoreApplication.translate("charts", "S&mall charts"), calls["multiples"], on)
    menu.addSeparator()
    _add(menu, "follow", QCoreApplication.translate("charts", "&Back to now"), calls["follow"], enabled=not following)
    _add(menu, "zoom-in", QCoreApplication.translate("charts", "Zoom &in"), calls["zoom-in"], enabled=bool(entries))
    _add(menu, "zoom-out", QCoreApplication.translate("charts", "Zoom &out"), calls["zoom-out"], enabled=bool(entries))
    menu.addSeparator()
    picture, table = (
        QCoreApplication.translate("charts", "Save chart as &picture…"),
        QCoreApplication.translate("charts", "Save chart as tab&le…"),
    )
    _add(menu, "png", picture, calls["png"], enabled=bool(entries))
    _add(menu, "csv", table, calls["csv"], enabled=bool(entries))
    return menu


def _menu(parent: QWidget, name: str) -> QMenu:
    menu = QMenu(parent)
    menu.setObjectName(name)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu


def _add(menu: QMenu, name: str, words: str, call: Callable[[], None], *, enabled: bool = True) -> None:
    action = menu.addAction(words)
    action.setObjectName(f"charts-{name}")
    action.setEnabled(enabled)
    action.triggered.connect(lambda _checked: call())


def _check(menu: QMenu, name: str, words: str, call: Callable[[], None], on: Collection[str]) -> None:
    action = menu.addAction(words)
    action.setObjectName(f"charts-{name}")
    action.setCheckable(True)
    action.setChecked(name in on)
    action.triggered.connect(lambda _checked: call())


def _switching(switch: Switch, where: Destination | None) -> Callable[[bool], None]:
    return lambda _checked: switch(where)
