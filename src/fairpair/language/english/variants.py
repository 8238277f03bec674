"""Texts that differ by game: what to say instead of the usual text.

A text that is the same in English but not in other languages stands here too, unchanged, so that
translators see it twice.
"""

from collections.abc import Sequence

from fairpair.language.english import chess_messages, chess_pages, cli, explanations

Text = str | tuple[str, str]
Variants = Sequence[tuple[str, Text]]


def _key(text: Text) -> str:
    """What a variant is looked up by: the usual text, for one where there are two."""
    return text if isinstance(text, str) else text[0]


_FLOATS = {_key(explanations.TEXTS[code]): text for code, text in explanations.CHESS.items()}
_CLI_CHESS = {_key(cli.TEXTS[code]): text for code, text in cli.CHESS.items()}
_CLI_TEAMS = {_key(cli.TEXTS[code]): text for code, text in cli.TEAMS.items()}
_CLI_WITHDRAW = {_key(cli.TEXTS[code]): text for code, text in cli.WITHDRAW.items()}

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
    ("half-point bye (counts as a draw)", "half-point bye (counts as a draw)"),
    ("Judge Bo", "Arbiter Bo"),
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
        "Which of the players with the fewest byes gets the bye.",
        "Which of the players with the fewest byes gets the pairing-allocated bye.",
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
    ("capped after dropping", "capped after withdrawing"),
    ("Drop %(name)s", "Withdraw %(name)s"),
    ("Drop a player", "Withdraw a player"),
    ("Drop from the tournament", "Withdraw from the tournament"),
    ("Drop player", "Withdraw player"),
    ("Drop the player again.", "Withdraw the player again."),
    (
        "As staff, give the bye or drop the player.",
        "As staff, give the bye or withdraw the player.",
    ),
    ("Drop this entry and add a new one.", "Withdraw this entry and add a new one."),
    (
        "Drop {players:and}, or undo round 1 and pair it again with all players.",
        "Withdraw {players:and}, or undo round 1 and pair it again with all players.",
    ),
    ("Drop {player} instead.", "Withdraw {player} instead."),
    ("dropped", "withdrawn"),
    ("Dropped", "Withdrawn"),
    ("dropped after round %(n)d", "withdrawn after round %(n)d"),
    ("drops", "withdraws"),
    ("Freeze percentages when a player drops", "Freeze percentages when a player withdraws"),
    (
        "Maximum win percentage of a dropped opponent",
        "Maximum win percentage of a withdrawn opponent",
    ),
    (
        "Reinstate a player who has dropped, or finish the tournament with the current standings.",
        "Reinstate a player who has withdrawn, or finish the tournament with the"
        " current standings.",
    ),
    (
        "The tournament has moved on: {player} would now drop after {round}.",
        "The tournament has moved on: {player} would now withdraw after {round}.",
    ),
    (
        "The win percentage of a dropped opponent never counts as more than this."
        " Enter 1 for no maximum.",
        "The win percentage of a withdrawn opponent never counts as more than this."
        " Enter 1 for no maximum.",
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
    (
        "{name} is already in the tournament (number {number}), but has dropped.",
        "{name} is already in the tournament (number {number}), but has withdrawn.",
    ),
    ("{player} dropped after round {round}", "{player} withdrew after round {round}"),
    ("{player} dropped after {round}", "{player} withdrew after {round}"),
    ("{player} dropped before the start", "{player} withdrew before the start"),
    ("{player} has already dropped", "{player} has already withdrawn"),
    (
        "{player} has dropped and cannot be part of the cut.",
        "{player} has withdrawn and cannot be part of the cut.",
    ),
    ("{player} has already dropped.", "{player} has already withdrawn."),
    ("{player} has dropped.", "{player} has withdrawn."),
    ("{player} has not dropped.", "{player} has not withdrawn."),
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
    ("Matches and tie-breaks of %(name)s", "Games and tie-breaks of %(name)s"),
    ("Matches played", "Games played"),
    (
        "Play at table %(table)s, then report the result to the organiser.",
        "Play at table %(table)s, then report the result to the tournament organiser.",
    ),
    ("You have no match at the moment.", "You have no game at the moment."),
)
VARIANTS: dict[str, dict[str, Text]] = {
    "chess": {
        **_CLI_CHESS,
        **dict(chess_messages.VARIANTS),
        **dict(chess_pages.VARIANTS),
    },
    "team_chess": {**_CLI_TEAMS, **dict(_TEAM_CHESS)},
    "floats": _FLOATS,
    "withdraw": {**_CLI_WITHDRAW, **dict(_WITHDRAW)},
    "cards": dict(_CARDS),
    "pokemon": dict(_POKEMON),
    "wargame": dict(_WARGAME),
}
