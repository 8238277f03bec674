"""Playing a tournament: use cases of one or more commands, safe to repeat and under races."""
