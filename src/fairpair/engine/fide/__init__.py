"""FIDE mode: which rules depart from the FIDE rules, and what is fixed once round 1 is paired."""
