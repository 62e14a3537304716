"""The worker of a stream queue: job logic that knows no server, and the pool of consumers that runs it."""
