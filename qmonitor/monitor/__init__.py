"""What to show and what may be done, without any widget: it knows queues and people, but no Qt."""
