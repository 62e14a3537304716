"""What codes mean, in words of our own: a small choice of the HL7 tables that hospitals meet every day."""

from qmonitor.payloads.hl7.meanings.messages import MESSAGES
from qmonitor.payloads.hl7.meanings.orders import ORDERS
from qmonitor.payloads.hl7.meanings.people import PEOPLE

__all__ = ["MESSAGES", "ORDERS", "PEOPLE"]
