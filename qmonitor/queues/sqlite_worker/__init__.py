"""What the workers of all queues in SQLite files share: the loop, the lease, the watch, and what is shown of them.

A backend adds how its head is found, what others did to its queue, and what is written down of an attempt.
"""
