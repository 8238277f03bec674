"""Problems in report files (TRF).

The part after `trf.` is the code of the problem; its hint says what to do.
"""

TEXTS: dict[str, str | tuple[str, str]] = {
    "bad-trf": ("The TRF file has {n} error.", "The TRF file has {n} errors."),
    "bad-trf.hint": "Correct these errors and try again.",
    "bad-trf.repair": "Correct these errors, or use --repair to fix the unambiguous ones.",
    "trf.note": "(note) {problem}",
    "trf.more-errors": (
        "There is {n} more error like this.",
        "There are {n} more errors like this.",
    ),
    "trf.can-repair": "Reading with --repair may fix this and will report it.",
    "trf.hint-or-repair": "{hint} Reading with --repair may fix this and will report it.",
    # The whole file
    "trf.latin-1": "The file is not valid UTF-8 here; it was read as Latin-1.",
    "trf.latin-1.hint": "Check names with accents. Save the file as UTF-8 to be sure.",
    "trf.binary": "The file is not plain text: it contains a zero byte.",
    "trf.binary.hint": "Choose the TRF file (plain text) written by the tournament program.",
    "trf.not-trf": "This is not a TRF file: no line begins with a TRF record such as 012 or 001.",
    "trf.not-trf.empty": "This is not a TRF file: it is empty.",
    "trf.not-trf.hint": "Choose the report file (TRF16 or TRF26) written by the tournament"
    " program.",
    "trf.no-players": "The file has no players (no readable 001 records).",
    # Records
    "trf.unknown-record": "Unknown record {record}; it was ignored.",
    "trf.repeated-record": "Record {record} appears twice; {value} is ignored.",
    "trf.unknown-setting": "Record {record}: {word} is not recognised; use white1, black1 or rank.",
    "trf.stray-text": "Record {record}: the dates of the rounds begin in column {first}; this text"
    " is ignored.",
    "trf.not-a-number": "Record {record}: {field} must be a number, not {value}.",
    "trf.bad-record.missing": "Record {record}: {field} is missing (columns {first}-{last}).",
    "trf.bad-record.round": "Record {record}: round {round} is not between {low} and {high}.",
    "trf.bad-record.gap": "Record {record}: column {gap}, between two numbers, must be blank.",
    "trf.bad-record.no-players": "Record {record}: no players are named from column {first}"
    " onwards.",
    "trf.bad-record.rounds": "Record {record}: the number of rounds must be between 1 and {most},"
    " not {value}.",
    "trf.bad-record.initial-colour": "Record {record}: the initial colour must be W or B, not"
    " {value}.",
    "trf.bad-record.board-colours": "Record {record}: the colours must be W and B, one per board,"
    " not {value}.",
    "trf.bad-record.forfeit-type": "Record {record}: the type must be +-, -+ or --, not {value}.",
    "trf.bad-record.bye-type": "Record {record}: the type of bye must be F, H or Z, not {value}.",
    "trf.bad-record.points-type": "Record {record}: the type must be blank or one of W D L F H Z +"
    " -, not {value}.",
    "trf.bad-record.symbol-columns": "Record {record}: symbols belong in columns 6, 15, 24 ...",
    "trf.bad-record.symbol-columns.hint": "Example: 162  W 3.0    D 1.0    P 3.0",
    "trf.symbol-columns": "Record {record}: the symbols were not in their columns; they were read"
    " in their order.",
    "trf.number-columns": "Record {record}: the numbers were not in their columns; they were read"
    " in their order.",
    "trf.bad-record.game-symbol": "Record {record}: {symbol} is not one of the symbols {known}.",
    "trf.bad-record.game-symbol.hint": "Example: 162  W 3.0    D 1.0    P 3.0",
    "trf.bad-record.match-symbol": "Record {record}: {symbol} is not one of {known}.",
    "trf.bad-record.code-value": "Record {record}: {value} is not CODE=value with one of W, D,"
    " {known}.",
    "trf.bad-record.virtual-gap": "Record {record}: column {gap} must be blank.",
    "trf.bad-record.virtual-rounds": "Record {record}: there are points for more than {most}"
    " rounds.",
    "trf.bad-record.range-rounds": "Record {record}: the range of rounds {start} to {end} is"
    " empty.",
    "trf.bad-record.range-players": "Record {record}: the range of players {start} to {end} is"
    " empty.",
    "trf.contradicting-records.rounds": "Record {record} says {rounds} rounds, but an earlier"
    " record says {known}.",
    "trf.contradicting-records.colour": "Record {record} gives a different initial colour from an"
    " earlier record.",
    "trf.contradicting-records.points": "Record {record} gives {code} different points from an"
    " earlier record.",
    "trf.contradicting-records.acceleration": "Record {record} gives player {player} different"
    " points from record 250 in round {round}.",
    "trf.contradicting-records.hint": "Equivalent records (142 and XXR, 152 and XXC, 162 and XXS"
    " and BB.., 250 and XXA) must agree.",
    "trf.contradicting-byes": "Record 240 gives player {player} a bye of type {kind} in round"
    " {round}, but another record contradicts it.",
    "trf.declared-number": "Record {record} is not a number: {value}.",
    "trf.declared-number.players": (
        "Record {record} says {declared}, but the file has {n} player.",
        "Record {record} says {declared}, but the file has {n} players.",
    ),
    "trf.baku-points": "Baku acceleration requires a win to be worth two draws and a loss to be"
    " worth nothing (C.04.7); this file uses other points.",
    # Numbers
    "trf.too-many-players": "A TRF file can contain at most {most} players; this one has {count}.",
    "trf.too-many-players.hint": "Import the players from a list (CSV or XLSX) instead.",
    "trf.bad-id": "Pairing numbers must be between 1 and 9999.",
    "trf.duplicate-id": "Pairing number {id} also appears on line {first}.",
    "trf.duplicate-team": "Team {team} appears twice.",
    "trf.id-gap": "Pairing number {first} is missing.",
    "trf.id-gap.range": "Pairing numbers {first} to {last} are missing.",
    "trf.id-gap.hint": "This is allowed, but some programs reject it.",
    "trf.unknown-player": "Record {record} names player {player}, who is not in the file.",
    "trf.too-many-rounds.line": "The line has {count} rounds; the maximum is {most}.",
    "trf.too-many-rounds.bye": (
        "Record 240 is about round {round}, but the tournament has {n} round.",
        "Record 240 is about round {round}, but the tournament has {n} rounds.",
    ),
    "trf.too-many-rounds.bye.hint": "Correct record 142 (or XXR), or this line.",
    "trf.too-many-rounds.cell": (
        "There is data for round {round}, but the tournament has {n} round.",
        "There is data for round {round}, but the tournament has {n} rounds.",
    ),
    "trf.too-many-rounds.cell.hint": "Correct record 142 (or XXR), or this line.",
    # 001 records
    "trf.misaligned": "Column {column} must be blank: the fields of this line are not in their"
    " columns.",
    "trf.misaligned.hint": "Rounds belong in columns 92-99, 102-109 ...: move them there.",
    "trf.misaligned.repaired": "Column {column} must be blank: the fields of this line were not in"
    " their columns and have been moved.",
    "trf.not-a-number.rank": "The rank must be a number, not {value}; it was ignored.",
    "trf.not-a-number.points": "The points of player {player} are not a number ({value}); the"
    " results add up to {total}, which is used.",
    "trf.wrong-points": "The points of player {player} are given as {value}, but the results add up"
    " to {total}, which is used.",
    "trf.wrong-points.hint": "A result, the points or the point system is wrong.",
    "trf.not-a-number.opponent": "Round {round}: the opponent must be a number, not {value}.",
    "trf.bad-colour": "Round {round}: the colour must be w, b or -, not {value}.",
    "trf.bad-colour.repaired": "Round {round}: the colour {colour} was taken from the opponent's"
    " line.",
    "trf.unknown-result": "Round {round}: {value} is not a valid result; use {known}.",
    "trf.unknown-symbol.repaired": "Round {round}: {value} is not a known result; the game counts"
    " as adjourned.",
    "trf.unknown-result.repaired": "Round {round}: the result {result} was taken from the"
    " opponent's line.",
    "trf.needs-opponent": "Round {round}: the result {result} needs an opponent.",
    "trf.needs-opponent.hint": "Byes are U (pairing-allocated), H, F and Z.",
    "trf.needs-no-opponent": "Round {round}: {result} is a bye, but there is an opponent.",
    "trf.stray-colour": "Round {round}: a colour without an opponent was ignored.",
    "trf.old-bye": (
        "The file has {result} without an opponent once; it was read as {bye}.",
        "The file has {result} without an opponent {n} times; each was read as {bye}.",
    ),
    "trf-bye.u": "the pairing-allocated bye (U)",
    "trf-bye.f": "a full-point bye (F)",
    "trf-bye.h": "a half-point bye (H)",
    "trf-bye.z": "a zero-point bye (Z)",
    "trf.nobody-played": "Round {round}: no player has an opponent.",
    "trf.second-bye": "Round {round}: {players:and} have the pairing-allocated bye (U), which only"
    " one player per round can have.",
    "trf.second-bye.many": "Round {round}: {players} and others ({count} players in total) have the"
    " pairing-allocated bye (U), which only one player per round can have.",
    # Games
    "trf.own-opponent": "Round {round}: player {player} is paired against themselves.",
    "trf.unknown-opponent": "Round {round}: the opponent {opponent} is not in the file.",
    "trf.missing-mirror": "Round {round}: {player} names {opponent}, but {opponent} (line {other})"
    " has no opponent.",
    "trf.missing-mirror.repaired": "Round {round}: the missing cell was read as {cell}, from the"
    " line of player {player}.",
    "trf.asymmetric": "Round {round}: {player} names {opponent}, but {opponent} (line {other})"
    " names {named}.",
    "trf.no-result-yet": "Round {round}, {player} against {opponent} (line {other}): no result"
    " yet.",
    "trf.missing-result": "Round {round}, {player} against {opponent} (line {other}): only one side"
    " has a result, {result}.",
    "trf.missing-result.repaired": "Round {round}: the result {result} was taken from the"
    " opponent's line.",
    "trf.contradictory-results": "Round {round}, {player} against {opponent} (line {other}): the"
    " results {mine} and {theirs} contradict each other.",
    "trf.rated-differs": "Round {round}, {player} against {opponent} (line {other}): {mine} and"
    " {theirs} disagree on whether the game is rated.",
    "trf.same-colour": "Round {round}, {player} against {opponent} (line {other}): both have the"
    " same colour, {colour}.",
    "trf.missing-colour": "Round {round}, {player} against {opponent} (line {other}): the colour of"
    " player {side} is missing.",
    "trf.missing-colour.both": "Round {round}, {player} against {opponent} (line {other}): the"
    " colour of player {side} is missing.",
    "trf.missing-colour.both.hint": "Enter w in one of the two cells and b in the other.",
    "trf.missing-colour.repaired": "Round {round}: the colour {colour} was taken from the"
    " opponent's line.",
    # Names of fields, as the subject of a sentence
    "trf-field.value": "the value",
    "trf-field.value-of": "the value of {of}",
    "trf-field.round-date": "the date of a round",
    "trf-field.title": "the title",
    "trf-field.name": "the name",
    "trf-field.rating": "the rating",
    "trf-field.federation": "the federation",
    "trf-field.id": "the ID",
    "trf-field.birth-date": "the date of birth",
    "trf-field.pairing-number": "the pairing number",
    "trf-field.sex": "the sex",
    "trf-field.point-total": "the number of points",
    "trf-field.rank": "the rank",
    "trf-field.team-number": "the team number",
    "trf-field.short-name": "the short name",
    "trf-field.strength": "the strength",
    "trf-field.match-points": "the number of match points",
    "trf-field.game-points": "the number of game points",
    "trf-field.points": "the number of points",
    "trf-field.player": "the player",
    "trf-field.round": "the round",
    "trf-field.team": "the team",
    "trf-field.opponent": "the opponent",
    "trf-field.type": "the type",
    "trf-field.white-team": "the White team",
    "trf-field.black-team": "the Black team",
    "trf-field.first-player": "the first player",
    "trf-field.last-player": "the last player",
    "trf-field.player-number": "the player number",
    "trf-field.virtual-points": "the number of virtual points",
    # Writing
    "trf-columns": "The tournament does not fit into the columns of a TRF file.",
    "trf-columns.hint": "Pairing numbers go up to 9999, team numbers up to 999, and"
    " points can have only a few decimal places. Correct these, or"
    " export another format.",
    "trf-write.text": "a text field contains a line break or a character that is not"
    " allowed in a text file",
    "trf-write.too-long": "{field} {value} has more than {most} characters",
    "trf-write.decimal": "{field} {value} cannot be written in {most} characters",
    "trf-write.number": "{field} {value} is not between 0 and {most}",
    "trf-write.code-value": "the value {value} for {code} is not a decimal number",
    "trf-write.opponent": "an opponent has a pairing number above {most}",
    "trf-write.federation": "the federation {federation} does not have three letters",
    "trf-write.team-number": "it has no number, but others do",
    "place.record": "record {record}",
    "place.unknown-record": "unknown record",
    "place.national-rating": "national rating of player {number}",
    "place.team": "team {number}",
    "place.acceleration": "acceleration of player {number}",
    "no-large-report": "A TRF file ends at {most} players; this tournament has {count}.",
    "no-large-report.hint": "Export another format.",
    "no-team-report": "Team tournament reports can be imported but not exported.",
    "no-score-report": "A TRF report can only contain wins, draws and losses, but this tournament"
    " uses other scores.",
    "no-team-report.hint": "Export pairings and standings as CSV or XLSX, or the complete"
    " tournament as an archive.",
    "no-score-report.hint": "Export pairings and standings as CSV or XLSX, or the complete"
    " tournament as an archive.",
    "no-players.export": "There are no players to export.",
    "no-players.export.hint": "Add players first.",
    # Rules and teams of a file
    "trf-rules": "The TRF file contains rules that are not valid.",
    "trf-rules.hint": "Correct its records 142 (XXR), 162 (XXS, BB), 202, 212, 320 or 362.",
    "too-many-forbidden": "Records 260 and XXP forbid {count} pairs; the maximum is {most}.",
    "too-many-forbidden.hint": "Use smaller groups, with one record per club or family.",
    "trf.most-forbidden": "most of them are here: {count} pairs",
    "trf-teams": "The team tournament in the TRF file contains errors.",
    "trf-teams.hint": "Correct these records (310 and 300 define the line-ups), or remove the team"
    " records to import an individual tournament.",
    "place.round-team": "round {round}, team {team}",
    "place.round-teams": "round {round}, teams {team} and {opponent}",
    "place.line-up": "record 300, round {round}, team {team}",
    "place.record-round": "record {record}, round {round}",
    "place.record-either": "record {record} or {other}",
    "place.records": "records {records:and}",
    "trf-teams.number": "team {team} needs a number between 1 and 999",
    "trf-teams.other-team": "player {player} is also in team {team}",
    "trf-teams.same-team": "player {player} appears twice in the team",
    "trf-teams.no-team": "has results, but is not in a team (310)",
    "trf-teams.stranger": "player {player} is not in the team",
    "trf-teams.two-boards": "a player is on two boards",
    "trf-teams.unknown-team": "team {team} does not exist",
    "trf-teams.own-opponent": "team {team} is paired against itself",
    "trf-teams.not-begun": (
        "only {n} round has begun",
        "only {n} rounds have begun",
    ),
    "trf-teams.board-points": "the result {result} gives {points}, but boards in a"
    " team match must be worth 1, 1/2 and 0",
    "trf-teams.changes-match-points": "it changes match points; only game points, which rank the"
    " teams, can be changed",
    "trf-teams.changes-game-points": "it changes game points; only match points, which rank the"
    " teams, can be changed",
    "trf-teams.bye-in-match": "player {player} has a bye ({code}) in a match",
    "trf-teams.order": "the line-up is not in the order in which the players played",
    "trf-teams.not-lined-up": "player {player} played, but is not in the line-up",
    "trf-teams.two-byes": "it has two different byes",
    "trf-teams.lone-forfeits": "it has forfeits, but no opponent. Name the opponent in"
    " record 330, or a bye in record 240 or 320",
    "trf-teams.forfeited": "record 330 says it was forfeited, but player {player} has played",
    "trf-teams.own-players": "its players met each other",
    "trf-teams.several-opponents": "it met teams {teams:and} in one round",
    "trf-teams.bye-and-match": "it has a bye, but met team {team}",
}
