"""A results file as its plain data."""

from typing import Any

A_DAY: dict[str, Any] = {
    "id": "001",
    "best_of": 3,
    "players": ["p1", "p2", "p3"],
    "drops": [{"player": "p3", "afterRound": 1}],
    "has_bye": True,
    "rounds": [
        [{"p1": "p3", "p2": "p1", "w1": 0, "w2": 2, "draws": 0}, {"bye": "p2"}],
        [{"p1": "p1", "p2": "p2", "w1": 1, "w2": 1, "draws": 1}],
    ],
    "scoring": {"win": 3},
    "expected": {"mtr": {}},
}
