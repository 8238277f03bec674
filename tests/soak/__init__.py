"""The chaos run: a big event on a real server, while everything around it breaks."""
