"""What speaks to a Redis server: connections, the driver, the retry storage, locks, and scripts that change things."""
