"""The codes of WER files.

| where | code | meaning |
|---|---|---|
| match outcome | 1 | `person` won |
| | 2 | draw |
| | 3 | bye, without `opponent` |
| | none, 0 | open |
| team status | 2 | played to the end |
| | 3 | dropped after `eliminationround` |
| | 4 | out by the cut, or in the knock-out |
"""

GIVER = "dci"
"""Whose numbers the players have."""
OPEN, WIN, DRAW, BYE = "0", "1", "2", "3"
STAYED, DROPPED, OUT = "2", "3", "4"
COMPLETED = "8"
"""The status of an event that is over."""
