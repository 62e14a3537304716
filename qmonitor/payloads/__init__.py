"""From stored bytes to what a person can read. Knows no Qt, and changes no byte."""
