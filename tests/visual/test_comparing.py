"""The comparison finds a word that changed, and leaves alone what only smooths its letters otherwise."""

from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QFont, QImage, QPainter

from tests.helpers import pictures


def page(words: str = "stuck", offset: float = 0.0, ink: str = "#1a1d21") -> QImage:
    """Lines of text as a table has them; `words` stands in one of them."""
    image = QImage(1440, 860, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    painter = QPainter(image)
    painter.setFont(QFont("DejaVu Sans", 9))
    painter.setPen(QColor(ink))
    painter.translate(offset, 0)
    for line in range(40):
        painter.drawText(
            20, 20 + 20 * line, f"MSG{88120 + line} pending {words if line == 7 else 'waiting'} 12:05:{line}"
        )
    painter.end()
    return pictures.reduced(image)


@pytest.fixture(autouse=True)
def fonts(qapp):
    """Letters are only drawn where there is an application."""


def test_the_same_is_alike():
    assert pictures.compare(page(), page()).blocks == 0


@pytest.mark.parametrize("words", ["idle", "steady", "overdue"])
def test_another_word_is_found(words):
    assert pictures.compare(page(words), page()).matters


def test_other_smoothing_is_left_alone():
    assert not pictures.compare(page(offset=0.3), page()).matters
    assert not pictures.compare(page(ink="#2a2d31"), page()).matters


def test_another_size_is_found():
    assert pictures.compare(pictures.reduced(QImage(100, 80, QImage.Format.Format_RGB32)), page()).matters


def test_a_difference_is_kept_to_be_looked_at(tmp_path: Path):
    seen, reference, kept = tmp_path / "s.png", tmp_path / "r.png", tmp_path / "kept"
    kept.mkdir()
    page("growing and growing").save(str(seen))
    pictures.save_reference(page(), reference)
    with pytest.raises(AssertionError, match=r"s-difference\.png"):
        pictures.assert_alike(seen, reference, kept)
    assert not QImage(str(kept / "s-difference.png")).isNull()
    with pytest.raises(AssertionError, match="never accepted"):
        pictures.assert_alike(seen, tmp_path / "none.png", kept)


def test_a_picture_becomes_the_reference_where_that_is_asked_for(tmp_path: Path, monkeypatch):
    seen, reference = tmp_path / "s.png", tmp_path / "r.png"
    page("growing").save(str(seen))
    pictures.save_reference(page(), reference)
    monkeypatch.setenv(pictures.ACCEPT, "1")
    pictures.assert_alike(seen, reference, tmp_path)
    monkeypatch.delenv(pictures.ACCEPT)
    pictures.assert_alike(seen, reference, tmp_path)
