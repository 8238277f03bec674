"""Use cases: changes of one or more commands, safe to repeat and to run concurrently."""
