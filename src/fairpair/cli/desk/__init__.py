"""The commands that run a tournament, on the same database as a server."""
