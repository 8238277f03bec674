"""Whole events with random results: one to look at, or many to count what happens."""
