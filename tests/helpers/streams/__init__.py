"""What tests of the stream queue need: real servers of their own, an engine in memory, faults at any step."""
