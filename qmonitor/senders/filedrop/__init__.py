"""Sending by putting a file into a folder."""
