"""Pairing a round: errors, broken rules, warnings, remedies, and the checks of files."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "pairing.more": "{n} more",
    "pairing.matches": ("{n} match", "{n} matches"),
    "not-in-round.explanation": "{player} is not in {round}.",
    "not-in-round.explanation.hint": "Choose another round or another player.",
    "not-paired": "{player} is not in {round}.",
    "not-paired.hint": "Choose a player who is playing in that round.",
    "no-round": "There is no {round}: the last one is round {n}.",
    "no-round.stage": "There is no stage {stage}.",
    "no-round.hint": "Choose a round from the list of rounds.",
    "not-published": "{round:cap} is not published yet.",
    "not-published.hint": "Try again once it is published.",
    "unknown-system": "The pairing system {system} is not installed.",
    "unknown-system.package": "The pairing system {system} is not installed. It came with the"
    " package {package}.",
    "unknown-system.hint": "Install the package that provides it, or create a tournament with one"
    " of these pairing systems: {known}.",
    "unknown-method": "{method} is not a pairing method.",
    "unknown-method.hint": "Choose one of these pairing methods: {known}.",
    "unknown-player.in-file": "There is no player {player} in this file.",
    "unknown-player.in-file.hint": "Use the player numbers or names given in the file.",
    # A round that is repaired
    "repair.nothing": "No table has to change.",
    "repair.only-bye": "The only change is the bye.",
    "repair.least": (
        "At least {n} change is needed. New opponents are at most {gap} points apart.",
        "At least {n} changes are needed. New opponents are at most {gap} points apart.",
    ),
    "repair.more": (
        "With {n} change, new opponents are at most {gap} points apart.",
        "With {n} changes, new opponents are at most {gap} points apart.",
    ),
    "repair-system": "Only Swiss rounds can be repaired: here, the schedule or the bracket"
    " decides who plays whom.",
    "repair-system.hint": "Give the missing player's opponent a win by forfeit.",
    "repair-published": "{round:cap} is published, so under the FIDE rules it cannot be paired"
    " again because of a missing player.",
    "repair-published.hint": "Enter a forfeit for the missing player. A round can only be"
    " repaired before it is published.",
    "repair-impossible": "There is no legal way to pair everyone present in {round}.",
    "repair-impossible.hint": "Check who is missing, or change the pairings manually.",
    "repair-wide": "The option with the fewest changes pairs two players who are {gap} points"
    " apart, which is more than one win.",
    "repair-wide.hint": "Accept the difference, or choose another of the {n} options.",
    "no-such-repair": "There is no option {option} for repairing this round.",
    "no-such-repair.hint": "Choose a number from 1 to {n}.",
    "unknown-player.several": "These players do not exist: {numbers}.",
    "unknown-player.several.hint": "Check the numbers in the list of players.",
    "round-open.next": "{round:cap} is not complete, so the next round cannot be paired yet.",
    "round-open.next.hint": "Enter the missing results first.",
    "too-few-tables": (
        "{round:cap} has {matches}, but {n} more table is needed.",
        "{round:cap} has {matches}, but {n} more tables are needed.",
    ),
    "too-few-tables.hint": "Make more tables available in the settings.",
    "too-few-players.round-robin": (
        "A round robin needs at least two players; there is {n}.",
        "A round robin needs at least two players; there are {n}.",
    ),
    "too-few-players.round-robin.hint": "Add players, and check them in if check-in is required.",
    "all-rounds-played.round-robin": "All {rounds} rounds of the round robin have been played.",
    "all-rounds-played.round-robin.hint": "Make the cut, or finish the tournament.",
    "late-entry": "{players:and} cannot join: the schedule of a round robin is fixed from round 1"
    " onwards.",
    "late-entry.hint": "Drop {players:and}, or undo round 1 and pair it again with all players.",
    # A round that cannot be paired
    "no-legal-pairing.nobody": "{round:cap} cannot be paired: there are no players.",
    "no-legal-pairing.no-bye": "{round:cap} cannot be paired for {count}: the number is odd, and no"
    " player can have the bye.",
    "no-legal-pairing.lonely": "{round:cap} cannot be paired for {count}: there is no possible"
    " opponent for {players:and}.",
    "no-legal-pairing.few-byes": "{round:cap} cannot be paired for {count}: only {players:or} can"
    " have the bye, and then the other players cannot all be paired.",
    "no-legal-pairing.rules": "{round:cap} cannot be paired for {count}: too many"
    " players have already met, or are not allowed to meet.",
    "no-legal-pairing.suggestions": "{suggestions:sentences}",
    "no-legal-pairing.obstacles": "{obstacles:;}",
    "no-legal-pairing.obstacle-met": "already met {players:and}",
    "no-legal-pairing.obstacle-restricted": "has a pairing restriction with {players:and}",
    "no-legal-pairing.obstacle-colour": "needs the same colour as {players:and}",
    "remedy.drop": "Leave {players:or} out of this round.",
    "remedy.rematch": ("Allow a rematch: {pairs:and}.", "Allow {n} rematches: {pairs:and}."),
    "remedy.rematch-and-bye": (
        "Allow a rematch and an extra bye: {pairs:and}.",
        "Allow {n} rematches and an extra bye: {pairs:and}.",
    ),
    "remedy.allow": (
        "Allow a pairing despite its restriction: {pairs:and}.",
        "Allow {n} pairings despite their restrictions: {pairs:and}.",
    ),
    "remedy.bye": "Give {player} the bye despite the limit.",
    "remedy.colours": "Ignore the colour rules in this round.",
    "remedy.end": "End the main rounds here.",
    # Rules that a round breaks
    "breach.table-number": "Table number {table} is not valid: tables are numbered"
    " from 1 to {most}.",
    "breach.unknown-player": "There is no player {number}.",
    "breach.not-taking-part": "{player} is not playing in {round}.",
    "breach.placed-twice": "{player} appears {times} times in {round}.",
    "breach.left-out": "{player} has neither an opponent nor a bye.",
    "breach.rematch": "{players:and} already met in {round}.",
    "breach.avoided-pair": "{players:and} have a pairing restriction.",
    "breach.colour-white": "{player} would have White once too often.",
    "breach.colour-black": "{player} would have Black once too often.",
    "breach.several-byes": "Only one player can have the bye, not {players:and}.",
    "breach.bye-not-requested": "{player} did not request this type of bye for {round}.",
    "breach.bye-ignored": "{player} requested a bye for {round}.",
    "breach.too-many-byes": (
        "{player} has already had {n} bye; the maximum is {limit}.",
        "{player} has already had {n} byes; the maximum is {limit}.",
    ),
    "breach.consecutive-byes": "{player} already had a bye in {round}.",
    # Rounds that will become impossible
    "warning.too-many-rounds": "{rounds} rounds are too many for {players} players without"
    " rematches; the maximum is {most}.",
    "warning.no-byes": "The number of players is odd ({players}), but the rules do not allow byes.",
    "warning.too-few-byes": (
        "{rounds} rounds need {rounds} byes, but each of the {players} players can have only {n}"
        " bye.",
        "{rounds} rounds need {rounds} byes, but each of the {players} players can have only {n}"
        " byes.",
    ),
    "warning.last-round-unknown": "A pairing method is set for the last round, but the number of"
    " rounds is not set.",
    "warning.last-round-unknown.cut": "The last rounds are to protect the cut, but the number of"
    " rounds is not set.",
    "warning.nobody-to-meet": "{player} has pairing restrictions with all other players.",
    # Corrections
    "correction.kept-round": "The published pairings for round {first} will not change.",
    "correction.kept-rounds": "The published pairings for rounds {first} to {last}"
    " will not change.",
    "correction.kept-cut": "The cut has already been made: the players in the knockout"
    " will not change.",
    # Checks of files
    "check.pair": "{white}-{black}",
    "check.bye": "a bye for {player}",
    "check.wrong-pair": "{round:cap}, board {board}: expected {expected}, found {found:and}",
    "check.wrong-colours": "{round:cap}, board {board}: expected {expected}, found {found:and}"
    " (colours)",
    "check.with-reasons": "{finding}: {reasons:;}",
    "check.why-met": "{players:and} met in {round} (C1)",
    "check.why-second-bye": "{player} had {unplayed} in {round} (C2)",
    "check.why-same-colour": "{players:and} must both have the same colour (C3)",
    "check.why-forbidden": "{players:and} must not meet (260)",
    "check.why-worse": "as found, {consequence}",
    "check.why-order": "both are equally good by the criteria, but the expected pairs come first"
    " (articles 4.2 to 4.4)",
    "check.why-colours": "the colours follow from article {article}",
    "check.wrong-points": "Points of {player}: expected {expected}, found {found}",
    "check.no-pairing": "{round:cap}: {reason}",
    "check.wrong-rank": "Rank of {player}: expected {expected}, found {found}",
    "check.wrong-shared-rank": "Rank of {player}: expected {first} to {last} (shared), found"
    " {found}",
}
