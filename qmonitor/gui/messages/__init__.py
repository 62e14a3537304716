"""The table of messages: lazy, live, and never moving what is read."""

from qmonitor.gui.messages.panel import MessagesPanel

__all__ = ["MessagesPanel"]
