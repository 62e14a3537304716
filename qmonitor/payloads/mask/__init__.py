"""Hides what a message says of a person: in views by marks of equal length, in masked copies by letters."""

from qmonitor.payloads.mask.copies import NotMasked, masked
from qmonitor.payloads.mask.marks import FILL, MARK, marks, mask_bytes, mask_text, merged
from qmonitor.payloads.mask.names import veiled
from qmonitor.payloads.mask.protection import Protection

__all__ = ["FILL", "MARK", "NotMasked", "Protection", "marks", "mask_bytes", "mask_text", "masked", "merged", "veiled"]
