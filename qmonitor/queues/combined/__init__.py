"""Several queues in one file as one source. Knows no backend: it is handed their sources."""
