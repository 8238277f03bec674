"""Guarantees: who is surely among the first players."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "outlook.locked": ("Certain of first place", "Certain to finish in the top {n}"),
    "outlook.draw-and-in": (
        "A draw is enough for first place",
        "A draw is enough for the top {n}",
    ),
    "outlook.win-and-in": (
        "A win is enough for first place",
        "A win is enough for the top {n}",
    ),
    "outlook.needs-help": (
        "First place also depends on other matches",
        "The top {n} also depends on other matches",
    ),
    "outlook.out": (
        "Can no longer finish in first place",
        "Can no longer reach the top {n}",
    ),
    "outlook.open": ("First place is still open", "The top {n} is still open"),
    "outlook.notice": "Not official. This assumes that no result is corrected, that nobody enters,"
    " returns or is disqualified, and that the planned number of rounds is played.",
    "outlook-not-public": "The outlook of this tournament is not public.",
    "outlook-not-public.hint": "An organiser can make it public in the settings.",
    "no-outlook": "This tournament has no main rounds, so there is no outlook.",
    "no-outlook.hint": "See the bracket.",
    "cli.outlook.line": "Points needed for place {top}: {fewest} to {most}",
    "cli.outlook.line-fixed": "Points needed for place {top}: {points}",
    "cli.outlook.locked": (
        "1 player certain to finish in the top {top}",
        "{n} players certain to finish in the top {top}",
    ),
}
