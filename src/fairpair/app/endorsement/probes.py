"""Checks of the check-list that a program can make: each tries the action and says what came of it.

A check returns whether the requirement is met, and what was seen.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from fairpair.app.endorsement.trial import ADJOURNED, BLACK, DRAW, REFUSED, WHITE, Trial
from fairpair.app.files.check import check_file, check_trf
from fairpair.app.simulation.random_files import RandomFileOptions, random_event
from fairpair.app.simulation.results import winning_chances
from fairpair.app.views.header import report_notices
from fairpair.app.views.recommendation import recommendation_view
from fairpair.core.action_warnings import Level
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import DomainError
from fairpair.core.ids import PlayerId
from fairpair.core.players import DropKind, ExternalValue, Player
from fairpair.core.ratings import ListRating
from fairpair.core.results import Decided, Mark, Result
from fairpair.core.rounds import ByeKind, MatchRef
from fairpair.core.rules import RULES
from fairpair.core.tournament import Tournament
from fairpair.core.tournament_ratings import counting_rating
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.engine.standings.tiebreaks import TIEBREAKS
from fairpair.formats.trf.from_tournament import file_of, numbers_of
from fairpair.formats.trf.model import TrfFile
from fairpair.formats.trf.writer import write
from fairpair.log import commands as c
from fairpair.log.action_warnings import all_codes
from fairpair.log.events import WarningsRecorded
from fairpair.log.integrity import integrity_lines
from fairpair.log.journal import read_journal


@dataclass(frozen=True, slots=True)
class Found:
    """The answer to a question, and what was seen."""

    met: bool
    seen: str


Check = Callable[[], Found]
CHECKS: dict[str, Check] = {}
"""All checks by name."""
_LOCKED = Level.LOCKED


def _check(function: Check) -> Check:
    CHECKS[function.__name__] = function
    return function


def _trf(trial: Trial) -> str:
    lines = integrity_lines(trial.journal, numbers_of(trial.t))
    return write(file_of(trial.t, tuple(lines))).decode()


def _event(**options: Any) -> TrfFile:
    plain: dict[str, Any] = {"players": 16, "rounds": 5, "unusual": 0, "unrated_games": 0}
    return random_event(RandomFileOptions(**{**plain, **options}), "check").file


def _codes(file: TrfFile) -> set[str]:
    return {cell.result for one in file.players for cell in one.rounds}


# --- Checker and generator ------------------------------------------------------------------------


@_check
def checker_finds_wrong_pairings_and_ranks() -> Found:
    """A right file is right; a swapped rank and a swapped result are both found."""
    file = _event(byes=0, forfeits=0, withdrawals=0)
    first, second, *rest = file.players
    swapped = (replace(first, rank=second.rank), replace(second, rank=first.rank), *rest)
    ranks = check_trf(replace(file, players=swapped))
    cells = [[*one.rounds] for one in file.players]
    for mine in cells:
        mine[0] = replace(mine[0], result={"1": "0", "0": "1"}.get(mine[0].result, "="))
    other = tuple(replace(x, rounds=tuple(y)) for x, y in zip(file.players, cells, strict=True))
    pairs = check_trf(replace(file, players=other))
    right = check_file(write(file)).is_right
    met = right and bool(ranks.wrong_ranks) and bool(pairs.pairs)
    return Found(
        met, f"right file {right}, {len(ranks.wrong_ranks)} ranks, {len(pairs.pairs)} pairs"
    )


@_check
def generator_knows_its_parameters() -> Found:
    """Each kind of bye, forfeits, unusual results, unrated games, Baku, tie-breaks."""
    file = _event(
        players=40,
        half_byes=8,
        zero_byes=8,
        full_byes=8,
        forfeits=9,
        double_forfeits=9,
        unusual=9,
        unrated_games=9,
        baku=True,
        tiebreaks=("SB", "BH"),
    )
    codes = _codes(file)
    met = set("HZF+-WL1=0") <= codes and file.tiebreaks == ("SB", "BH") and "BAKU" in file.system
    return Found(met, f"codes {''.join(sorted(codes))}, {file.system}, {','.join(file.tiebreaks)}")


@_check
def generator_draws_the_rest() -> Found:
    """Files of different seeds differ in what was not said."""
    files = [random_event(RandomFileOptions(rounds=2), f"check {n}").file for n in range(8)]
    sizes, chains = {len(one.players) for one in files}, {one.tiebreaks for one in files}
    return Found(len(sizes) > 4 and len(chains) > 1, f"{len(sizes)} sizes of 8 files")


@_check
def ratings_are_given() -> Found:
    """Exactly the ratings that were asked for."""
    found = [one.rating for one in _event(players=4, rounds=2, ratings=(1, 9, 5, 7)).players]
    return Found(found == [9, 7, 5, 1], f"{found}")


@_check
def ratings_are_parametrised() -> Found:
    """In a range, and by steps."""
    drawn = [x.rating or 0 for x in _event(lowest=1500, highest=1600, unrated_players=0).players]
    steps = _event(players=3, rounds=1, highest=2000, rating_step=10, unrated_players=0).players
    stepped = [one.rating for one in steps]
    met = min(drawn) >= 1500 and max(drawn) <= 1600 and stepped == [2000, 1990, 1980]
    return Found(met, f"{min(drawn)} to {max(drawn)}; {stepped}")


@_check
def ratings_are_random() -> Found:
    """Many different ones."""
    found = len({one.rating for one in _event(unrated_players=0).players})
    return Found(found > 10, f"{found} different ratings of 16 players")


@_check
def generated_files_are_right() -> Found:
    """They obey the pairing rules and their own tie-breaks."""
    files = [random_event(RandomFileOptions(rounds=4), f"right {n}").file for n in range(3)]
    right = [check_trf(one).is_right for one in files]
    return Found(all(right), f"{sum(right)} of {len(right)} files are right")


@_check
def results_follow_the_table() -> Found:
    """The example of the model: 2467 against 2344."""
    found = tuple(round(one, 3) for one in winning_chances(2467, 2344))
    return Found(found == (0.511, 0.138), f"White {found[0]}, Black {found[1]}")


# --- FIDE mode ------------------------------------------------------------------------------------


@_check
def fide_mode_can_be_entered() -> Found:
    """By a rule, with the preset of FIDE tournaments."""
    trial = Trial.begin()
    return Found(trial.t.is_in_fide_mode, "rule fide with the preset fide_dutch")


@_check
def leaving_is_confirmed_twice() -> Found:
    """The first confirmation gives a token, and only the second one leaves."""
    trial = Trial.played(1)
    asked = trial.attempt(c.LeaveFideMode("a trial"))
    first, second = trial.leave()
    met = not asked.done and asked.level == Level.TWICE and not first.done and second.done
    return Found(met and not trial.t.is_in_fide_mode, f"{asked}; {first}; {second}")


@_check
def leaving_is_in_the_report() -> Found:
    """A `###` line names the round."""
    trial = Trial.played(1)
    trial.leave()
    lines = [one for one in _trf(trial).splitlines() if "FIDE mode exited" in one]
    return Found(len(lines) == 1 and "Round" in lines[0], "; ".join(lines) or "no line")


@_check
def there_is_no_way_back() -> Found:
    """Neither by the rules nor by undo."""
    trial = Trial.played(1)
    trial.leave()
    again, undone = trial.change(fide=True), trial.attempt(c.Undo())
    return Found(not trial.t.is_in_fide_mode, f"rules: {again}; undo: {undone}")


def _locked(*, after: int = 1, **changes: Any) -> Found:
    found = Trial.played(after).change(**changes)
    return Found(found.level >= _LOCKED, f"{', '.join(changes)} after round {after}: {found}")


@_check
def rounds_are_locked() -> Found:
    """After round 1."""
    return _locked(rounds=6)


@_check
def points_are_locked() -> Found:
    """After round 1."""
    return _locked(points={"win": 3, "draw": 1, "loss": 0})


@_check
def bye_points_are_locked() -> Found:
    """After round 1."""
    return _locked(bye_points="1/2")


@_check
def acceleration_is_locked() -> Found:
    """After round 1."""
    return _locked(acceleration="baku")


@_check
def tiebreaks_are_locked() -> Found:
    """After round 1."""
    return _locked(standings_tiebreakers=["SB"])


@_check
def system_is_locked() -> Found:
    """After round 1."""
    return _locked(system="round_robin")


@_check
def prohibited_pairs_are_announced_before_round_1() -> Found:
    """Taken before round 1, locked after it."""
    before = Trial.begin().attempt(c.AvoidPair(PlayerId(1), PlayerId(5)))
    after = Trial.played(1).attempt(c.AvoidPair(PlayerId(1), PlayerId(2)))
    return Found(before.done and after.level >= _LOCKED, f"before: {before}; after: {after}")


def _created(**rules: Any) -> str:
    """The code of the refusal; nothing if the tournament was created."""
    try:
        Trial.begin(**rules)
    except DomainError as error:
        return ", ".join([error.code, *(one.where for one in error.problems)])
    return ""


def _refused(**rules: Any) -> Found:
    found = _created(**rules)
    named = ", ".join(f"{key} {value}" for key, value in rules.items())
    return Found(bool(found), f"{named}: {found or 'taken'}")


@_check
def draws_cannot_outscore_wins() -> Found:
    """Win 1, draw 1."""
    return _refused(points={"win": 1, "draw": 1, "loss": 0})


@_check
def bye_cannot_be_worth_more_than_a_win() -> Found:
    """A bye of 2 points."""
    return _refused(bye_points=2)


@_check
def bye_must_be_a_score() -> Found:
    """With 1, 1/2 and 0 a bye of 0.3 points."""
    return _refused(bye_points="3/10")


@_check
def other_scorings_are_possible() -> Found:
    """3-1-0 before round 1."""
    found = _created(points={"win": 3, "draw": 1, "loss": 0}, bye_points=3)
    return Found(not found, found or "3-1-0 taken")


@_check
def other_byes_are_possible() -> Found:
    """Half a point, and nothing."""
    found = [_created(bye_points=one) for one in ("1/2", 0, 1)]
    return Found(not any(found), "1/2, 0 and 1 taken" if not any(found) else f"{found}")


@_check
def default_points_are_those_of_chess() -> Found:
    """1, 1/2, 0."""
    points = Trial.begin().t.rules.points
    found = (points.win, points.draw, points.loss)
    met = found == (Fraction(1), Fraction(1, 2), Fraction(0))
    return Found(met, "-".join(map(str, found)))


# --- Rounds and results ---------------------------------------------------------------------------


@_check
def too_many_rounds_are_told() -> Found:
    """Seven rounds for four players."""
    view = recommendation_view(Trial.begin(4).t, 0)
    told = [str(one.text) for one in view.warnings]
    return Found(bool(told), told[0] if told else "no word")


@_check
def unusual_results_are_taken() -> Found:
    """1/2-0, 0-1/2 and 0-0."""
    trial = Trial.begin(6)
    trial.pair()
    results = [
        Decided((Mark.DRAW, Mark.LOSS)),
        Decided((Mark.LOSS, Mark.DRAW)),
        Decided((Mark.LOSS, Mark.LOSS)),
    ]
    found = [
        trial.attempt(c.RecordResult(MatchRef(1, 1, n), one)) for n, one in enumerate(results, 1)
    ]
    return Found(all(one.done for one in found), "; ".join(map(str, found)))


def _impossible(result: Result) -> Found:
    trial = Trial.begin(4, 3)
    trial.pair()
    found = trial.attempt(c.RecordResult(MatchRef(1, 1, 1), result))
    return Found(found.level == REFUSED, f"{result}: {found}")


@_check
def two_winners_are_impossible() -> Found:
    """1-1, and 1-1/2."""
    one = _impossible(Decided((Mark.WIN, Mark.WIN)))
    other = _impossible(Decided((Mark.WIN, Mark.DRAW)))
    return Found(one.met and other.met, f"{one.seen}; {other.seen}")


@_check
def unrated_results_are_taken() -> Found:
    """1-0U is W and L in the report."""
    trial = Trial.begin(4, 3)
    trial.pair()
    found = trial.attempt(c.RecordResult(MatchRef(1, 1, 1), replace(WHITE, rated=False)))
    there = " w W" in _trf(trial)
    return Found(found.done and there, f"{found}, {'W in the report' if there else 'not there'}")


@_check
def adjourned_games_count_as_draws() -> Found:
    """The next round is paired as after a draw."""
    pairs = []
    for result in (DRAW, ADJOURNED):
        trial = Trial.begin(6, 5)
        trial.play(result, BLACK, WHITE)
        trial.pair()
        pairs.append([one.seats for _, one in sorted(trial.round.pairings.items())])
    return Found(pairs[0] == pairs[1], f"{pairs[1]} after a draw and after an adjourned game")


@_check
def adjourned_games_are_marked() -> Found:
    """`?` in the report."""
    trial = Trial.begin(4, 3)
    trial.play(ADJOURNED)
    found = " ?" in _trf(trial)
    return Found(found, "? in the report" if found else "no ?")


@_check
def nothing_ends_with_an_adjourned_game() -> Found:
    """Neither early nor otherwise."""
    trial = Trial.begin(4, 2)
    trial.play()
    trial.play(ADJOURNED)
    found = [trial.finish(early=early) for early in (False, True)]
    return Found(all(not one.done for one in found), "; ".join(map(str, found)))


@_check
def nothing_ends_with_a_missing_result() -> Found:
    """Also not if the tournament is to end early."""
    trial = Trial.played(1, players=4, of=3)
    trial.pair()
    found = trial.finish(early=True)
    return Found(not found.done, f"{found}")


@_check
def old_rounds_are_locked() -> Found:
    """After three rounds, the first one; the second one can be corrected."""
    trial = Trial.played(3)
    old = trial.attempt(c.CorrectResult(MatchRef(1, 1, 1), DRAW, "a trial"))
    young = trial.attempt(c.CorrectResult(MatchRef(1, 2, 1), DRAW, "a trial"))
    met = old.level >= _LOCKED and young.level < _LOCKED
    return Found(met, f"round 1: {old}; round 2: {young}")


@_check
def corrections_are_confirmed() -> Found:
    """A correction of the last round."""
    found = Trial.played(2).attempt(c.CorrectResult(MatchRef(1, 2, 1), DRAW, "a trial"))
    return Found(found.level == Level.CONFIRM, f"{found}")


@_check
def second_half_point_bye_is_confirmed() -> Found:
    """The first one is free."""
    trial = Trial.begin()
    first = trial.attempt(c.RequestBye(PlayerId(3), 1))
    second = trial.attempt(c.RequestBye(PlayerId(3), 2))
    return Found(first.done and second.level == Level.CONFIRM, f"{first}; {second}")


@_check
def full_point_byes_are_told() -> Found:
    """As no longer described."""
    found = Trial.begin().attempt(c.RequestBye(PlayerId(3), 1, ByeKind.FULL))
    return Found(found.level == Level.NOTICE, f"{found}")


@_check
def numbers_are_frozen_after_round_4() -> Found:
    """A better rating after round 4 changes no number."""
    trial = Trial.played(4, players=10)
    before = trial.t.order
    best = Player("P10", 2800)
    edited = trial.attempt(c.EditPlayer(PlayerId(10), best))
    trial.pair()
    return Found(trial.t.order == before, f"edit: {edited}; order {trial.t.order[:3]}")


@_check
def expelled_players_have_no_rank() -> Found:
    """Places close up."""
    trial = Trial.played(2)
    trial.do(c.DropPlayer(PlayerId(1), DropKind.EXPELLED))
    table = Standings(tiebreak_input(trial.t)).by_player
    ranks = sorted(row.rank for row in table.values() if row.rank)
    found = table[PlayerId(1)].rank
    return Found(not found and ranks[0] == 1, f"rank of the expelled player: {found or 'none'}")


@_check
def all_fide_tiebreaks_are_there() -> Found:
    """Of C.07 for individual tournaments."""
    wanted = (
        *("DE", "WIN", "WON", "BPG", "BWG", "PS", "REP", "STD", "TPN", "BH", "AOB", "FB", "SB"),
        *("KS", "ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"),
    )
    missing = [code for code in wanted if code not in TIEBREAKS]
    return Found(not missing, f"{len(wanted) - len(missing)} of {len(wanted)}")


@_check
def places_can_be_shared() -> Found:
    """Without a lot at the end of the list, equal players share their rank."""
    trial = Trial.begin(4, 1, standings_tiebreakers=["PS"], few_rounds_reason="a trial")
    trial.play(WHITE, WHITE)
    ranks = sorted(row.rank for row in Standings(tiebreak_input(trial.t)).rows if row.rank)
    return Found(ranks == [1, 1, 3, 3], f"ranks {ranks}")


def _ranks(trial: Trial) -> dict[PlayerId, int]:
    return Standings(tiebreak_input(trial.t)).ranks


@_check
def tied_players_are_put_in_order() -> Found:
    """Tied players only, with a reason; the undo gives them their shared place again."""
    trial = Trial.begin(4, 1, standings_tiebreakers=["PS"], few_rounds_reason="a trial")
    trial.play(WHITE, WHITE)
    before = _ranks(trial)
    first, second, third, _ = sorted(before, key=before.__getitem__)
    across = trial.attempt(c.OrderTied((first, third), "play-off"))
    trial.do(c.OrderTied((second, first), "play-off"))
    after = _ranks(trial)
    trial.do(c.Undo())
    ordered = (after[second], after[first], after[third]) == (1, 2, before[third])
    met = before[first] == before[second] and ordered and _ranks(trial) == before
    return Found(
        met and not across.done,
        f"places 1 and 1 become {after[second]} and {after[first]}; players who are not tied:"
        f" {across}",
    )


@_check
def values_from_outside_break_ties() -> Found:
    """At any place of the list; the report does not have them."""
    trial = Trial.begin(4, 1, standings_tiebreakers=["EXT", "PS"], few_rounds_reason="a trial")
    trial.play(WHITE, WHITE)
    before = _ranks(trial)
    first, second, *_ = sorted(before, key=before.__getitem__)
    values = (ExternalValue(first, Fraction(1, 2)), ExternalValue(second, Fraction(3, 2)))
    trial.do(c.SetExternalValues(values, "blitz play-off"))
    after = _ranks(trial)
    line = next(line for line in _trf(trial).splitlines() if line.startswith("202"))
    met = before[first] == before[second] == 1 and (after[second], after[first]) == (1, 2)
    return Found(
        met and "OTHER_EXT" in line,
        f"values 1/2 and 3/2: places {after[first]} and {after[second]}; {line.strip()}",
    )


@_check
def lots_are_repeatable() -> Found:
    """Players equal in everything are ranked at random: the same after the log is read again, after
    undo and redo, and in the report; another tournament draws another order.
    """
    trial = Trial.begin(8, 1, standings_tiebreakers=["random"], few_rounds_reason="a trial")
    trial.play(*[DRAW] * 4)
    orders = [_order(trial.t)]
    trial.do(c.Undo())
    trial.do(c.Redo())
    orders.append(_order(trial.t))
    orders.append(_order(read_journal(trial.journal.records).tournament))
    places = {one.id: one.rank for one in file_of(trial.t).players}
    orders.append(sorted(places, key=lambda one: places[one] or 0))
    others = {tuple(_order(replace(trial.t, draw_seed=f"trial {n}"))) for n in range(5)}
    same = all(one == orders[0] for one in orders)
    return Found(same and len(others) > 1, f"{orders[0]}, {len(orders)} times the same: {same}")


def _order(t: Tournament) -> list[int]:
    """The players by rank, which nobody shares."""
    ranks = {row.rank: int(row.player) for row in Standings(tiebreak_input(t)).rows}
    return [ranks[rank] for rank in range(1, len(t.entries) + 1)]


@_check
def warnings_cannot_be_switched_off() -> Found:
    """An L2 is told and recorded whatever is confirmed beforehand; an L3 is asked every time; and
    an L4 needs the token of its second question, which no code replaces. No rule is about warnings.
    """
    every = all_codes()
    trial = Trial.begin(players=9)
    told = [trial.attempt(c.RequestBye(PlayerId(n), 1, ByeKind.FULL), every) for n in (8, 9)]
    history = [one.event for one in trial.journal.records]
    recorded = sum(isinstance(one, WarningsRecorded) for one in history)
    notices = all(one.done and one.level == Level.NOTICE for one in told) and recorded == 2
    trial = Trial.played(2)
    asked = []
    for table in (1, 2):
        wrong = c.CorrectResult(MatchRef(1, 2, table), DRAW, "a trial")
        [code] = trial.attempt(wrong).codes
        others = [one for one in every if one != code]
        asked += [trial.attempt(wrong, given) for given in ((), others)]
        trial.do(wrong, (code,))
    confirmed = all(not one.done and one.level == Level.CONFIRM for one in asked)
    leaving = c.LeaveFideMode("a trial")
    twice = [trial.attempt(leaving, every, token) for token in ("", "wrong", "yes")]
    doubled = all(not one.done and one.level == Level.TWICE for one in twice)
    rules = [key for key in RULES if any(word in key for word in ("warn", "confirm", "notice"))]
    seen = (
        f"{told[1]}, {recorded} in the history; {asked[-1]}; {twice[0]}; rules: {rules or 'none'}"
    )
    return Found(notices and confirmed and doubled and not rules, seen)


@_check
def chess960_is_there() -> Found:
    """As a rule of the tournament."""
    return Found("chess960" in RULES, "rule chess960" if "chess960" in RULES else "no such rule")


@_check
def unrated_players_have_two_methods() -> Found:
    """A fixed rating, and the lowest or mean one of the field."""
    found = [one for one in ("unrated_rating", "unrated_method") if one in RULES]
    return Found(len(found) == 2, ", ".join(found))


@_check
def report_has_every_record() -> Found:
    """012 to 260 and `###`, of a tournament whose details are all set, with the birth dates and all
    ratings of its players.
    """
    trial = Trial.begin(acceleration="baku")
    days = ["2026-11-20"] * 7
    details = {
        "city": "Leipzig",
        "federation": "GER",
        "first_day": "2026-11-20",
        "last_day": "2026-11-22",
        "round_dates": days,
        "time_control": "90 min + 30 s",
        "time_control_code": "5400+30",
        "chief_arbiter": "IA Doe, Jane (4600001)",
        "arbiters": ["FA Roe, Rick (4600002)"],
        "ranking_method": "GER FIDON",
    }
    trial.do(c.ChangeHeader(details))
    ratings = {"fide.standard": ListRating(2400), "nat.GER": ListRating(2391)}
    person = ("FM", "Club", "GER", "m", "", {"fide": "4600009", "ger": "1020304"}, "1990-05-17")
    trial.do(c.EditPlayer(PlayerId(1), Player("Diaz, Di", 2400, *person, ratings)))
    trial.do(c.AvoidPair(PlayerId(1), PlayerId(2)))
    trial.do(c.RequestBye(PlayerId(3), 2))
    trial.do(c.RequestBye(PlayerId(4), 1, ByeKind.FULL))
    trial.play()
    lines = _trf(trial).splitlines()
    missing = sorted(_RECORDS - {line[:3] for line in lines})
    first = next((line for line in lines if line.startswith("001    1")), "")
    wanted = (" m ", " FM Diaz, Di", " 2400 GER ", "    4600009 1990/05/17 ")
    missing += [text for text in wanted if text not in first]
    national = "GER    1      Diaz, Di                          2391         1020304"
    missing += [] if national in map(str.rstrip, lines) else [national]
    return Found(not missing, f"missing: {', '.join(missing) or 'none'}")


_RECORDS = {
    *("012", "022", "032", "042", "052", "062", "072", "092", "102", "112", "122", "132"),
    *("142", "152", "172", "182", "192", "202", "222", "001", "GER", "240", "250", "260", "###"),
}


@_check
def missing_results_stop_the_next_round() -> Found:
    """A round with an open game is not completed; with the game adjourned it is."""
    trial = Trial.begin(4, 3)
    trial.pair()
    trial.do(c.RecordResult(MatchRef(1, 1, 1), WHITE))
    missing = trial.attempt(c.CompleteRound())
    trial.do(c.RecordResult(MatchRef(1, 1, 2), ADJOURNED))
    adjourned = trial.attempt(c.CompleteRound())
    seen = f"missing: {missing}; adjourned: {adjourned}"
    return Found(not missing.done and adjourned.done, seen)


def _counting(*headers: dict[str, Any]) -> list[int | None]:
    """The rating that counts after each of these changes of the details, of a player with 1 in
    FIDE's standard list, 2 in the rapid one, 3 in that of blitz and 4 in a list of the club.
    """
    keys = ("fide.standard", "fide.rapid", "fide.blitz", "custom.club")
    ratings = {key: ListRating(value) for value, key in enumerate(keys, 1)}
    trial, found = Trial.begin(), []
    for header in headers:
        trial.do(c.ChangeHeader(header))
        found.append(counting_rating(ratings, trial.t.header))
    return found


@_check
def lists_count_by_the_time_control() -> Found:
    """Standard, rapid and blitz ratings by default."""
    codes = ("5400+30", "900+10", "180+2")
    found = _counting(*({"time_control_code": code} for code in codes))
    return Found(found == [1, 2, 3], f"{', '.join(codes)}: lists {found}")


@_check
def lists_are_left_out_added_and_moved() -> Found:
    """Another order, another list first, and the default order again."""
    found = _counting(
        {"rating_lists": ["fide.blitz", "fide.standard"]},
        {"rating_lists": ["custom.club", "fide.standard"]},
        {"rating_lists": []},
    )
    return Found(found == [3, 4, 1], f"first {found}")


@_check
def ratings_are_edited() -> Found:
    """Before round 1."""
    trial = Trial.begin()
    found = trial.attempt(c.EditPlayer(PlayerId(3), Player("P3", 1999)))
    return Found(found.done, f"{found}")


@_check
def full_point_byes_are_taken() -> Found:
    """On request."""
    found = Trial.begin().attempt(c.RequestBye(PlayerId(3), 1, ByeKind.FULL))
    return Found(found.done, f"{found}")


@_check
def long_tournaments_are_told() -> Found:
    """31 days, but not 30."""
    codes = []
    for last in ("2026-12-01", "2026-11-30"):
        trial = Trial.begin()
        trial.do(c.ChangeHeader({"first_day": "2026-11-01", "last_day": last}))
        codes.append([one.code for one in report_notices(trial.t)])
    met = "report.long" in codes[0] and "report.long" not in codes[1]
    return Found(met, f"31 days: {'told' if met else 'no word'}")
