"""Connections to receivers, whatever is said over them: a name's addresses, TCP, TLS, all within an attempt's time."""
