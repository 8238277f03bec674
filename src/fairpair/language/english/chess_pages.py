"""Texts of pages and rules in the words of chess, each after the usual text."""

from collections.abc import Sequence

VARIANTS: Sequence[tuple[str, str | tuple[str, str]]] = (
    ("%(num)d table", ("%(num)d board", "%(num)d boards")),
    (
        "Players have reported different results at %(num)d table.",
        (
            "Players have reported different results on %(num)d board.",
            "Players have reported different results on %(num)d boards.",
        ),
    ),
    (
        "As many tables as possible stay as they are.",
        "As many boards as possible stay as they are.",
    ),
    (
        "A dropped player keeps the percentages they had when they dropped.",
        "A withdrawn player keeps the percentages they had when they withdrew.",
    ),
    ("A match may end in a draw.", "A game may end in a draw."),
    (
        ("A slip for each table in cut-and-stack order, with a QR code for reporting the result."),
        ("A slip for each board in cut-and-stack order, with a QR code for reporting the result."),
    ),
    (
        "All pairings by table, with points before the round and results so far.",
        "All pairings by board, with points before the round and results so far.",
    ),
    ("Allow draws", "Allow draws"),
    ("Always seat at table", "Always play on board"),
    (
        "An alphabetical list showing each player's table.",
        "An alphabetical list showing each player's board.",
    ),
    ("Assign tables by rank or at random.", "Assign boards by rank or at random."),
    (
        "At a new table. Both players must be unpaired.",
        "On a new board. Both players must be unpaired.",
    ),
    ("Available tables", "Available boards"),
    ("Byes and tables", "Byes and boards"),
    (
        "In alphabetical order, with the table of each player.",
        "In alphabetical order, with the board of each player.",
    ),
    ("Cards to fold and put on the tables.", "Cards to fold and put next to the boards."),
    (
        "One for each table, in the order in which you cut and stack them.",
        "One for each board, in the order in which you cut and stack them.",
    ),
    ("By table", "By board"),
    ("Bye: no opponent this round", "Pairing-allocated bye: no opponent this round"),
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
        "Select a table number to see the reasons for its pairing.",
        "Select a board number to see the reasons for its pairing.",
    ),
    ("Find your table: type your name", "Find your board: type your name"),
    ("Draw", "Draw"),
    ("draw", "draw"),
    ("drawn", "drawn"),
    (
        (
            "Each link opens the player's page, which shows their opponent, table and"
            " standing and lets them report results."
        ),
        (
            "Each link opens the player's page, which shows their opponent, board and"
            " standing and lets them report results."
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
        (
            "The organiser will answer your request. Ask before the next round is paired; you"
            " still have to finish a match in progress."
        ),
        (
            "The organiser will answer your request. Ask before the next round is paired; you"
            " still have to finish a game in progress."
        ),
    ),
    (
        "You will leave the tournament after this match.",
        "You will leave the tournament after this game.",
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
    (
        "How matches without a result count when the tournament is finished.",
        "How games without a result count when the tournament is finished.",
    ),
    ("Judge Bo", "Arbiter Bo"),
    ("Leave empty for any table.", "Leave empty for any board."),
    ("Match points", "Points for a game"),
    ("Match points for a win, a draw and a loss.", "Points for a win, a draw and a loss."),
    ("Matches", "Games"),
    ("Matches and tie-breaks of %(name)s", "Games and tie-breaks of %(name)s"),
    ("Matches and points", "Games and points"),
    ("Matches played", "Games played"),
    (
        "More changes: add match, replace, bye, change table",
        "More changes: add game, replace, bye, change board",
    ),
    ("Move match", "Move game"),
    ("Move match from table", "Move game from board"),
    ("No matches in this round.", "No games in this round."),
    ("No tables yet.", "No boards yet."),
    (
        "Only for players without a match, including a replaced player.",
        "Only for players without a game, including a replaced player.",
    ),
    (
        "Play at table %(table)s, then report the result to the organiser.",
        "Play on board %(table)s, then report the result to the arbiter.",
    ),
    ("Player or table", "Player or board"),
    ("More for table %(n)d", "More for board %(n)d"),
    ("No table is late.", "No board is late."),
    ("Everything about this table", "Everything about this board"),
    (
        "This round has no table with that number.",
        "This round has no board with that number.",
    ),
    (
        "Players are not seated at the same table twice if it can be avoided.",
        "Players do not play on the same board twice if it can be avoided.",
    ),
    ("Players paired down or up", "Floaters"),
    ("Result at table %(n)d", "Result on board %(n)d"),
    ("Save and void these matches", "Save and void these games"),
    ("Save table", "Save board"),
    ("Start %(num)d match", ("Start %(num)d game", "Start %(num)d games")),
    ("Start next matches", "Start next games"),
    ("table %(n)d", "board %(n)d"),
    ("Table %(n)d", "Board %(n)d"),
    (
        "Table numbers to use, for example 1-20. Leave empty to number from 1.",
        "Board numbers to use, for example 1-20. Leave empty to number from 1.",
    ),
    ("Table order", "Board order"),
    ("table {n}", "board {n}"),
    ("Tables", "Boards"),
    ("Tables {first} to {last} of {total}", "Boards {first} to {last} of {total}"),
    (
        "The organiser has to take the next step.",
        "The chief arbiter or organiser has to take the next step.",
    ),
    (
        "These matches will be voided and must be replayed:",
        "These games will be voided and must be replayed:",
    ),
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
    (
        "Waiting for %(title)s. Your table will appear here automatically.",
        "Waiting for %(title)s. Your board will appear here automatically.",
    ),
    ("Who gets the bye", "Who gets the pairing-allocated bye"),
    (
        "Which of the players with the fewest byes gets the bye.",
        "Which of the players with the fewest byes gets the pairing-allocated bye.",
    ),
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
)
