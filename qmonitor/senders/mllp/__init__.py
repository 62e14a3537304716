"""Sends HL7 v2 messages over MLLP, and counts one as delivered only where its receiver has said so."""

from qmonitor.senders.mllp.lines import Lines
from qmonitor.senders.mllp.sender import MllpSender
from qmonitor.senders.mllp.settings import MllpSettings

__all__ = ["Lines", "MllpSender", "MllpSettings"]
