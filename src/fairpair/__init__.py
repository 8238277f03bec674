"""Fairpair runs Swiss tournaments: an engine to import, a command line, a server."""

__version__ = "0.1.0"
