"""A file as it was before one of its rounds."""

from dataclasses import replace

from fairpair.formats.trf.outcomes import LONE_FORFEITS, REQUESTED
from fairpair.formats.trf.records import TrfBye, TrfFile, TrfForbidden

_ABSENT = {code: code for code in REQUESTED} | LONE_FORFEITS


def before_round(file: TrfFile, round_no: int) -> TrfFile:
    """What the file said when this round was to be paired.

    Points and ranks are left out: they came later. Absent in the round is who has a bye there
    that the pairing did not give. A file without 142 or XXR is taken to have been planned for the
    rounds that it has.
    """
    return replace(
        file,
        players=tuple(
            replace(player, rounds=player.rounds[: round_no - 1], points=None, rank=None)
            for player in file.players
        ),
        rounds=file.rounds or file.rounds_played,
        rounds_played=round_no - 1,
        byes=_byes_in(file, round_no),
        forbidden=tuple(one for one in file.forbidden if _holds(one, round_no)),
        abnormal=tuple(one for one in file.abnormal if (one.round_no or 0) < round_no),
    )


def _byes_in(file: TrfFile, round_no: int) -> tuple[TrfBye, ...]:
    if round_no > file.rounds_played:
        return tuple(bye for bye in file.byes if bye.round_no == round_no)
    cells = ((player.id, player.rounds[round_no - 1]) for player in file.players)
    return tuple(
        TrfBye(round_no, _ABSENT[cell.result], one)
        for one, cell in cells
        if cell.opponent is None and cell.result in _ABSENT
    )


def _holds(one: TrfForbidden, round_no: int) -> bool:
    return (one.first_round or 1) <= round_no <= (one.last_round or round_no)
