"""The table of leases, for the layouts of the files that have workers."""

LEASE = """CREATE TABLE IF NOT EXISTS qmonitor_lease(channel TEXT NOT NULL, destination TEXT NOT NULL, holder TEXT,
  host TEXT, pid INTEGER, started TEXT, heartbeat TEXT, expires TEXT, PRIMARY KEY (channel, destination))"""
"""Which worker of ours has a destination to itself, and until when. Never edit what was released."""
