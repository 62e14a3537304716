"""What several tests share; import it as `tests.helpers.<module>`."""
