"""The server-rendered pages."""
