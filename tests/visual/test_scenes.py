"""Every scene looks as it was accepted, nothing in it is cut or covered, and every word of it is translated."""

import os
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.helpers import pictures
from tests.helpers.scenes import SCENES, Scene, Shot, play

REFERENCES = Path(__file__).parent / "references"

EVERY = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)


@pytest.fixture(scope="module")
def shots(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Shot]:
    """All scenes, played once, by however many processes the tests run in."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return play(SCENES, tmp_path_factory.mktemp("scenes"))
    folder = tmp_path_factory.getbasetemp().parent / "scenes"
    folder.mkdir(exist_ok=True)
    return play(SCENES, folder, at_once=1)


@EVERY
def test_it_looks_as_accepted(shots: dict[str, Shot], scene: Scene, tmp_path: Path) -> None:
    pictures.assert_alike(shots[scene.name].picture, REFERENCES / f"{scene.name}.png", tmp_path)


@EVERY
def test_nothing_in_it_is_cut(shots: dict[str, Shot], scene: Scene) -> None:
    assert shots[scene.name].cut == ()


@EVERY
def test_nothing_in_it_lies_over_another(shots: dict[str, Shot], scene: Scene) -> None:
    assert shots[scene.name].overlapping == ()


@pytest.mark.parametrize("scene", [s for s in SCENES if s.language == "pseudo"], ids=lambda scene: scene.name)
def test_every_word_in_it_is_translated(shots: dict[str, Shot], scene: Scene) -> None:
    assert shots[scene.name].untranslated == ()


def test_every_reference_has_its_scene() -> None:
    assert {path.stem for path in REFERENCES.glob("*.png")} == {scene.name for scene in SCENES}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_switch_of_the_scheme_leaves_nothing_of_the_other(shots: dict[str, Shot], scheme: str) -> None:
    started, switched = (QImage(str(shots[f"ward-{name}"].picture)) for name in (scheme, f"switched-{scheme}"))
    assert pictures.compare(pictures.reduced(switched), pictures.reduced(started)).blocks == 0
