"""Comparing a picture with the one that was accepted, with tolerance for how another machine smooths its letters.

References are half as large and of few colours, so that they stay small. Both pictures are blurred; what counts is the
share of blocks that differ by more than smoothing does: a changed word is found, a shifted shade of its edge is not.
"""

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

ACCEPT = "QMONITOR_ACCEPT_PICTURES"
"""With this environment variable set to 1, what is seen becomes the reference."""

BLOCK = 8
"""Pixels of a side, in the half-size picture: about a letter and a half of the window."""

STEP = 10.0
"""So much (of 255) a block may differ. Letters that are shifted by half a pixel differ by 6, a word by 11 to 20."""

BLOCKS = 2
"""So many may differ more. Another word of five letters changes five."""


@dataclass(frozen=True)
class Difference:
    """How many `blocks` of how many changed; `image` is the new picture, pale but where they did."""

    blocks: int
    of: int
    image: QImage

    @property
    def matters(self) -> bool:
        return self.blocks > BLOCKS


def reduced(image: QImage) -> QImage:
    """As references are kept."""
    half = image.scaled(
        image.size() / 2, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
    return half.convertToFormat(QImage.Format.Format_RGB32)


def pixels(image: QImage) -> np.ndarray:
    """Height × width × 3, as floats."""
    rgb = image.convertToFormat(QImage.Format.Format_RGB888)
    raw = np.frombuffer(rgb.constBits(), np.uint8).reshape(rgb.height(), rgb.bytesPerLine())
    return raw[:, : rgb.width() * 3].reshape(rgb.height(), rgb.width(), 3).astype(float)


def compare(seen: QImage, reference: QImage) -> Difference:
    """Of two reduced pictures; of other sizes they differ throughout."""
    if seen.size() != reference.size():
        return Difference(BLOCKS + 1, BLOCKS + 1, seen)
    changed = _blocks(np.abs(_blurred(pixels(seen)) - _blurred(pixels(reference))).max(axis=2)) > STEP
    return Difference(int(changed.sum()), changed.size, _marked(seen, changed))


def _blurred(values: np.ndarray) -> np.ndarray:
    """Each point the mean of the nine around it."""
    padded = np.pad(values, ((1, 1), (1, 1), (0, 0)), mode="edge")
    height, width = values.shape[:2]
    parts = [padded[y : y + height, x : x + width] for y in range(3) for x in range(3)]
    return np.mean(parts, axis=0)


def _blocks(values: np.ndarray) -> np.ndarray:
    """The mean of each block; what is left over at the edges belongs to none."""
    rows, columns = values.shape[0] // BLOCK, values.shape[1] // BLOCK
    cut = values[: rows * BLOCK, : columns * BLOCK]
    return cut.reshape(rows, BLOCK, columns, BLOCK).mean(axis=(1, 3))


def _marked(image: QImage, changed: np.ndarray) -> QImage:
    shown = 255 - (255 - pixels(image)) * 0.3
    mask = np.kron(changed, np.ones((BLOCK, BLOCK), bool))
    rows, columns = mask.shape
    shown[:rows, :columns][mask] = pixels(image)[:rows, :columns][mask] * 0.6 + np.array([255, 0, 80]) * 0.4
    data = np.ascontiguousarray(shown.astype(np.uint8))
    height, width = data.shape[:2]
    return QImage(data.tobytes(), width, height, width * 3, QImage.Format.Format_RGB888).copy()


def save_reference(image: QImage, path: Path) -> None:
    """Reduced, in at most 256 colours."""
    path.parent.mkdir(parents=True, exist_ok=True)
    small = reduced(image).convertToFormat(QImage.Format.Format_Indexed8, Qt.ImageConversionFlag.AvoidDither)
    assert small.save(str(path), "PNG", 0)


def assert_alike(seen: Path, reference: Path, kept: Path) -> None:
    """Raises where they differ, with both saved in `kept`; accepts the new one where that is asked for."""
    image = QImage(str(seen))
    assert not image.isNull(), f"there is no picture {seen}"
    if os.environ.get(ACCEPT) == "1":
        save_reference(image, reference)
    assert reference.exists(), f"{reference.name} was never accepted: look at {seen}, then set {ACCEPT}=1"
    found = compare(reduced(image), QImage(str(reference)).convertToFormat(QImage.Format.Format_RGB32))
    if found.matters:
        image.save(str(kept / seen.name))
        found.image.save(str(kept / f"{seen.stem}-difference.png"))
    said = f"{found.blocks} of {found.of} blocks of {seen.stem} are not as accepted"
    assert not found.matters, f"{said}: see {kept}/{seen.stem}-difference.png; set {ACCEPT}=1 if it is meant"
