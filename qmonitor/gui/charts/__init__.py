"""Depth and age over time, one curve a destination."""

from qmonitor.gui.charts.panel import ChartsPanel

__all__ = ["ChartsPanel"]
