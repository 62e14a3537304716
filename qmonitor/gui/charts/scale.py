"""How values become heights: evenly, or by powers of ten, where zero is still seen. No widget in here."""

import math

import numpy as np
from numpy.typing import NDArray

from qmonitor.values import dataclass

Floats = NDArray[np.float64]

HEADROOM = 1.08
"""So much higher than the highest value is the plot."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Evenly; or by powers of ten: a height is then the logarithm of the value and one more, so that zero is zero."""

    logarithmic: bool = False

    def up(self, value: float) -> float:
        """The height of a value, 0 for zero."""
        return math.log10(1 + max(0.0, value)) if self.logarithmic else value

    def down(self, height: float) -> float:
        """The value that has this height."""
        return 10 ** min(height, 18.0) - 1 if self.logarithmic else height

    def heights(self, values: Floats) -> Floats:
        """Those of many values; NaN stays."""
        return np.log10(1 + values) if self.logarithmic else values

    def top(self, highest: float) -> float:
        """The height of a plot in which a value is the highest one."""
        return self.up(max(1.0, highest)) * HEADROOM

    @property
    def least(self) -> float:
        """The height of the lowest plot that makes sense: one message, or one second."""
        return self.up(1)


LINEAR, LOGARITHMIC = Scale(), Scale(logarithmic=True)
