"""What a person can do, as one table: it feeds the toolbar, the menus, the context menus, the shortcuts and their list.

In read-only mode the entries that would change a source do not exist.
"""

from PySide6.QtCore import QT_TRANSLATE_NOOP

from qmonitor.gui.action_spec import Needs, Place, Section, Spec

_MESSAGE = Place.MESSAGE | Place.CONTEXT
_CONTEXT = Place.EDIT | Place.CONTEXT
_RANGE = Place.VIEW | Place.TOOLBAR

_LOOKING: tuple[Spec, ...] = (
    Spec(
        "open",
        str(QT_TRANSLATE_NOOP("actions", "&Open…")),
        Section.SOURCE,
        "open",
        "Ctrl+O",
        places=Place.FILE | Place.TOOLBAR,
    ),
    Spec(
        "connect",
        str(QT_TRANSLATE_NOOP("actions", "Con&nect to a {server} queue…")),
        Section.SOURCE,
        "network",
        "Ctrl+Shift+E",
        places=Place.FILE,
    ),
    Spec(
        "close-source",
        str(QT_TRANSLATE_NOOP("actions", "&Close source")),
        Section.SOURCE,
        "",
        "Ctrl+W",
        Needs.VIEW,
        places=Place.FILE,
    ),
    Spec(
        "export-png",
        str(QT_TRANSLATE_NOOP("actions", "Save chart as &picture…")),
        Section.SAVE,
        needs=Needs.SOURCE,
        places=Place.FILE,
    ),
    Spec(
        "export-csv",
        str(QT_TRANSLATE_NOOP("actions", "Save chart as &table…")),
        Section.SAVE,
        needs=Needs.SOURCE,
        places=Place.FILE,
    ),
    Spec("live", str(QT_TRANSLATE_NOOP("actions", "&Live")), Section.READING, "pause", "Ctrl+L", Needs.SOURCE),
    Spec("refresh", str(QT_TRANSLATE_NOOP("actions", "&Refresh now")), Section.READING, "refresh", "F5", Needs.SOURCE),
    Spec(
        "masked",
        str(QT_TRANSLATE_NOOP("actions", "Mas&ked")),
        Section.READING,
        "masked",
        "Ctrl+M",
        places=Place.VIEW | Place.TOOLBAR,
        toggle=True,
    ),
    Spec("find", str(QT_TRANSLATE_NOOP("actions", "&Filter messages")), Section.TABLE, shortcut="Ctrl+F"),
    Spec(
        "find-messages",
        str(QT_TRANSLATE_NOOP("actions", "F&ind in messages…")),
        Section.TABLE,
        shortcut="Ctrl+Shift+F",
        needs=Needs.SOURCE,
        places=Place.EDIT,
    ),
    Spec(
        "filter-fields",
        str(QT_TRANSLATE_NOOP("actions", "Filter the &tree of the message")),
        Section.TABLE,
        shortcut="Ctrl+Shift+T",
        needs=Needs.ONE_ITEM,
        places=Place.EDIT,
    ),
    Spec("columns", str(QT_TRANSLATE_NOOP("actions", "Choose &columns…")), Section.TABLE, needs=Needs.SOURCE),
    Spec("rules", str(QT_TRANSLATE_NOOP("actions", "&Alert rules…")), Section.TABLE, needs=Needs.SOURCE),
    Spec("worker-settings", str(QT_TRANSLATE_NOOP("actions", "&Workers…")), Section.TABLE, needs=Needs.SOURCE),
    *(
        Spec(f"go-{name}", label, Section.PANELS, shortcut=f"Ctrl+{n}", places=Place.GO)
        for n, (name, label) in enumerate(
            (
                ("destinations", str(QT_TRANSLATE_NOOP("actions", "Go to &destinations"))),
                ("messages", str(QT_TRANSLATE_NOOP("actions", "Go to &messages"))),
                ("audit", str(QT_TRANSLATE_NOOP("actions", "Go to &audit"))),
                ("inspector", str(QT_TRANSLATE_NOOP("actions", "Go to &inspector"))),
                ("alerts", str(QT_TRANSLATE_NOOP("actions", "Go to a&lerts"))),
                ("errors", str(QT_TRANSLATE_NOOP("actions", "Go to &errors"))),
                ("workers", str(QT_TRANSLATE_NOOP("actions", "Go to &workers"))),
            ),
            start=1,
        )
    ),
    Spec(
        "jump",
        str(QT_TRANSLATE_NOOP("actions", "&Go to id…")),
        Section.JUMPS,
        "",
        "Ctrl+G",
        Needs.SOURCE,
        places=Place.GO,
    ),
    Spec(
        "jump-oldest",
        str(QT_TRANSLATE_NOOP("actions", "Go to the &oldest message")),
        Section.JUMPS,
        "",
        "Ctrl+Shift+O",
        Needs.SOURCE,
        places=Place.GO,
    ),
    Spec(
        "jump-newest",
        str(QT_TRANSLATE_NOOP("actions", "Go to the &newest message")),
        Section.JUMPS,
        "",
        "Ctrl+Shift+N",
        Needs.SOURCE,
        places=Place.GO,
    ),
    Spec(
        "next-source",
        str(QT_TRANSLATE_NOOP("actions", "Ne&xt source")),
        Section.SOURCES,
        "",
        "Ctrl+PgDown",
        Needs.VIEWS,
        places=Place.GO,
    ),
    Spec(
        "previous-source",
        str(QT_TRANSLATE_NOOP("actions", "&Previous source")),
        Section.SOURCES,
        "",
        "Ctrl+PgUp",
        Needs.VIEWS,
        places=Place.GO,
    ),
)

_CHOICES: tuple[Spec, ...] = (
    *(
        Spec(
            f"interval-{seconds}",
            str(QT_TRANSLATE_NOOP("actions", "Every {seconds} s")),
            Section.CHOICE,
            group="interval",
            value=seconds,
        )
        for seconds in (1, 2, 5, 10, 30)
    ),
    *(
        Spec(f"range-{value}", label, Section.CHOICE, shortcut=f"Alt+{n}", places=places, group="range", value=value)
        for n, (label, value, places) in enumerate(
            (
                (str(QT_TRANSLATE_NOOP("actions", "15 m")), 900, _RANGE),
                (str(QT_TRANSLATE_NOOP("actions", "1 h")), 3600, _RANGE),
                (str(QT_TRANSLATE_NOOP("actions", "6 h")), 21_600, _RANGE),
                (str(QT_TRANSLATE_NOOP("actions", "24 h")), 86_400, _RANGE),
                (str(QT_TRANSLATE_NOOP("actions", "7 d")), 604_800, _RANGE),
                (str(QT_TRANSLATE_NOOP("actions", "30 d")), 2_592_000, _RANGE),
                (str(QT_TRANSLATE_NOOP("actions", "1 y")), 31_536_000, _RANGE),
            ),
            start=1,
        )
    ),
    *(
        Spec(f"{group}-{name}", label, Section.CHOICE, group=group, name=name)
        for group, name, label in (
            ("theme", "system", str(QT_TRANSLATE_NOOP("actions", "As the &system"))),
            ("theme", "light", str(QT_TRANSLATE_NOOP("actions", "&Light"))),
            ("theme", "dark", str(QT_TRANSLATE_NOOP("actions", "&Dark"))),
            ("language", "system", str(QT_TRANSLATE_NOOP("actions", "As the &system"))),
            ("language", "en", str(QT_TRANSLATE_NOOP("actions", "&English"))),
            ("language", "de", str(QT_TRANSLATE_NOOP("actions", "&Deutsch"))),
        )
    ),
)

_ACTING: tuple[Spec, ...] = (
    Spec(
        "undo",
        str(QT_TRANSLATE_NOOP("actions", "&Undo…")),
        Section.UNDO,
        "",
        "Ctrl+Z",
        Needs.UNDO,
        "restore",
        places=Place.EDIT,
    ),
    Spec(
        "retry-now",
        str(QT_TRANSLATE_NOOP("actions", "&Retry now…")),
        Section.ACT,
        "retry",
        "Ctrl+R",
        Needs.ITEMS,
        "retry-now",
        _MESSAGE | Place.TOOLBAR,
    ),
    Spec(
        "skip",
        str(QT_TRANSLATE_NOOP("actions", "&Skip…")),
        Section.ACT,
        "skip",
        "Ctrl+K",
        Needs.ITEMS,
        "skip",
        _MESSAGE | Place.TOOLBAR,
    ),
    Spec(
        "restore",
        str(QT_TRANSLATE_NOOP("actions", "Res&tore…")),
        Section.ACT,
        "restore",
        "Ctrl+T",
        Needs.ITEMS,
        "restore",
        _MESSAGE,
    ),
    Spec(
        "resend",
        str(QT_TRANSLATE_NOOP("actions", "Resend as &new…")),
        Section.ACT,
        "resend",
        "",
        Needs.ONE_ITEM,
        "resend",
        places=_MESSAGE,
    ),
    Spec(
        "remove",
        str(QT_TRANSLATE_NOOP("actions", "Re&move…")),
        Section.DANGER,
        "remove",
        "",
        Needs.ITEMS,
        "remove",
        _MESSAGE,
    ),
    Spec(
        "erase",
        str(QT_TRANSLATE_NOOP("actions", "&Erase for good…")),
        Section.DANGER,
        "erase",
        "",
        Needs.ITEMS,
        "erase",
        places=_MESSAGE,
    ),
    Spec(
        "retry-destination",
        str(QT_TRANSLATE_NOOP("actions", "&Retry all now…")),
        Section.ACT,
        "retry",
        "Ctrl+Shift+R",
        Needs.DESTINATION,
        "retry-now",
        places=Place.DESTINATION,
    ),
    Spec(
        "drain",
        str(QT_TRANSLATE_NOOP("actions", "&Drain…")),
        Section.DANGER,
        "drain",
        "Ctrl+D",
        Needs.DESTINATION,
        "drain",
        places=Place.DESTINATION | Place.TOOLBAR,
    ),
    Spec(
        "optimise",
        str(QT_TRANSLATE_NOOP("actions", "Opt&imise the file…")),
        Section.ACT,
        needs=Needs.SOURCE,
        capability="optimise",
        places=Place.FILE,
    ),
    Spec(
        "optimise-undo",
        str(QT_TRANSLATE_NOOP("actions", "&Undo optimisation…")),
        Section.ACT,
        needs=Needs.SOURCE,
        capability="optimise-undo",
        places=Place.FILE,
    ),
    Spec(
        "purge",
        str(QT_TRANSLATE_NOOP("actions", "Purge &finished messages of all destinations…")),
        Section.DANGER,
        "purge",
        "",
        Needs.SOURCE,
        "purge",
        places=Place.FILE,
    ),
)

_REST: tuple[Spec, ...] = (
    Spec(
        "copy-rows",
        str(QT_TRANSLATE_NOOP("actions", "&Copy rows")),
        Section.ROWS,
        "",
        "Ctrl+C",
        Needs.ITEMS,
        places=_CONTEXT,
        in_table=True,
    ),
    Spec(
        "select-all",
        str(QT_TRANSLATE_NOOP("actions", "Select &all that match")),
        Section.ROWS,
        "",
        "Ctrl+A",
        Needs.SOURCE,
        places=_CONTEXT,
        in_table=True,
    ),
    Spec(
        "copy-value",
        str(QT_TRANSLATE_NOOP("actions", "Copy &value")),
        Section.ROWS,
        "",
        "Ctrl+Shift+V",
        Needs.ONE_ITEM,
        places=Place.EDIT,
    ),
    Spec(
        "copy-path",
        str(QT_TRANSLATE_NOOP("actions", "Copy &path")),
        Section.ROWS,
        "",
        "Ctrl+Shift+P",
        Needs.ONE_ITEM,
        places=Place.EDIT,
    ),
    Spec(
        "copy-stored",
        str(QT_TRANSLATE_NOOP("actions", "Copy message as st&ored")),
        Section.ROWS,
        "copy",
        "Ctrl+Shift+C",
        Needs.ONE_ITEM,
        places=_CONTEXT,
    ),
    Spec(
        "save-stored",
        str(QT_TRANSLATE_NOOP("actions", "Save message as store&d…")),
        Section.ROWS,
        "save",
        "Ctrl+S",
        Needs.ONE_ITEM,
        places=_CONTEXT,
    ),
    Spec(
        "export",
        str(QT_TRANSLATE_NOOP("actions", "E&xport…")),
        Section.ROWS,
        "",
        "Ctrl+E",
        Needs.ITEMS,
        places=_MESSAGE,
    ),
    Spec("quit", str(QT_TRANSLATE_NOOP("actions", "&Quit")), Section.PROGRAM, "quit", "Ctrl+Q", places=Place.FILE),
    Spec("help", str(QT_TRANSLATE_NOOP("actions", "&Help")), Section.PROGRAM, shortcut="F1", places=Place.HELP),
    Spec(
        "shortcuts",
        str(QT_TRANSLATE_NOOP("actions", "&Keyboard shortcuts")),
        Section.PROGRAM,
        shortcut="Ctrl+F1",
        places=Place.HELP,
    ),
    Spec("about", str(QT_TRANSLATE_NOOP("actions", "&About qmonitor")), Section.PROGRAM, places=Place.HELP),
)

ACTIONS: tuple[Spec, ...] = tuple(
    sorted((*_LOOKING, *_CHOICES, *_ACTING, *_REST), key=lambda spec: spec.section)  # which keeps the order of equals
)
"""All entries; at each place they stand in this order."""
