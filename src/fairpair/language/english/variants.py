"""Texts that differ by game: what to say instead of the usual text.

A text that is the same in English but not in other languages stands here too, unchanged, so that
translators see it twice.
"""

from collections.abc import Sequence

from fairpair.language.english import cli, explanations

Text = str | tuple[str, str]
Variants = Sequence[tuple[str, Text]]


def _key(text: Text) -> str:
    """What a variant is looked up by: the usual text, for one where there are two."""
    return text if isinstance(text, str) else text[0]


_FLOATS = {_key(explanations.TEXTS[code]): text for code, text in explanations.CHESS.items()}
_CLI_CHESS = {_key(cli.TEXTS[code]): text for code, text in cli.CHESS.items()}
_CLI_WITHDRAW = {_key(cli.TEXTS[code]): text for code, text in cli.WITHDRAW.items()}

_CHESS: Variants = (
    ("%(num)d table", ("%(num)d board", "%(num)d boards")),
    (
        "A dropped player keeps the percentages they had when they dropped.",
        "A withdrawn player keeps the percentages they had when they withdrew.",
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
    ("A match may end in a draw.", "A game may end in a draw."),
    (
        ("A slip for each table in cut-and-stack order, with a QR code for reporting the result."),
        ("A slip for each board in cut-and-stack order, with a QR code for reporting the result."),
    ),
    ("All knockout matches are already paired.", "All knockout games are already paired."),
    (
        "All pairings by table, with points before the round and results so far.",
        "All pairings by board, with points before the round and results so far.",
    ),
    ("Allow draws", "Allow draws"),
    ("Always seat at table", "Always seat at board"),
    (
        "An alphabetical list showing each player's table.",
        "An alphabetical list showing each player's board.",
    ),
    ("Assign tables by rank or at random.", "Assign boards by rank or at random."),
    (
        "At a new table. Both players must be unpaired.",
        "At a new board. Both players must be unpaired.",
    ),
    ("Available tables", "Available boards"),
    (
        "Bracket diagram. The same matches are listed below.",
        "Bracket diagram. The same games are listed below.",
    ),
    ("By table", "By board"),
    ("bye", "pairing-allocated bye"),
    ("Bye: no opponent this round", "Pairing-allocated bye: no opponent this round"),
    ("Check the table number.", "Check the board number."),
    ("Complete the current matches first.", "Complete the current games first."),
    ("count as draws", "count as draws"),
    (
        (
            "Cut the whole stack at once and put the piles on top of each other, top pile"
            " first. The slips are then in table order."
        ),
        (
            "Cut the whole stack at once and put the piles on top of each other, top pile"
            " first. The slips are then in board order."
        ),
    ),
    ("Different table each round", "Different board each round"),
    (
        "do not name a winner: the score already decides the match",
        "do not name a winner: the score already decides the game",
    ),
    ("Draw", "Draw"),
    ("draw", "draw"),
    ("drawn", "drawn"),
    (
        (
            "Each link opens that player's page, with their opponent, table, standing and"
            " result reporting."
        ),
        (
            "Each link opens that player's page, with their opponent, board, standing and"
            " result reporting."
        ),
    ),
    (
        (
            "Every device and the big screen show the same time. To give a table extra"
            " time, click its number."
        ),
        (
            "Every device and the big screen show the same time. To give a board extra"
            " time, click its number."
        ),
    ),
    (
        "Finish the current match first. Otherwise the opponent wins it.",
        "Finish the current game first. Otherwise the opponent wins it.",
    ),
    (
        "Finish this match first. Otherwise the opponent wins it.",
        "Finish this game first. Otherwise the opponent wins it.",
    ),
    ("Fixed table", "Fixed board"),
    (
        "Folding table-number cards with a QR code for the pairings.",
        "Folding board-number cards with a QR code for the pairings.",
    ),
    ("Freeze percentages when a player drops", "Freeze percentages when a player withdraws"),
    ("Games drawn", "Games drawn"),
    ("Games I won", "Games I won"),
    ("Games my opponent won", "Games my opponent won"),
    ("half-point bye (counts as a draw)", "half-point bye (counts as a draw)"),
    (
        "How matches without a result count when the tournament is finished.",
        "How games without a result count when the tournament is finished.",
    ),
    ("Leave empty for any table.", "Leave empty for any board."),
    ("Match points", "Points for a game"),
    ("Match points for a win, a draw and a loss.", "Points for a win, a draw and a loss."),
    ("Matches", "Games"),
    ("Matches and points", "Games and points"),
    ("Matches played", "Games played"),
    (
        "More changes: add match, replace, bye, change table",
        "More changes: add game, replace, bye, change board",
    ),
    ("Move match", "Move game"),
    ("Move match from table", "Move game from board"),
    ("No knockout match is ready to start.", "No knockout game is ready to start."),
    ("No matches in this round.", "No games in this round."),
    ("No tables yet.", "No boards yet."),
    (
        "Only for players without a match, including a replaced player.",
        "Only for players without a game, including a replaced player.",
    ),
    (
        "Open your personal link again, or give the result to the organiser.",
        "Open your personal link again, or give the result to the arbiter.",
    ),
    ("Pairings by table", "Pairings by board"),
    (
        "Play at table %(table)s, then report the result to the organiser.",
        "Play at board %(table)s, then report the result to the arbiter.",
    ),
    (
        "Play at table %(table)s. Then report the result here.",
        "Play at board %(table)s. Then report the result here.",
    ),
    ("Player or table", "Player or board"),
    (
        "Players are not seated at the same table twice if it can be avoided.",
        "Players are not seated at the same board twice if it can be avoided.",
    ),
    ("Players paired down or up", "Floaters"),
    ("Result at table %(n)d", "Result at board %(n)d"),
    ("Save and void these matches", "Save and void these games"),
    ("Save table", "Save board"),
    (
        "Someone else has updated the table. Check it again.",
        "Someone else has updated the board. Check it again.",
    ),
    ("Start %(num)d match", ("Start %(num)d game", "Start %(num)d games")),
    ("Start the next matches", "Start the next games"),
    (
        "Swap players, change tables, assign byes or add a match.",
        "Swap players, change boards, assign byes or add a game.",
    ),
    ("Table", "Board"),
    ("table %(n)d", "board %(n)d"),
    ("Table %(n)d", "Board %(n)d"),
    ("Table numbers", "Board numbers"),
    (
        "Table numbers to use, for example 1-20. Leave empty to number from 1.",
        "Board numbers to use, for example 1-20. Leave empty to number from 1.",
    ),
    ("Table order", "Board order"),
    ("table {n}", "board {n}"),
    ("table {table}", "board {table}"),
    ("table {table} in {round}", "board {table} in {round}"),
    ("Table {table}: {players}", "Board {table}: {players}"),
    ("Tables", "Boards"),
    ("The match {match} does not exist.", "The game {match} does not exist."),
    (
        "The organiser has to take the next step.",
        "The chief arbiter or organiser has to take the next step.",
    ),
    (
        "The tournament was finished before all matches were played.",
        "The tournament was finished before all games were played.",
    ),
    (
        "These matches will be voided and must be replayed:",
        "These games will be voided and must be replayed:",
    ),
    (
        "This report for table {table} no longer exists.",
        "This report for board {table} no longer exists.",
    ),
    ("This round has no table {table}.", "This round has no board {table}."),
    (
        (
            "This round is published. Announce any change to the players. Tables with a"
            " result cannot be changed."
        ),
        (
            "This round is published. Announce any change to the players. Boards with a"
            " result cannot be changed."
        ),
    ),
    ("to table", "to board"),
    ("Unfinished matches", "Unfinished games"),
    ("Value of a bye", "Value of a pairing-allocated bye"),
    ("W-D-L", "W-D-L"),
    (
        "Waiting for %(title)s. Your table will appear here automatically.",
        "Waiting for %(title)s. Your board will appear here automatically.",
    ),
    ("Who gets the bye", "Who gets the pairing-allocated bye"),
    (
        "Who gets the bye among the players with the fewest byes.",
        "Who gets the pairing-allocated bye among the players with the fewest byes.",
    ),
    ("Wins-draws-losses", "Wins-draws-losses"),
    (
        "You and %(name)s reported different results. Agree on one, or call the organiser.",
        "You and %(name)s reported different results. Agree on one, or call the arbiter.",
    ),
    (
        (
            "You have been dropped from the tournament. If this is a mistake, tell the"
            " organiser before the next round."
        ),
        (
            "You have been withdrawn from the tournament. If this is a mistake, tell the"
            " arbiter before the next round."
        ),
    ),
    ("You have no match at the moment.", "You have no game at the moment."),
    ("{match}, match voided", "{match}, game voided"),
    (
        (
            "{players:and} meet in {match} of the bracket. The bracket has other players"
            " here; this match was set manually."
        ),
        (
            "{players:and} meet in {match} of the bracket. The bracket has other players"
            " here; this game was set manually."
        ),
    ),
    (
        "{players} in {round} is not a match of the bracket",
        "{players} in {round} is not a game of the bracket",
    ),
    ("{player} would play two matches in {round}", "{player} would play two games in {round}"),
    (
        "{range} must be a range of tables, for example 1-20",
        "{range} must be a range of boards, for example 1-20",
    ),
    ("{round:cap}, table {table}: {players}", "{round:cap}, board {table}: {players}"),
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
)
_TEAM_CHESS: Variants = (
    ("All players", "All teams"),
    ("Allow draws", "Allow draws"),
    ("bye", "pairing-allocated bye"),
    ("Bye: no opponent this round", "Pairing-allocated bye: no opponent this round"),
    ("count as draws", "count as draws"),
    ("Draw", "Draw"),
    ("draw", "draw"),
    ("drawn", "drawn"),
    ("Drop a player", "Withdraw a team"),
    ("Drop player", "Withdraw team"),
    ("Drops, late entries and byes", "Withdrawals, late entries and byes"),
    ("half-point bye (counts as a draw)", "half-point bye (counts as a draw)"),
    ("No players match your search.", "No teams match your search."),
    (
        "Play at table %(table)s, then report the result to the organiser.",
        "Play at table %(table)s, then report the result to the arbiter.",
    ),
    ("Player", "Team"),
    ("Players", "Teams"),
    ("Players paired down or up", "Floaters"),
    ("Reinstate a player", "Reinstate a team"),
    ("Reinstate player", "Reinstate team"),
    ("Search for a player", "Search for a team"),
    ("Value of a bye", "Value of a pairing-allocated bye"),
    ("W-D-L", "W-D-L"),
    ("Who gets the bye", "Who gets the pairing-allocated bye"),
    (
        "Who gets the bye among the players with the fewest byes.",
        "Who gets the pairing-allocated bye among the players with the fewest byes.",
    ),
    ("Wins-draws-losses", "Wins-draws-losses"),
    (
        "You and %(name)s reported different results. Agree on one, or call the organiser.",
        "You and %(name)s reported different results. Agree on one, or call the arbiter.",
    ),
)
_WITHDRAW: Variants = (
    (
        "A dropped player keeps the percentages they had when they dropped.",
        "A withdrawn player keeps the percentages they had when they withdrew.",
    ),
    (
        "All players have dropped: the tournament can be finished",
        "All players have withdrawn: the tournament can be finished",
    ),
    ("Drop %(name)s", "Withdraw %(name)s"),
    ("Drop a player", "Withdraw a player"),
    ("Drop from the tournament", "Withdraw from the tournament"),
    ("Drop player", "Withdraw player"),
    ("dropped", "withdrawn"),
    ("Dropped", "Withdrawn"),
    ("dropped after round %(n)d", "withdrawn after round %(n)d"),
    ("Dropped from the tournament.", "Withdrawn from the tournament."),
    ("drops", "withdraws"),
    ("Drops, late entries and byes", "Withdrawals, late entries and byes"),
    ("Freeze percentages when a player drops", "Freeze percentages when a player withdraws"),
    (
        "Maximum win percentage of a dropped opponent",
        "Maximum win percentage of a withdrawn opponent",
    ),
    (
        "The win percentage of a dropped opponent never counts as more than this.",
        "The win percentage of a withdrawn opponent never counts as more than this.",
    ),
    (
        (
            "You have been dropped from the tournament. If this is a mistake, tell the"
            " organiser before the next round."
        ),
        (
            "You have been withdrawn from the tournament. If this is a mistake, tell the"
            " organiser before the next round."
        ),
    ),
    ("{player} dropped after round {round}", "{player} withdrew after round {round}"),
    ("{player} has already dropped", "{player} has already withdrawn"),
)
_CARDS: Variants = (
    ("then a top %(n)d knockout", "then a top %(n)d"),
    ("top %(n)d knockout", "top %(n)d"),
    (
        "You and %(name)s reported different results. Agree on one, or call the organiser.",
        "You and %(name)s reported different results. Agree on one, or call a judge.",
    ),
)
_POKEMON: Variants = (
    ("A match may end in a draw.", "A match may end in a tie."),
    ("Allow draws", "Allow ties"),
    ("count as draws", "count as ties"),
    ("Draw", "Tie"),
    ("draw", "tie"),
    ("drawn", "tied"),
    ("Games drawn", "Games tied"),
    ("half-point bye (counts as a draw)", "half-point bye (counts as a tie)"),
    (
        "How much a draw counts in win percentages, where a win is 1.",
        "How much a tie counts in win percentages, where a win is 1.",
    ),
    ("Match points for a win, a draw and a loss.", "Match points for a win, a tie and a loss."),
    ("Value of a draw in win percentages", "Value of a tie in win percentages"),
    ("W-L-D", "W-L-T"),
    ("Wins-losses-draws", "Wins-losses-ties"),
)
_WARGAME: Variants = (
    (
        "Finish the current match first. Otherwise the opponent wins it.",
        "Finish the current game first. Otherwise the opponent wins it.",
    ),
    (
        "Finish this match first. Otherwise the opponent wins it.",
        "Finish this game first. Otherwise the opponent wins it.",
    ),
    ("Matches", "Games"),
    ("Matches played", "Games played"),
    (
        "Play at table %(table)s, then report the result to the organiser.",
        "Play at table %(table)s, then report the result to the tournament organiser.",
    ),
    ("You have no match at the moment.", "You have no game at the moment."),
)
VARIANTS: dict[str, dict[str, Text]] = {
    "chess": {**_FLOATS, **_CLI_CHESS, **dict(_CHESS)},
    "team_chess": {**_FLOATS, **dict(_TEAM_CHESS)},
    "withdraw": {**_CLI_WITHDRAW, **dict(_WITHDRAW)},
    "cards": dict(_CARDS),
    "pokemon": dict(_POKEMON),
    "wargame": dict(_WARGAME),
}
