"""The header of a tournament: what is wrong with it, what a report still needs, time controls."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "bad-header": (
        "The details of the tournament contain an error.",
        "The details of the tournament contain {n} errors.",
    ),
    "bad-header.hint": "Correct each error, or leave the field empty.",
    "header.unknown": "is not a detail of a tournament",
    "header.federation": "{code} is not a FIDE federation code; the nearest are {near:and}",
    "header.round-start": "{value} must be a date like 2026-11-20, or a date"
    " and time like 2026-11-20 09:00",
    "header.last-before-first": "The last day, {last}, is before the first day, {first}.",
    "header.rounds-out-of-order": "Round {later} would start on {start}, before round {earlier}"
    " on {before}.",
    "header.round-before-first": "Round {round} on {day} is before the first day, {first}.",
    "header.round-after-last": "Round {round} on {day} is after the last day, {last}.",
    # What a value can be: these stand for {kind}.
    "kind.federation": "the FIDE code of a federation",
    "kind.time-control": "the code of a time control",
    "kind.web-address": "a web address that starts with https:// or http://",
    "kind.email": "an e-mail address",
    "kind.picture": "the name of an uploaded picture",
    "kind.day": "a date like 2026-11-20",
    "kind.time": "a time like 09:00",
    "kind.round-starts": "a list with the day of each round, and the time if it is known",
    "kind.lines": "a list of texts",
    # Codes of time controls.
    "time-control.wrong-period": "{code} is wrong at column {column}: expected seconds, with moves"
    " before and an increment after them if needed, for example 40/5400+30",
    "time-control.wrong-moves": "{code} is wrong at column {column}: every period except the last"
    " needs a number of moves, for example 40/5400",
    "time-control.wrong-last-period": "{code} is wrong at column {column}: the last period must"
    " not have a number of moves",
    "time-control.wrong-sides": "{code} is wrong at column {column}: the time for White must"
    " be followed by the time for Black, for example W300-B240",
    "time-control.minutes": "{minutes} min",
    "time-control.seconds": "{seconds} s",
    "time-control.increment": "{time} + {seconds} s per move",
    "time-control.moves": "{moves} moves in {time}",
    "time-control.then": "{first}, then {second}",
    "time-control.sides": "White {white}, Black {black}",
    "time-control.with-chapter": "{words} ({chapter})",
    "time-control.chapter.standard": "standard chess",
    "time-control.chapter.rapid": "rapid chess",
    "time-control.chapter.blitz": "blitz chess",
    "time-control.chapter.none": "not rated by FIDE",
    # What a report still needs.
    "report.missing": "The FIDE report still needs: {fields}.",
    "report.missing-in-file": "The report was written without: {fields}.",
    "report.record": "{field} ({record})",
    "report.long": "The tournament lasts {days} days. FIDE requires a separate report for each"
    " month if it is longer than {most} days.",
    "report.no-number": "{name} has no FIDE ID.",
    "report.time-control-limit": "At this time control ({minutes} min for 60 moves) FIDE rates"
    " standard games only if all players are rated below {limit}.",
    "report.time-control-unrated": "FIDE does not rate games at this time control.",
    # Imports.
    "import.header-field": "{field} in the file was ignored ({value}): {problem}",
    "import.national-origins": (
        "The origin of {n} national rating was left out.",
        "The origins of {n} national ratings were left out.",
    ),
    "import.comments": ("{n} comment was left out.", "{n} comments were left out."),
    "import.birth-dates": (
        "The birth date of {n} player was left out.",
        "The birth dates of {n} players were left out.",
    ),
}
