"""Where a tournament is and what comes next."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "long-event.suggested": "The tournament lasts {days} days. If ratings change during that"
    " time, turn on the rule for tournaments of more than 30 days.",
    "long-event.tiebreaks": "In a tournament of more than 30 days, rating-based tie-breaks are"
    " not recommended: {codes:and}.",
    "numbers.kept": (
        "By rating {n} player would have another pairing number: {moves}. Numbers stay as they are"
        " unless you renumber the players before round {round} is paired.",
        "By rating {n} players would have other pairing numbers: {moves}. Numbers stay as they are"
        " unless you renumber the players before round {round} is paired.",
    ),
    "numbers.move": "{player} {new} instead of {old}",
    "status.undone": "Creation undone",
    "status.unreadable": "Cannot be read",
    "status.finished": "Finished",
    "status.registration": "Registration",
    "status.no-players": "Registration: no players yet",
    "status.too-few-players": (
        "Registration: {n} player; at least two are needed",
        "Registration: {n} players; at least two are needed",
    ),
    "status.first-round": (
        "Registration: {n} player; round 1 can be paired",
        "Registration: {n} players; round 1 can be paired",
    ),
    "status.bracket-can-be-drawn": (
        "Registration: {n} player; the bracket can be created",
        "Registration: {n} players; the bracket can be created",
    ),
    "status.round-can-be-paired": "{round:cap} can be paired",
    "status.pairings-edited": "{round}: pairings are being edited",
    "status.not-published": "{round}: paired, not published yet",
    "status.results-missing": (
        "{round}: {n} result missing: table {tables}",
        "{round}: {n} results missing: tables {tables}",
    ),
    "status.many-results-missing": (
        "{round}: {n} results missing: tables {tables} and {more} more"
    ),
    "status.rounds": "{rounds:;}",
    "status.table": "table {table}",
    "status.table-in-round": "table {table} in {round}",
    "status.matches-to-start": "{round}: ready to start: {matches:;}",
    "status.match-of": "{match} ({first} - {second})",
    "status.results-complete": "{round}: all results are in",
    "status.cut-can-be-made": "All rounds are complete: the cut can be made",
    "status.can-be-finished": "All rounds are complete: the tournament can be finished",
    "status.no-round-left": "No other round is possible without rematches: the tournament can be"
    " finished",
    "status.all-dropped": "All players have dropped: the tournament can be finished",
    "status.round-complete": "{round} complete",
    "status.result-count": ("{round}: {n} result missing", "{round}: {n} results missing"),
    "status.waiting-for-round": "Waiting for {round} to complete",
    # Finding a tournament
    "ambiguous-name": "Several tournaments are called {name}.",
    "ambiguous-name.hint": "Use the ID instead: {tournaments}.",
    "ambiguous-name.many-hint": "Use the ID instead: {tournaments} and {more} more.",
    "no-tournament.with-name": "There is no tournament called {name}.",
    "no-tournament.with-name.hint": "Available tournaments: {tournaments}.",
    "no-tournament.with-name.many-hint": ("Available tournaments: {tournaments} and {more} more."),
    "no-tournament.with-name.none-hint": "There are no tournaments yet.",
}
