"""What checking a log finds, and erasing a person."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "verify.ok": (
        "{tournament}: complete and unchanged ({n} event).",
        "{tournament}: complete and unchanged ({n} events).",
    ),
    "verify.failed": (
        "{tournament}: problems found ({n} event).",
        "{tournament}: problems found ({n} events).",
    ),
    "verify.rounds": (
        "{n} round paired again with the same result.",
        "{n} rounds paired again with the same result.",
    ),
    "verify.manual-rounds": (
        "{n} round was paired manually or by another program.",
        "{n} rounds were paired manually or by another program.",
    ),
    "verify.erased": (
        "The data of {n} person was erased.",
        "The data of {n} people was erased.",
    ),
    "verify.hash": "Hash of the last event: {hash}",
    "verify.checksum": "The checksum of the file does not match.",
    "verify.unreadable": "The log cannot be read: {problem}",
    "verify.chain": "Event {number} or an earlier event was changed, added or removed.",
    "verify.other-log": "The log does not contain the event with the hash {hash}.",
    "verify.person-missing": "The data of player {player} in event {number} is missing, but was"
    " never erased.",
    "verify.person-kept": "The data of player {player} in event {number} was erased, but is there.",
    "verify.person-changed": "The data of player {player} in event {number} was changed.",
    "verify.round": "{round:cap} (event {number}) is not what the engine pairs.",
    "verify.unchecked.erased": "{round:cap} (event {number}) can no longer be checked: names or"
    " clubs of erased players were needed to pair it.",
    "verify.unchecked.system": "{round:cap} (event {number}) cannot be checked: it was paired by"
    " {engine}, which is not installed.",
    "verify.unchecked.engine": "{round:cap} (event {number}) was paired by {engine} and differs"
    " from what this version pairs.",
    "verify.unchecked.rules": "{round:cap} (event {number}) cannot be checked: rules were set aside"
    " to pair it.",
    "nobody-called": "Nobody in the database is called {name}.",
    "nobody-called.hint": "Use the full name, or a number with --tournament.",
    "person-deleted": (
        "{name} is also in a deleted tournament: {tournaments}. Nothing was erased.",
        "{name} is also in deleted tournaments: {tournaments}. Nothing was erased.",
    ),
    "person-deleted.hint": "Erase it first with fairpair deleted erase ID, or restore it. To erase"
    " the data in one tournament only, use --tournament.",
    "redact.found": "{name}, number {number} in {tournament}",
    "redact.not-yet": "Nothing has been erased yet. Repeat the command with --yes to erase this"
    " data for good.",
    "redact.done": "Erased: {name}, number {number} in {tournament}.",
    "redact.backups": "These backups still contain the data: {backups}. Delete them, or keep them"
    " only as long as you must.",
}
