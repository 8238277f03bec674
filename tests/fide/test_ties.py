"""What the organiser decides about ties in the report to FIDE: record 202 and the ranks of 001."""

from fractions import Fraction
from typing import Any

from fairpair.app.endorsement.trial import WHITE, Trial
from fairpair.app.files.check import check_file
from fairpair.app.transfer.imports import event_of
from fairpair.core.ids import PlayerId
from fairpair.core.players import ExternalValue
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.formats import trf
from fairpair.formats.trf.from_tournament import file_of
from fairpair.formats.trf.model import TrfFile
from fairpair.formats.trf.tournament import tournament_of
from fairpair.formats.trf.writer import write
from fairpair.log import commands as c


def played(*tiebreaks: str) -> Trial:
    """Four players after the only round: two share place 1."""
    rules: dict[str, Any] = {"standings_tiebreakers": list(tiebreaks)}
    trial = Trial.begin(4, 1, few_rounds_reason="a trial", **rules)
    trial.play(WHITE, WHITE)
    return trial


def file_in(data: bytes) -> TrfFile:
    file = trf.read(data).file
    assert file
    return file


def ranks(trial: Trial) -> dict[PlayerId, int]:
    return Standings(tiebreak_input(trial.t)).ranks


def test_an_order_is_the_rank_in_the_report_and_the_checker_takes_it() -> None:
    trial = played("PS")
    first, second = sorted(player for player, rank in ranks(trial).items() if rank == 1)
    trial.do(c.OrderTied((second, first), "play-off"))
    data = write(file_of(trial.t))
    reported = {player.id: player.rank for player in file_in(data).players}
    assert (reported[second], reported[first]) == (1, 2)
    verdict = check_file(data)
    assert (verdict.wrong_ranks, verdict.notes) == ((), ())


def test_external_values_are_not_in_the_report_but_their_place_is() -> None:
    trial = played("EXT/R", "PS")
    first, second = sorted(player for player, rank in ranks(trial).items() if rank == 1)
    values = (ExternalValue(first, Fraction(5)), ExternalValue(second, Fraction(1, 2)))
    trial.do(c.SetExternalValues(values, "games of the play-off"))
    assert (ranks(trial)[second], ranks(trial)[first]) == (1, 2)
    data = write(file_of(trial.t))
    assert b"\n202 OTHER_EXT/R,PS" in data
    assert [str(note) for note in check_file(data).notes] == [
        "Note: ranks were not checked: the values of the tie-break EXT are not in the report."
    ]
    again, notes = event_of(tournament_of(file_in(data)))
    assert (again.rules.standings_tiebreakers, notes) == (("EXT/R", "PS"), ())


def test_other_foreign_tiebreaks_keep_their_name() -> None:
    data = write(file_of(played("PS").t)).replace(b"202 PS", b"202 OTHER_EXTRA,PS")
    assert file_in(data).tiebreaks == ("OTHER_EXTRA", "PS")
