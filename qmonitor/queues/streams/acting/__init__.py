"""What a person does to a stream queue: planned, confirmed, one script a step, audited in the same step."""
