"""Icons are drawn on one grid with one stroke, and each is there in every size and state."""

import re

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon

from qmonitor.gui import icons, theme
from tests.helpers.codebase import PACKAGE, ROOT, modules

FILES = sorted((ROOT / "resources" / "icons").glob("*.svg"))
STROKES = [path for path in FILES if "currentColor" in path.read_text(encoding="utf-8")]
CODE = "\n".join(module.text for module in modules(PACKAGE / "gui"))


@pytest.fixture(autouse=True)
def light_again(qapp):
    yield
    theme.apply(qapp, "light")


@pytest.mark.parametrize("path", STROKES, ids=lambda p: p.stem)
def test_it_is_on_the_grid_in_the_one_stroke(path):
    drawing = path.read_text(encoding="utf-8")
    assert 'viewBox="0 0 16 16"' in drawing
    assert re.findall(r'stroke-width="(.*?)"', drawing) == ["1.25"]
    assert set(re.findall(r'(?:fill|stroke)="(.*?)"', drawing)) == {"none", "currentColor"}


@pytest.mark.parametrize("path", STROKES, ids=lambda p: p.stem)
@pytest.mark.parametrize("scheme", [theme.LIGHT, theme.DARK], ids=lambda t: t.name)
def test_it_is_sharp_in_every_size_and_in_the_colour_of_its_state(qapp, scheme, path, large):
    theme.apply(qapp, scheme.name)
    made = icons.icon(path.stem)
    for mode, color in ((QIcon.Mode.Normal, scheme.text), (QIcon.Mode.Disabled, scheme.disabled)):
        for size in icons.SIZES:
            shown = made.pixmap(QSize(size, size), 1.0, mode)
            assert shown.size() == QSize(size, size)
            assert darkest(shown) == QColor(color).name()


@pytest.fixture
def large():
    """There is a screen of the largest scale."""
    told = theme.notifier()
    before = told.scale
    told._note_scale(3.0)
    yield
    told.scale = before


def test_it_is_drawn_as_large_as_the_screens_need(qapp):
    assert icons.sizes() == (16, 20)
    widths = [size.width() for size in icons.icon("close").availableSizes()]
    assert widths == [16, 20]
    assert icons.icon("close", scale=2).availableSizes()[-1] == QSize(40, 40)


@pytest.mark.parametrize(("scale", "most"), [(1.25, 28), (2.0, 40), (3.0, 48), (4.0, 48)])
def test_it_is_drawn_anew_for_a_screen_of_a_larger_scale(qapp, qtbot, scale, most):
    told = theme.notifier()
    before = told.scale
    try:
        with qtbot.waitSignal(told.changed):
            told._note_scale(scale)
        assert icons.sizes()[-1] == most
        with qtbot.assertNotEmitted(told.changed):  # the larger icons do for a smaller scale as well
            told.look_at_screens()
    finally:
        told.scale = before


def darkest(pixmap) -> str:
    """The colour of the point that is covered most."""
    image = pixmap.toImage()
    points = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    most = max(points, key=QColor.alpha)
    assert most.alpha() > 200
    return most.name()


def test_every_icon_that_is_named_is_there():
    named = set(re.findall(r'\bicon\(\s*"([\w-]+)"', CODE))
    assert named
    assert named <= {path.stem for path in STROKES}
