"""Guarantees: who is surely among the first players, whatever the results to come are."""
