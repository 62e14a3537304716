"""The audit tab: who did what, when and why, and whether the record holds."""

from qmonitor.gui.audit.panel import AuditPanel

__all__ = ["AuditPanel"]
