"""Texts that other texts are made of."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "list.and": "{start} and {end}",
    "list.or": "{start} or {end}",
    "literal": "{text}",
    "record.wins-draws-losses": "W-D-L",
    "record.wins-losses-draws": "W-L-D",
    "record.wins-draws-losses.label": "Wins-draws-losses",
    "record.wins-losses-draws.label": "Wins-losses-draws",
    "version-conflict": "The tournament was changed in the meantime"
    " (it is now at version {found}, not {expected}).",
    "version-conflict.hint": "Reload it, then repeat your change.",
    "missing-package": "This needs the package {package}, installed with:"
    ' pip install "fairpair[{extra}]"',
    "command-repeated": "The command {command} has already been recorded.",
    "command-repeated.hint": "The original response still applies. Use a new ID for a new command.",
}
