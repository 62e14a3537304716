"""Sending by HTTP(S)."""
