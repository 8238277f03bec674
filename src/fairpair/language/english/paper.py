"""Printed sheets."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "no-round.to-print": "There are no rounds to print yet.",
    "no-round.to-print.hint": "Pair the first round, then try again.",
    "no-round.standings-of-knockout": "Standings are available only for the main"
    " rounds, not for the knockout.",
    "no-round.standings-of-knockout.hint": "Print the bracket, or do not specify a stage.",
    "share.more": ("and {n} more", "and {n} more"),
    "no-sheet": "“{sheet}” is not a printable sheet.",
    "no-sheet.hint": "Available sheets: {sheets}.",
    "no-sheet.near": "“{sheet}” is not a printable sheet.",
    "no-sheet.near.hint": "Did you mean {near}?",
}
