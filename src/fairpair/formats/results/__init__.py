"""A plain results file in JSON: players, rounds with matches and byes, drops.

    {"name": "Friday", "best_of": 3, "players": ["Ana", {"id": 7, "name": "Bo", "rating": 1500}],
     "rounds": [[{"p1": "Ana", "p2": 7, "w1": 2, "w2": 1, "draws": 0}], [{"bye": "Ana"}]],
     "drops": [{"player": 7, "afterRound": 1}]}

A match may say `"result": "1-0"` or `"scores": [{"op": 7}, {"op": 3}]` instead of games; one that
says nothing is still open. A bye may have a `"kind"`: pairing, full, half, zero or loss.
"""

from fairpair.formats.results.reader import Results, read_results

__all__ = ["Results", "read_results"]
