"""Connections to servers that this user has set up: their addresses and certificates, and never a password."""

from qmonitor.monitor.profiles.model import Profile
from qmonitor.monitor.profiles.store import load, save

__all__ = ["Profile", "load", "save"]
