"""HL7 v2 as it is sent (ER7): taken apart by its own delimiters, named from the dictionary of its version.

`describe` makes the tree that people see. Search, masking and export walk the bytes themselves (`walk.Walk`).
"""

from qmonitor.payloads.hl7.describe import describe, looks_like

__all__ = ["describe", "looks_like"]
