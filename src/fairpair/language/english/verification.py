"""What checking a log finds, and erasing a person."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "verify.ok": (
        "{tournament}: complete and unchanged ({n} event).",
        "{tournament}: complete and unchanged ({n} events).",
    ),
    "verify.ok-partly": (
        "{tournament}: no change found, but not everything could be checked ({n} event).",
        "{tournament}: no change found, but not everything could be checked ({n} events).",
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
    "verify.person-unknown": "The file has data of player {player} that event {number} does not"
    " mention.",
    "verify.person-changed": "The data of player {player} in event {number} was changed.",
    "verify.round": "{round:cap} (event {number}) is not what the engine pairs.",
    "verify.unchecked.erased": "{round:cap} (event {number}) can no longer be checked: names or"
    " clubs of erased players were needed to pair it.",
    "verify.unchecked.system": "{round:cap} (event {number}) cannot be checked: it was paired by"
    " {engine}, which is not installed.",
    "verify.unchecked.engine": "{round:cap} (event {number}) was paired by {engine} and differs"
    " from what this version pairs.",
    "verify.unchecked.impossible": "Event {number} would not have been possible in this version of"
    " Fairpair, so it and later events cannot be checked: {problem}",
    "verify.unchecked.names": (
        "The name of {n} player cannot be compared with the hash, because their birth date or"
        " numbers are not in the file. Compare the server's key as well.",
        "The names of {n} players cannot be compared with the hash, because their birth dates or"
        " numbers are not in the file. Compare the server's key as well.",
    ),
    "verify.unchecked.no-hashes": "The archive is from version 0.1.0 and has no hashes: only its"
    " checksum could be compared.",
    "verify.impossible": "Event {number} was not possible at that point: {problem}",
    "verify.running": (
        "{name}: not finished in this file ({n} round complete, last event {at} UTC). There may be"
        " later events.",
        "{name}: not finished in this file ({n} rounds complete, last event {at} UTC). There may be"
        " later events.",
    ),
    "verify.finished": (
        "{name}: finished after {n} round (last event {at} UTC).",
        "{name}: finished after {n} rounds (last event {at} UTC).",
    ),
    "verify.other-commitment": "The hash of the draw seed is not {commitment}.",
    "verify.draw-commitment": "The commitment to the draw seed (event {number}) is not valid: it"
    " is not the hash of the seed, is not the first one, or was made too late.",
    "verify.draw-value": "The public value for the draw (event {number}) is not valid: it was not"
    " announced, is not of the kind announced, is not the first one, or was entered too late.",
    "verify.draw-waits": "The round in event {number} was drawn before the announced public value"
    " was known.",
    "verify.draw-undone": "A commitment about the draw (event {number}) was undone.",
    "verify.draw-seed": "The round in event {number} was drawn from a different seed than the one"
    " committed to.",
    "verify.commitment": "Hash of the draw seed: {commitment}",
    "verify.beacon": "Public value for the draw, from {source}: {value}",
    "verify.paired-again": "{round:cap} was paired more than once, always from the same draw seed:"
    " events {numbers}.",
    "verify.cut": "The cut (event {number}, by {by}) differs from the one under the rules:"
    " players declined, or it was made manually.",
    "verify.round-by-hand": "{round:cap} paired manually or by another program",
    "verify.change": "Event {number}, by {by}: {what}.",
    "verify.change-reason": "Event {number}, by {by}: {what}. Reason: {reason}",
    "verify.signed": "Signed with the key {key}. Compare it with the key that the server shows:"
    " anyone can sign a file with a key of their own.",
    "verify.signature": "The signature is not from the key {key}, or the file was changed after it"
    " was signed.",
    "verify.other-key": "The file is signed with the key {found}, not with {key}.",
    "verify.ranking": "The ranking in the file does not match the results.",
    "verify.withheld": (
        "The birth date or numbers of {n} player are not in the file.",
        "The birth dates or numbers of {n} players are not in the file.",
    ),
    "draw.none": "The draw seed of this tournament has not been committed.",
    "draw.waits": "The public value is still missing: {source}. Enter it before round 1.",
    "draw.log": (
        "Hash of the log ({n} event): {hash}",
        "Hash of the log ({n} events): {hash}",
    ),
    "draw.key": "Key of the server: {key}",
    "no-proof": "Only a server or a database can sign a proof.",
    "no-proof.hint": "Import the tournament into Fairpair first.",
    "no-public-proof": "There is no public proof of {name} yet.",
    "no-public-proof.hint": "It is published when a tournament with a committed draw seed is"
    " finished.",
    "not-a-proof": "This is not a proof file.",
    "not-a-proof.hint": "Use a file made by fairpair export --format proof, or downloaded as a"
    " proof.",
    "proof-damaged": "The proof file is damaged or incomplete: {reason}",
    "proof-damaged.hint": "Get the file again. If this copy came from someone else, do not trust"
    " it.",
    "proof-newer": "This proof file was made by a newer version of Fairpair (format {version}).",
    "proof-newer.hint": "Update Fairpair to read it.",
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
