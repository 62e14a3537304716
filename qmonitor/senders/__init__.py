"""Senders: they bring a message to its receiver, over MLLP, over HTTP(S), or as a file, and say nothing but the truth."""
