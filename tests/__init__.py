"""The tests of qmonitor."""
