"""A tie-break: wins against players who have more points."""

from fairpair.plugin import (
    Mark,
    Options,
    PlayerId,
    PlayerRound,
    Sum,
    Tiebreak,
    TiebreakFn,
    TiebreakInput,
    count,
)


def prepare(inputs: TiebreakInput, _options: Options) -> TiebreakFn:
    """Everything that all players need is made here, once; the rest is asked for each player."""
    rows, points = inputs.sheet.rows, inputs.totals

    def is_upset(player: PlayerId, round_: PlayerRound) -> bool:
        won = round_.mark is Mark.WIN and round_.paired
        return won and points[round_.opponent] > points[player]

    def upsets(player: PlayerId) -> Sum:
        return count([one for one in rows[player] if is_upset(player, one)])

    return upsets


TIEBREAK = Tiebreak(
    code="upsets",
    name="Upsets",
    about="Wins against players with more points.",
    clause="Rules of the hill night, 3",
    range="0 to rounds",
    games=("all",),
    shown="whole",
    prepare=prepare,
)
