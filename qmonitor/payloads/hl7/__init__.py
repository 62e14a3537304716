"""HL7 v2 as it is sent (ER7): taken apart by its own delimiters, named from the dictionary of its version."""
