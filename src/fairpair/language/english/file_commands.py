"""What commands say about files that they pair, check or rank."""

TEXTS: dict[str, str | tuple[str, str]] = {
    "preset-for-trf": "A TRF file defines its own scoring. Presets only apply to JSON results"
    " files.",
    "preset-for-trf.hint": "Remove --preset. Use --tiebreaks, --edition and --set to override the"
    " file.",
    "preset-for-trf.pairing": "A TRF file defines its own scoring. Presets and rules only apply to"
    " JSON results files.",
    "preset-for-trf.pairing.hint": "Remove --preset and --set. Use --system to choose the pairing"
    " system.",
    "other-system": "The file uses {system}, but only the 2026 FIDE (Dutch) system is supported.",
    "other-system.hint": "Use --system dutch to pair it with the Dutch system anyway.",
    "trf.team-pairings": "team pairings",
    "no-team-pairing": "Team tournaments cannot be paired from a file.",
    "no-team-pairing.hint": "Use a file from an individual tournament.",
    "no-players.in-file": "The file contains no players.",
    "no-players.in-file.hint": "Add the players first.",
    "round-open.in-file": "The next round cannot be paired: {round} has no result for {games}.",
    "round-open.in-file.hint": "Add the missing results, or remove the match.",
    "round-open.in-trf": (
        "The next round cannot be paired: in round {round}, the game {games} has no result yet.",
        "The next round cannot be paired: in round {round}, the games {games} have no result yet.",
    ),
    "round-open.in-trf.hint": "Enter the result, or ? for an adjourned game (counts as a draw until"
    " finished).",
    "tournament-over.in-file": "All {rounds} rounds have already been played.",
    "tournament-over.in-file.hint": "Use `fairpair standings` to calculate the"
    " standings. To add a round: --set rounds={next}",
    "tournament-over.in-trf": "All {rounds} rounds are already paired.",
    "tournament-over.in-trf.hint": "Use `fairpair standings` to calculate the"
    " standings. To add a round, increase the number of"
    " rounds in record 142 (XXR).",
    "no-rounds": "Baku acceleration needs the number of rounds, which the file does not state.",
    "no-rounds.hint": "Add record 142 (or XXR).",
    "json-not-trf": "This is not a TRF file, so it was read as a JSON results file. {hint}",
    "no-tournament-file": "The file is neither a TRF file nor a JSON results file.",
    "no-tournament-file.empty": "The file is empty.",
    "no-tournament-file.hint": "Choose a report file (TRF16 or TRF26), or a JSON file with players"
    " and rounds.",
    "no-such-round.in-file": (
        "Round {round} does not exist: the file has {n} round.",
        "Round {round} does not exist: the file has {n} rounds.",
    ),
    "no-such-round.in-file.hint": "Remove --round for the standings after the last round.",
    "no-such-player.in-file": "The file has no player {player}.",
    "no-such-player.in-file.hint": "Use the ID as it appears in the file.",
    "no-such-player.in-file-several": "Several players are called {player}: {ids}.",
    "no-such-player.in-file-several.hint": "Use the ID as it appears in the file.",
    "place.tiebreak": "tie-break {number}, {tiebreak}",
    "list.more": "{names} and {n} more",
    # Notes
    "note.idle-tiebreak": "Note: tie-break {number}, {tiebreak}, {problem}",
    "note.file-tiebreak": "Note: tie-break {tiebreak} from the file is ignored: it {problem}",
    "note.repaired": "Repaired, {place}: {problem}",
    "note.found": "Note, {place}: {problem}",
    "note.more": ("Note: {n} more line is like this.", "Note: {n} more are like this."),
    "note.not-last": "Note: the file does not state the number of rounds (142 or XXR); round"
    " {round} is not treated as the last.",
    "note.assumed-last": "Note: the file does not state the number of rounds (142 or XXR); round"
    " {round} is assumed to be the last.",
    "note.assumed-white": "Note: the file does not state the initial colour (152 or XXC); White is"
    " assumed.",
    "note.other-system": "Note: pairings were not checked because the file uses {system}.",
    "note.round-not-checked": (
        "Note: round {last} was not checked because in round {round} the game {games} has no"
        " result yet.",
        "Note: round {last} was not checked because in round {round} the games {games} have no"
        " result yet.",
    ),
    "note.rounds-not-checked": (
        "Note: rounds {first} to {last} were not checked because in round {round} the game {games}"
        " has no result yet.",
        "Note: rounds {first} to {last} were not checked because in round {round} the games"
        " {games} have no result yet.",
    ),
    "note.ranks-not-checked": "Note: ranks were not checked: {reasons:;}.",
    "note.results-missing": "results are missing",
    "note.external-values": "the values of the tie-break EXT are not in the report",
    # Why a round of a file cannot be paired
    "file-deadlock": "Round {round} cannot be paired for {count} players: {cause}.",
    "file-deadlock.nobody": "there are no players",
    "file-deadlock.no_bye": "the number of players is odd, but every player has already had a bye"
    " or an unplayed win (C2)",
    "file-deadlock.no_bye.hint": "Give a player a bye with record 240, or add a filler player.",
    "file-deadlock.forbidden": "the forbidden pairs (260, XXP) make it impossible to pair everyone",
    "file-deadlock.forbidden.hint": "Allow one of these pairs, or give a player a bye with"
    " record 240.",
    "file-deadlock.colours": "the colour rules (C3) make it impossible to pair everyone",
    "file-deadlock.colours.hint": "Give a player a bye with record 240.",
    "file-deadlock.forbidden_colours": "the forbidden pairs (260, XXP) and colour rules (C3) make"
    " it impossible to pair everyone",
    "file-deadlock.forbidden_colours.hint": "Allow one of these pairs, or give a player a bye"
    " with record 240.",
    "file-deadlock.met": "too many players have already met (C1)",
    "file-deadlock.met.hint": "Finish the tournament here, or give a player a bye with record 240.",
    "file-deadlock.met-or-bye": "too many players have already met (C1), or have already had the"
    " bye (C2)",
    "file-deadlock.met-or-bye.hint": "Finish the tournament here, or give a player a bye with"
    " record 240.",
    "file-deadlock.lonely": "there is no possible opponent for {names}",
    "file-deadlock.lonely-met.hint": "Finish the tournament here, or give a player a bye with"
    " record 240.",
    "file-deadlock.lonely-forbidden.hint": "Allow one of the forbidden pairs (260, XXP), or"
    " give a player a bye with record 240.",
    "file-deadlock.lonely-colour.hint": "Give a player a bye with record 240.",
    "obstacle.met": "already met {players}",
    "obstacle.forbidden": "forbidden pair with {players} (260, XXP)",
    "obstacle.colour-white": "needs White, like {players} (C3)",
    "obstacle.colour-black": "needs Black, like {players} (C3)",
    "obstacles": "{obstacles:;}",
    "generate.ratings": (
        "There is 1 rating for {players} players.",
        "There are {n} ratings for {players} players.",
    ),
    "generate.ratings.hint": "Give one rating per player, or leave out the number of players.",
    "generate.range": "The lowest rating, {low}, is above the highest, {high}.",
    "generate.range.hint": "Swap them.",
    "generate.tiebreaks": "Tie-break {place} cannot be used: {problem}",
    "generate.tiebreaks.hint": "`fairpair tiebreaks` lists all of them.",
}
