"""Senders: they bring a message to its receiver, over MLLP, HTTP(S) or as a file, and claim no more than is true."""
