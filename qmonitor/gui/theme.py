"""Every colour and font of the window, as a light and a dark table that follow the system.

Colours are chosen by role, never by value: `current().danger`. Each text colour has at least 4.5:1 against
every background it may stand on, and each curve at least 3:1 (tests measure it). `apply` is called once at
the start; from then on `notifier().changed` tells panels to paint anew.
"""

from functools import cache

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette, QPen
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from qmonitor.values import dataclass


@dataclass(frozen=True, slots=True)
class Theme:
    """One scheme: hex colours by role.

    Backgrounds are `surface` (tables, lists, plots), `window` (bars, dialogs), `hover`, and the tinted
    `accent_surface` (what is selected), `danger_surface` and `warning_surface` (banners). Text colours are
    `text`, `muted`, `accent`, `danger` (needs a person now), `warning`, `good`, `notice` and `neutral`;
    `disabled` is the text of what can't be used now, at least 3:1. `line` is for hairlines, `field_line` for
    the outlines of controls, `on_accent` for text on `accent`.
    """

    name: str
    window: str
    surface: str
    hover: str
    accent_surface: str
    danger_surface: str
    warning_surface: str
    text: str
    muted: str
    accent: str
    on_accent: str
    danger: str
    warning: str
    good: str
    notice: str
    neutral: str
    disabled: str
    line: str
    field_line: str
    curves: tuple[str, ...]
    rest_curve: str

    @property
    def dark(self) -> bool:
        return self.name == "dark"

    def curve(self, index: int) -> str:
        """The colour of the curve with this index; after the last colour they begin again (see `curve_pen`)."""
        return self.curves[index % len(self.curves)]


LIGHT = Theme(
    name="light",
    window="#f6f7f9",
    surface="#ffffff",
    hover="#f1f3f6",
    accent_surface="#e6effd",
    danger_surface="#fbeceb",
    warning_surface="#fbf1dd",
    text="#1a1d21",
    muted="#5a6370",
    accent="#1f5fc7",
    on_accent="#ffffff",
    danger="#b3201f",
    warning="#8f5600",
    good="#1a6f3c",
    notice="#7b1fa2",
    neutral="#5a6370",
    disabled="#788089",
    line="#dfe3e8",
    field_line="#b9c0c9",
    # Okabe and Ito's as far as one pixel is seen on white (3:1), moved until those that are near to each other for
    # people without red or green cones are apart (CIE76 at least 15, simulated); indigo and cyan for two others.
    curves=("#0072b2", "#d55e00", "#02855d", "#b5538c", "#332288", "#665700", "#0f96af", "#40454d"),
    rest_curve="#828a95",
)

DARK = Theme(
    name="dark",
    window="#181c21",
    surface="#1b1f25",
    hover="#272d36",
    accent_surface="#22344f",
    danger_surface="#3a2326",
    warning_surface="#382d18",
    text="#e4e7eb",
    muted="#a2abb8",
    accent="#6ea8fe",
    on_accent="#10141a",
    danger="#ff7b76",
    warning="#f2b53c",
    good="#4fc487",
    notice="#cf8fee",
    neutral="#a2abb8",
    disabled="#7d8692",
    line="#2f353e",
    field_line="#4a525e",
    curves=("#4ba3e3", "#f0813c", "#2fc297", "#e197c4", "#9a87ff", "#f0e442", "#6ce7f3", "#d0cdc9"),
    rest_curve="#7d8692",
)

BACKGROUNDS = ("surface", "window", "hover", "accent_surface", "danger_surface", "warning_surface")
"""The roles that text may stand on."""

TEXTS = ("text", "muted", "accent", "danger", "warning", "good", "notice", "neutral")
"""The roles that text may have."""

GRID = 4
"""Every distance is a multiple of this many pixels."""

DASHES: tuple[list[float], ...] = ([], [6, 3], [2, 3], [9, 3, 2, 3], [14, 4], [7, 3, 2, 3, 2, 3])
"""Of each round of colours, in pixels: drawn and left out by turns."""


class Notifier(QObject):
    """Lives in the GUI thread and holds the scheme in use.

    Signals:
        dressed(): another scheme is in use, and everything that was dressed is in its colours. A new style sheet has
            put back the palettes of everything inside its widget by then.
        changed(): another scheme is in use, or a screen of a larger scale; all must be drawn and painted anew.
    """

    dressed = Signal()
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.theme = LIGHT
        self.scheme: str | None = None
        self.scale = 1.0
        """The largest of all screens so far: pixels of the screen for each of Qt's."""

    @Slot()
    def look_at_screens(self) -> None:
        """Know their largest scale, from now on too."""
        for screen in QGuiApplication.screens():
            screen.geometryChanged.connect(self.look_at_screens, Qt.ConnectionType.UniqueConnection)
        self._note_scale(max((screen.devicePixelRatio() for screen in QGuiApplication.screens()), default=1.0))

    def _note_scale(self, scale: float) -> None:
        if scale > self.scale:
            self.scale = scale
            self.changed.emit()

    @Slot()
    def follow(self) -> None:
        """Use the scheme that was asked for, else the system's."""
        app = QGuiApplication.instance()
        if not isinstance(app, QApplication):
            return
        dark = _system_is_dark(app) if self.scheme is None else self.scheme == "dark"
        before, self.theme = self.theme, DARK if dark else LIGHT
        app.setPalette(palette(self.theme))
        QToolTip.setPalette(palette(self.theme))  # it does not follow the application's
        # Qt posts the new palette to its widgets; whoever hears `changed` shall find it there.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.ApplicationPaletteChange)
        if self.theme is not before:
            _dress_all()
            self.dressed.emit()
            self.changed.emit()


_notifier: Notifier | None = None


def notifier() -> Notifier:
    """The one that says when the scheme changed."""
    global _notifier
    if _notifier is None:
        _notifier = Notifier()
    return _notifier


def current() -> Theme:
    """The scheme in use (light before `apply`)."""
    return notifier().theme


def apply(app: QApplication, scheme: str | None = None) -> None:
    """Dress the application: `scheme` is "light", "dark", or None to follow the system while it runs."""
    if scheme not in (None, "light", "dark"):
        raise ValueError(f"no such scheme: {scheme}")
    if app.style().objectName().lower() != "fusion":
        app.setStyle("Fusion")
    told = notifier()
    told.scheme = scheme
    app.screenAdded.connect(told.look_at_screens, Qt.ConnectionType.UniqueConnection)
    told.look_at_screens()
    hints = app.styleHints()
    hints.colorSchemeChanged.connect(told.follow, Qt.ConnectionType.UniqueConnection)
    # Window frames and native dialogs are the system's: they are told as well, where the platform can.
    wanted = {None: Qt.ColorScheme.Unknown, "light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
    hints.setColorScheme(wanted[scheme])
    told.follow()


def _system_is_dark(app: QApplication) -> bool:
    return app.styleHints().colorScheme() == Qt.ColorScheme.Dark


def palette(theme: Theme) -> QPalette:
    """The Qt palette of a scheme."""
    role = QPalette.ColorRole
    colors = {
        role.Window: theme.window,
        role.WindowText: theme.text,
        role.Base: theme.surface,
        role.AlternateBase: theme.hover,
        role.Text: theme.text,
        role.PlaceholderText: theme.muted,
        role.Button: theme.window,
        role.ButtonText: theme.text,
        role.BrightText: theme.danger,
        role.ToolTipBase: theme.hover,
        role.ToolTipText: theme.text,
        role.Highlight: theme.accent,
        role.HighlightedText: theme.on_accent,
        role.Accent: theme.accent,
        role.Link: theme.accent,
        role.LinkVisited: theme.notice,
        role.Light: theme.surface,
        role.Midlight: theme.hover,
        role.Mid: theme.line,
        role.Dark: theme.field_line,
        role.Shadow: theme.field_line,
    }
    made = QPalette()
    for which, color in colors.items():
        made.setColor(which, QColor(color))
    for which in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, which, QColor(theme.disabled))
    made.setColor(QPalette.ColorGroup.Disabled, role.Highlight, QColor(theme.field_line))
    made.setColor(QPalette.ColorGroup.Disabled, role.HighlightedText, QColor(theme.text))
    return made


def curve(index: int) -> QColor:
    """The colour of a curve in the scheme in use."""
    return QColor(current().curve(index))


def curve_pen(index: int, width: float = 1.0, dashes: int | None = None) -> QPen:
    """A curve's pen.

    From the second round of colours on it is dashed, so that curves stay apart without colour: `dashes` says which of
    `DASHES`, else the index does.
    """
    pen = QPen(curve(index), width)
    pen.setCosmetic(True)
    pattern = DASHES[(index // len(LIGHT.curves) if dashes is None else dashes) % len(DASHES)]
    if pattern:
        pen.setDashPattern([length / width for length in pattern])  # Qt counts in widths
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def rest_pen() -> QPen:
    """The pen of all curves that have no colour of their own."""
    pen = QPen(QColor(current().rest_curve), 1.0)
    pen.setCosmetic(True)  # else it is as wide as one message is high
    return pen


def monospace() -> QFont:
    """The system's fixed-width font: payloads and whatever else is read character by character."""
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)


def figures(font: QFont) -> QFont:
    """The same font with all digits equally wide, where it has such digits."""
    made = QFont(font)
    made.setFeature(QFont.Tag("tnum"), 1)
    return made


def bold(font: QFont, scale: float = 1.0) -> QFont:
    """The same font in bold (demi-bold where there is such), scaled."""
    made = QFont(font)
    made.setWeight(QFont.Weight.DemiBold)
    if scale != 1.0 and font.pointSizeF() > 0:
        made.setPointSizeF(font.pointSizeF() * scale)
    return made


_SHEETS = {
    "chip": """
        QToolButton {{ border: 1px solid transparent; border-radius: 4px; padding: 3px 8px; background: transparent;
                       color: {text}; }}
        QToolButton:hover {{ background: {hover}; }}
        QToolButton:checked {{ background: {accent_surface}; color: {accent}; }}
        QToolButton:focus {{ border-color: {accent}; }}
        QToolButton:disabled {{ color: {disabled}; }}
        QToolButton::menu-indicator {{ image: none; width: 0; }}
    """,
    "legend": """
        QToolButton {{ border: 0; border-radius: 4px; padding: 2px 4px; background: transparent; color: {muted}; }}
        QToolButton:hover {{ background: {hover}; color: {text}; }}
        QToolButton:checked {{ background: {accent_surface}; color: {text}; }}
    """,
    "small": """
        QToolButton {{ border: 0; border-radius: 4px; padding: 2px; background: transparent; }}
        QToolButton:hover {{ background: {accent_surface}; }}
    """,
    "tabs": """
        QTabBar {{ background: {surface}; border-bottom: 1px solid {line}; }}
        QTabBar::tab {{ padding: 6px 8px; margin-bottom: 1px; border: 0; border-bottom: 2px solid transparent;
                        color: {muted}; background: {surface}; }}
        QTabBar::tab:selected {{ color: {text}; border-bottom-color: {accent}; }}
        QTabBar::tab:hover {{ color: {text}; }}
        QTabBar::tab:focus {{ color: {accent}; }}
    """,
    "sources": """
        QTabBar {{ background: {window}; border-bottom: 1px solid {line}; }}
        QTabBar::tab {{ padding: 6px 8px 6px 12px; border: 0; border-right: 1px solid {line};
                        border-bottom: 2px solid transparent; color: {muted}; background: {window};
                        min-width: 80px; max-width: 240px; }}
        QTabBar::tab:selected {{ color: {text}; background: {surface}; border-bottom-color: {accent}; }}
        QTabBar::tab:hover {{ color: {text}; }}
        QTabBar::tab:focus {{ color: {accent}; }}
    """,
    "header": """
        QHeaderView {{ background: {surface}; border: 0; }}
        QHeaderView::section {{ background: {surface}; color: {muted}; border: 0; border-bottom: 1px solid {line};
                                padding: 4px 8px; }}
    """,
    "button": """
        QPushButton {{ border: 1px solid {field_line}; border-radius: 4px; padding: 4px 13px; background: {surface};
                       color: {text}; }}
        QPushButton:hover {{ background: {hover}; }}
        QPushButton:focus {{ border: 2px solid {accent}; padding: 3px 12px; }}
        QPushButton:disabled {{ color: {disabled}; background: {window}; }}
    """,
    "field": """
        QLineEdit {{ border: 1px solid {field_line}; border-radius: 4px; padding: 3px 6px; background: {surface};
                     color: {text}; }}
        QLineEdit:focus {{ border-color: {accent}; }}
    """,
    "banner-warning": "QFrame {{ background: {warning_surface}; }} QLabel {{ color: {warning}; }}",
    "banner-danger": "QFrame {{ background: {danger_surface}; }} QLabel {{ color: {danger}; }}",
}


_KIND = "qmonitor-dress"
"""Property of a widget: what it was dressed as. To go through all widgets when the scheme changes takes less than an
object in each that waits for it.
"""


def _dress_all() -> None:
    """Have every widget that was dressed in the colours of the scheme in use.

    A new style sheet puts back the palettes of everything inside its widget, so these come after all of those.
    """
    dressed = [(widget, kind) for widget in QApplication.allWidgets() if (kind := widget.property(_KIND))]
    for widget, kind in sorted(dressed, key=lambda one: one[1] not in _SHEETS):
        _put_on(widget, kind)


def _put_on(widget: QWidget, kind: str) -> None:
    if kind in _SHEETS:
        widget.setStyleSheet(_sheet(kind, current()))
    else:
        widget.setPalette(_local_palette(kind, current(), widget.palette()))


_SHEET_ROLES = (*BACKGROUNDS, *TEXTS, "disabled", "line", "field_line", "on_accent")


@cache
def _sheet(kind: str, theme: Theme) -> str:
    return _SHEETS[kind].format(**{role: getattr(theme, role) for role in _SHEET_ROLES})


def _local_palette(kind: str, theme: Theme, made: QPalette) -> QPalette:
    """`made` with the colours of a kind: "list", "surface", or a text role."""
    role = QPalette.ColorRole
    if kind == "list":
        made.setColor(role.Highlight, QColor(theme.accent_surface))
        made.setColor(role.HighlightedText, QColor(theme.text))
    elif kind == "surface":
        made.setColor(role.Window, QColor(theme.surface))
    else:
        made.setColor(role.WindowText, QColor(getattr(theme, kind)))
        made.setColor(role.Text, QColor(getattr(theme, kind)))
    return made


def dress(widget: QWidget, kind: str) -> None:
    """Give a widget its local colours, now and after every change of the scheme.

    `kind` is a text role ("muted", "danger" …) for labels; "list" for views whose selection is a calm tint;
    "surface" for panels that are as bright as a table; or the name of one of the few style sheets:
    "chip", "small", "legend", "tabs", "sources", "header", "button", "field", "banner-warning", "banner-danger". These
    are for what has few children, which would all be styled (on the panels' surroundings: 35 ms at the start).
    """
    if kind not in _SHEETS and kind not in TEXTS and kind not in ("list", "surface"):
        raise ValueError(f"no such kind: {kind}")
    widget.setProperty(_KIND, kind)
    _put_on(widget, kind)
