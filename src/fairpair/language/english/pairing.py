"""Explanations of pairings, and why a round cannot be paired."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "not-in-round": "{player} is not in {round}.",
    "not-in-round.hint": "Choose another round or another player.",
}
