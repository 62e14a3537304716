"""The curves of a source beyond what one window saw: kept in a file of this user, and made of the source's rows."""

from qmonitor.monitor.history.keeper import Keeper

__all__ = ["Keeper"]
