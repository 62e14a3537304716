"""The little of HL7 v2 that a sender has to understand: whose answer it is, and what it says."""
