"""Pictures of the window, compared with those that were looked at and accepted."""
