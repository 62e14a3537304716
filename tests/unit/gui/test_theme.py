"""The colour tables can be read, and the scheme changes while the program runs."""

import dataclasses
import itertools
import math
import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QLabel, QLineEdit, QSplitter, QToolTip, QVBoxLayout, QWidget

from qmonitor.gui import theme

BOTH = [theme.LIGHT, theme.DARK]


@pytest.fixture(autouse=True)
def light_again(qapp):
    yield
    theme.apply(qapp, "light")


def luminance(color: str) -> float:
    """Relative luminance of WCAG 2."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_measured_right():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", BOTH, ids=lambda t: t.name)
@pytest.mark.parametrize("background", theme.BACKGROUNDS)
@pytest.mark.parametrize("text", theme.TEXTS)
def test_text_can_be_read_on_every_background(scheme, background, text):
    assert contrast(getattr(scheme, text), getattr(scheme, background)) >= 4.5


@pytest.mark.parametrize("scheme", BOTH, ids=lambda t: t.name)
def test_text_on_the_accent_can_be_read(scheme):
    assert contrast(scheme.on_accent, scheme.accent) >= 4.5


@pytest.mark.parametrize("scheme", BOTH, ids=lambda t: t.name)
@pytest.mark.parametrize("background", theme.BACKGROUNDS)
def test_what_is_disabled_can_still_be_read(scheme, background):
    assert contrast(scheme.disabled, getattr(scheme, background)) >= 3


PAIRS = [
    ("WindowText", "Window"), ("Text", "Base"), ("Text", "AlternateBase"), ("PlaceholderText", "Base"),
    ("ButtonText", "Button"), ("ToolTipText", "ToolTipBase"), ("HighlightedText", "Highlight"), ("Link", "Base"),
    ("Link", "Window"), ("LinkVisited", "Base"), ("BrightText", "Window"),
]  # fmt: skip


@pytest.mark.parametrize("scheme", BOTH, ids=lambda t: t.name)
@pytest.mark.parametrize("group", QPalette.ColorGroup.__members__.values(), ids=str)
@pytest.mark.parametrize(("text", "background"), PAIRS)
def test_every_text_of_the_palette_can_be_read(qapp, scheme, group, text, background):
    if group in (QPalette.ColorGroup.NColorGroups, QPalette.ColorGroup.Current, QPalette.ColorGroup.All):
        group = QPalette.ColorGroup.Active
    made = theme.palette(scheme)
    found = [made.color(group, getattr(QPalette.ColorRole, role)).name() for role in (text, background)]
    assert contrast(*found) >= (3 if group is QPalette.ColorGroup.Disabled else 4.5), found


RULE = re.compile(r"([\w:\-]+)\s*\{\{(.*?)\}\}", re.DOTALL)
INK = re.compile(r"(?<![\w-])color: \{(\w+)\}")
GROUND = re.compile(r"background: (\{(\w+)\}|transparent)")


def readings(sheet: str) -> list[tuple[str, str, list[str]]]:
    """Selector, role of the text, the roles it may stand on; a state has what its widget has, if not its own."""
    plain: dict[str, tuple[str, list[str]]] = {}
    found = []
    for selector, body in RULE.findall(sheet):
        ink, ground = INK.search(body), GROUND.search(body)
        text, under = plain.get(selector.split(":")[0], ("text", list(theme.BACKGROUNDS)))
        text = ink[1] if ink else text
        if ground:
            under = [ground[2]] if ground[2] else list(theme.BACKGROUNDS)
        if ":" not in selector.replace("::", ""):
            plain[selector] = (text, under)
        found.append((selector, text, under))
    return found


@pytest.mark.parametrize("scheme", BOTH, ids=lambda t: t.name)
@pytest.mark.parametrize("kind", [kind for kind in theme._SHEETS if "color:" in theme._SHEETS[kind]])
def test_every_text_of_a_style_sheet_can_be_read(scheme, kind):
    found = readings(theme._SHEETS[kind])
    assert found
    for selector, text, under in found:
        if selector.endswith(("::handle", "::pane", "::menu-indicator")):
            continue
        least = 3 if selector.endswith(":disabled") else 4.5
        for role in under:
            assert contrast(getattr(scheme, text), getattr(scheme, role)) >= least, (selector, text, role)


def test_tool_tips_follow_the_scheme(qapp):
    theme.apply(qapp, "dark")
    shown = QToolTip.palette()
    assert shown.color(QPalette.ColorRole.ToolTipBase) == QColor(theme.DARK.hover)
    assert shown.color(QPalette.ColorRole.ToolTipText) == QColor(theme.DARK.text)


@pytest.mark.parametrize("scheme", BOTH, ids=lambda t: t.name)
def test_curves_stand_out_and_differ(scheme):
    assert len(set(scheme.curves)) == len(scheme.curves) >= 8
    for color in (*scheme.curves, scheme.rest_curve):
        assert contrast(color, scheme.surface) >= 3
        assert contrast(color, scheme.accent_surface) >= 3 or color == scheme.rest_curve


def lab(color: str) -> tuple[float, float, float]:
    """CIE L*a*b*, in which equal distances look about equally different."""
    shares = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    light = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.95047, 1.0, 1.08883)
    xyz = [sum(a * b for a, b in zip(row, light, strict=True)) / w for row, w in zip(rows, white, strict=True)]
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("scheme", BOTH, ids=lambda t: t.name)
def test_no_two_curves_look_alike(scheme):
    distances = {(a, b): math.dist(lab(a), lab(b)) for a, b in itertools.combinations(scheme.curves, 2)}
    assert min(distances.values()) >= 27, min(distances, key=lambda pair: distances[pair])


@pytest.mark.parametrize("scheme", BOTH, ids=lambda t: t.name)
def test_no_colour_is_misspelt(scheme):
    for field in dataclasses.fields(scheme):
        value = getattr(scheme, field.name)
        for color in value if isinstance(value, tuple) else (value,):
            assert field.name == "name" or QColor.isValidColorName(color)


def test_a_curve_beyond_the_colours_is_told_apart_by_its_dashes(qapp):
    round_one, round_two = theme.curve_pen(1), theme.curve_pen(1 + len(theme.LIGHT.curves))
    assert round_one.color() == round_two.color()
    assert round_one.style() == Qt.PenStyle.SolidLine
    assert round_two.style() == Qt.PenStyle.CustomDashLine


def test_the_scheme_that_was_asked_for_is_used(qapp, qtbot):
    theme.apply(qapp, "light")
    with qtbot.waitSignal(theme.notifier().changed):
        theme.apply(qapp, "dark")
    assert theme.current() is theme.DARK
    assert qapp.palette().color(QPalette.ColorRole.Base) == QColor(theme.DARK.surface)
    with qtbot.assertNotEmitted(theme.notifier().changed):
        theme.apply(qapp, "dark")


def test_an_unknown_scheme_is_refused(qapp):
    with pytest.raises(ValueError, match="sepia"):
        theme.apply(qapp, "sepia")


def test_dressed_widgets_follow_the_scheme(qapp, qtbot):
    theme.apply(qapp, "light")
    label, field = QLabel("lab"), QLineEdit()
    qtbot.addWidget(label)
    qtbot.addWidget(field)
    theme.dress(label, "danger")
    theme.dress(field, "field")
    assert label.palette().color(QPalette.ColorRole.WindowText) == QColor(theme.LIGHT.danger)
    theme.apply(qapp, "dark")
    assert label.palette().color(QPalette.ColorRole.WindowText) == QColor(theme.DARK.danger)
    assert theme.DARK.field_line in field.styleSheet()
    theme.dress(label, "muted")
    assert label.palette().color(QPalette.ColorRole.WindowText) == QColor(theme.DARK.muted)


def test_what_lies_inside_a_style_sheet_follows_too(qapp, qtbot):
    theme.apply(qapp, "light")
    around, panel, label = QSplitter(), QWidget(), QLabel("lab")
    qtbot.addWidget(around)
    panel.setAutoFillBackground(True)
    QVBoxLayout(panel).addWidget(label)
    around.addWidget(panel)
    theme.dress(panel, "surface")
    theme.dress(label, "muted")
    theme.dress(around, "field")  # made last, so it hears of a change last
    with qtbot.waitExposed(around):
        around.show()
    theme.apply(qapp, "dark")
    assert panel.palette().color(QPalette.ColorRole.Window) == QColor(theme.DARK.surface)
    assert label.palette().color(QPalette.ColorRole.WindowText) == QColor(theme.DARK.muted)
    assert panel.grab().toImage().pixelColor(1, 1) == QColor(theme.DARK.surface)


def test_an_unknown_kind_of_dress_is_refused(qtbot):
    label = QLabel()
    qtbot.addWidget(label)
    with pytest.raises(ValueError, match="glitter"):
        theme.dress(label, "glitter")


def test_every_style_sheet_fills_in(qapp, qtbot):
    for kind in theme._SHEETS:
        label = QLabel()
        qtbot.addWidget(label)
        theme.dress(label, kind)
        assert "{text}" not in label.styleSheet()


def test_fonts_keep_the_family(qapp):
    font = QFont("DejaVu Sans", 10)
    assert theme.figures(font).family() == font.family()
    assert theme.bold(font, 1.2).pointSizeF() == pytest.approx(12)
    assert theme.bold(font).weight() > font.weight()
