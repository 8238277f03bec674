"""Matchings in general graphs: who can be paired with whom, and which complete way is best."""
