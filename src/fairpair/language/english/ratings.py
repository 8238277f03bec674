"""Ratings and title norms."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "no-rating-system": "“{system}” is not a rating system.",
    "no-rating-system.hint": "Did you mean {near}? There are fide, elo and glicko2.",
}
