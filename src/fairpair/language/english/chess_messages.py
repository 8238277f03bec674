"""Messages in the words of chess, each text after the usual one."""

from collections.abc import Sequence

VARIANTS: Sequence[tuple[str, str | tuple[str, str]]] = (
    ("There are two results for table {table}.", "There are two results for board {table}."),
    ("No table has to change.", "No board has to change."),
    ("{players} at table {table}", "{players} on board {table}"),
    (
        "{round} repaired: no match at table {tables:and}",
        "{round} repaired: no game on board {tables:and}",
    ),
    (
        "{player} plays at table {table} in {round}, not at table {given}.",
        "{player} plays on board {table} in {round}, not on board {given}.",
    ),
    ("Pass the table or the player, not both.", "Pass the board or the player, not both."),
    (
        "Pass a player in this round, or the table number.",
        "Pass a player in this round, or the board number.",
    ),
    (
        (
            "A match can start once both players are known. The first round must be paired"
            " as a whole."
        ),
        (
            "A game can start once both players are known. The first round must be paired"
            " as a whole."
        ),
    ),
    (
        "A match in {round} has not started yet: {matches}.",
        (
            "A game in {round} has not started yet: {matches}.",
            "Some games in {round} have not started yet: {matches}.",
        ),
    ),
    ("Add a match for them, or assign a bye.", "Add a game for them, or assign a bye."),
    (
        "Someone else has entered {there} at table {table}. You entered {result}.",
        "Someone else has entered {there} on board {table}. You entered {result}.",
    ),
    (
        "Someone else has entered {there} at table {table}.",
        "Someone else has entered {there} on board {table}.",
    ),
    (
        "Someone else has cleared the result at table {table}.",
        "Someone else has cleared the result on board {table}.",
    ),
    ("Make more tables available in the settings.", "Make more boards available in the settings."),
    (
        "Add the missing results, or remove the match.",
        "Add the missing results, or remove the game.",
    ),
    ("All knockout matches are already paired.", "All knockout games are already paired."),
    ("bye", "pairing-allocated bye"),
    (
        ("Check the result slip. If a tied match was decided another way, also choose the winner."),
        ("Check the result slip. If a drawn game was decided another way, also choose the winner."),
    ),
    ("Check the table number.", "Check the board number."),
    ("Choose a free table.", "Choose a free board."),
    (
        "Choose another table, or release this one first.",
        "Choose another board, or release this one first.",
    ),
    ("Choose one of these tables: {tables}.", "Choose one of these boards: {tables}."),
    ("Complete the current matches first.", "Complete the current games first."),
    (
        "Confirm to void these matches and have them replayed, or keep the current result.",
        "Confirm to void these games and have them replayed, or keep the current result.",
    ),
    (
        "do not name a winner: the score already decides the match",
        "do not name a winner: the score already decides the game",
    ),
    ("Give each player only one match or bye.", "Give each player only one game or bye."),
    ("half-point bye (counts as a draw)", "half-point bye (counts as a draw)"),
    ("has two matches for the same player", "has two games for the same player"),
    ("has two matches for {players:and}", "has two games for {players:and}"),
    (
        "In {round}, {n} result is missing (table {tables}).",
        (
            "In {round}, {n} result is missing (board {tables}).",
            "In {round}, {n} results are missing (boards {tables}).",
        ),
    ),
    (
        "In {round}, {n} results are missing (tables {tables} and {more} more).",
        "In {round}, {n} results are missing (boards {tables} and {more} more).",
    ),
    ("match wins", "game wins"),
    ("matches", "games"),
    ("No knockout match is ready to start.", "No knockout game is ready to start."),
    (
        "Open your personal link again, or give the result to the organiser.",
        "Open your personal link again, or give the result to the arbiter.",
    ),
    ("Pairings by table", "Pairings by board"),
    (
        "player {player} has a bye ({code}) in a match",
        "player {player} has a bye ({code}) in a game",
    ),
    ("Report your own match.", "Report your own game."),
    (
        "Someone else has updated the table. Check it again.",
        "Someone else has updated the board. Check it again.",
    ),
    ("Table", "Board"),
    ("Table numbers", "Board numbers"),
    ("table {table}", "board {table}"),
    (
        "Table {table} ({player}) already has a result.",
        "Board {table} ({player}) already has a result.",
    ),
    (
        "Table {table} already has a result: {result}.",
        "Board {table} already has a result: {result}.",
    ),
    ("Table {table} already has this result.", "Board {table} already has this result."),
    ("Table {table} has no result yet.", "Board {table} has no result yet."),
    ("Table {table} has no result.", "Board {table} has no result."),
    ("table {table} in {round}", "board {table} in {round}"),
    ("Table {table} is already in use in {round}.", "Board {table} is already in use in {round}."),
    (
        "Table number {table} is not valid: tables are numbered from 1 to {most}.",
        "Board number {table} is not valid: boards are numbered from 1 to {most}.",
    ),
    ("Table {table} is reserved for {player}.", "Board {table} is reserved for {player}."),
    (
        "Table {table} must have {seats:or} players, not {count}.",
        "Board {table} must have {seats:or} players, not {count}.",
    ),
    ("Table {table}: {players}", "Board {table}: {players}"),
    ("Tables are numbered from 1 to {highest}.", "Boards are numbered from 1 to {highest}."),
    (
        "The match at table {table} in {round} is adjourned.",
        "The game on board {table} in {round} is adjourned.",
    ),
    ("The match {match} does not exist.", "The game {match} does not exist."),
    (
        "Matches in {round} cannot be voided: it is not a knockout round.",
        "Games in {round} cannot be voided: it is not a knockout round.",
    ),
    (
        "The tournament was finished before all matches were played.",
        "The tournament was finished before all games were played.",
    ),
    ("There are no matches in {round}.", "There are no games in {round}."),
    ("Table number {table} is not valid.", "Board number {table} is not valid."),
    (
        "There is no result to confirm at table {table}.",
        "There is no result to confirm on board {table}.",
    ),
    ("There is no table {table} in {round}.", "There is no board {table} in {round}."),
    (
        "This changes who plays in later matches: {matches:;}.",
        "This changes who plays in later games: {matches:;}.",
    ),
    ("This match is already at table {table}.", "This game is already on board {table}."),
    (
        "This report for table {table} no longer exists.",
        "This report for board {table} no longer exists.",
    ),
    ("This round has no table {table}.", "This round has no board {table}."),
    ("Two matches have the same table number.", "Two games have the same board number."),
    ("Use a different number for each table.", "Use a different number for each board."),
    ("W-D-L", "W-D-L"),
    ("Wins-draws-losses", "Wins-draws-losses"),
    (
        "You have already reported this result for table {table}.",
        "You have already reported this result for board {table}.",
    ),
    ("You have no match at the moment.", "You have no game at the moment."),
    ("{match}, match voided", "{match}, game voided"),
    (
        "{name} with {others:and}: no match, place {place} of {of}",
        "{name} with {others:and}: no game, place {place} of {of}",
    ),
    (
        "{name} with {others:and}: no match between them, so the tie remains",
        "{name} with {others:and}: no game between them, so the tie remains",
    ),
    ("{n} match", ("{n} game", "{n} games")),
    (
        (
            "{n} round for {players} players: up to {unbeaten} may win all their matches,"
            " but only {cut} advance."
        ),
        (
            (
                "{n} round for {players} players: up to {unbeaten} may win all their games, but"
                " only {cut} advance."
            ),
            (
                "{n} rounds for {players} players: up to {unbeaten} may win all their games,"
                " but only {cut} advance."
            ),
        ),
    ),
    (
        "{n} round for {players} players: up to {unbeaten} may win all their matches.",
        (
            "{n} round for {players} players: up to {unbeaten} may win all their games.",
            "{n} rounds for {players} players: up to {unbeaten} may win all their games.",
        ),
    ),
    (
        "{players:and} are not playing each other at table {table}.",
        "{players:and} are not playing each other on board {table}.",
    ),
    (
        (
            "{players:and} meet in {match} of the bracket. The bracket has different"
            " players here; this match was set manually."
        ),
        (
            "{players:and} meet in {match} of the bracket. The bracket has different"
            " players here; this game was set manually."
        ),
    ),
    (
        "{players} in {round} is not a bracket match",
        "{players} in {round} is not a bracket game",
    ),
    (
        "{player} assigned to table {table} for all rounds",
        "{player} assigned to board {table} for all rounds",
    ),
    (
        "{player} is already playing at table {table}.",
        "{player} is already playing on board {table}.",
    ),
    ("{player} is not playing at table {table}.", "{player} is not playing on board {table}."),
    ("{player} no longer has a fixed table", "{player} no longer has a fixed board"),
    (
        "{player} still has an unfinished match at table {table} in {round}.",
        "{player} still has an unfinished game on board {table} in {round}.",
    ),
    ("{player} would play two matches in {round}", "{player} would play two games in {round}"),
    (
        "{range} must be a range of tables, for example 1-20",
        "{range} must be a range of boards, for example 1-20",
    ),
    (
        (
            "{result} is not a valid result for table {table}: a best-of-{best_of} match"
            " ends when a player has won {n} game."
        ),
        (
            (
                "{result} is not a valid result for board {table}: a best-of-{best_of} match"
                " ends when a player has won {n} game."
            ),
            (
                "{result} is not a valid result for board {table}: a best-of-{best_of} match"
                " ends when a player has won {n} games."
            ),
        ),
    ),
    (
        (
            "{result} is not a valid result for table {table}: one board lists a"
            " player who is not in the team."
        ),
        (
            "{result} is not a valid result for board {table}: one board lists a"
            " player who is not in the team."
        ),
    ),
    (
        "{result} is not a valid result for table {table}: a knockout match needs a winner.",
        "{result} is not a valid result for board {table}: a knockout game needs a winner.",
    ),
    (
        (
            "{result} is not a valid result for table {table}: board results are only for"
            " team matches."
        ),
        (
            "{result} is not a valid result for board {table}: results by board are only"
            " for team matches."
        ),
    ),
    (
        (
            "{result} is not a valid result for table {table}: draws are not allowed in"
            " this tournament."
        ),
        (
            "{result} is not a valid result for board {table}: draws are not allowed in"
            " this tournament."
        ),
    ),
    (
        (
            "{result} is not a valid result for table {table}: each board must name one"
            " member of each team, or none."
        ),
        (
            "{result} is not a valid result for board {table}: each board must name one"
            " member of each team, or none."
        ),
    ),
    (
        (
            "{result} is not a valid result for table {table}: it is for {found}"
            " players, but this table has {seats}."
        ),
        (
            "{result} is not a valid result for board {table}: it is for {found}"
            " players, but this board has {seats}."
        ),
    ),
    (
        ("{result} is not a valid result for table {table}: this tournament does not use scores."),
        ("{result} is not a valid result for board {table}: this tournament does not use scores."),
    ),
    (
        (
            "{result} is not a valid result for table {table}: this tournament uses these"
            " scores: {scores}."
        ),
        (
            "{result} is not a valid result for board {table}: this tournament uses these"
            " scores: {scores}."
        ),
    ),
    (
        "{result} is not a valid result for table {table}: {problem}.",
        "{result} is not a valid result for board {table}: {problem}.",
    ),
    (
        "{round:cap} has {matches}, but {n} more table is needed.",
        (
            "{round:cap} has {matches}, but {n} more board is needed.",
            "{round:cap} has {matches}, but {n} more boards are needed.",
        ),
    ),
    ("{round:cap}, table {table}: {players}", "{round:cap}, board {table}: {players}"),
    ("{round}, table {table}: no extra time", "{round}, board {table}: no extra time"),
    (
        "{round}, table {table}: result of {players} cleared",
        "{round}, board {table}: result of {players} cleared",
    ),
    (
        "{round}, table {table}: {n} extra minute",
        ("{round}, board {table}: {n} extra minute", "{round}, board {table}: {n} extra minutes"),
    ),
    (
        "{round}, table {table}: {players} corrected to {result}",
        "{round}, board {table}: {players} corrected to {result}",
    ),
    (
        "{round}, table {table}: {players} {result} entered",
        "{round}, board {table}: {players} {result} entered",
    ),
    (
        "{round}, table {table}: {players} {result} reported by {player}",
        "{round}, board {table}: {players} {result} reported by {player}",
    ),
    (
        "{round}: match moved from table {table} to table {to}",
        "{round}: game moved from board {table} to board {to}",
    ),
    (
        "{round}: {n} result missing: table {tables}",
        (
            "{round}: {n} result missing: board {tables}",
            "{round}: {n} results missing: boards {tables}",
        ),
    ),
    (
        "{round}: {n} results missing: tables {tables} and {more} more",
        "{round}: {n} results missing: boards {tables} and {more} more",
    ),
    ("{round}: {players} added at table {table}", "{round}: {players} added on board {table}"),
    (
        "{separation} ({a} against {b} in the match between them)",
        "{separation} ({a} against {b} in the game between them)",
    ),
)
