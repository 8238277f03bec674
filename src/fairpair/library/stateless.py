"""Calls for programs that keep their own data: players and rounds in, a result out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from fairpair.app.files.pairing import PairingOptions, file_pairing
from fairpair.app.files.results_files import add_newcomers
from fairpair.app.files.standings import StandingsOptions, file_standings
from fairpair.app.use_cases.pairing import draft_of
from fairpair.core.arguments import list_of, maybe_number, wrong_type
from fairpair.core.errors import FieldProblem, InvalidInputError, NotFoundError
from fairpair.core.rounds import (
    FIRST_ROUND,
    REQUESTABLE,
    ByeKind,
    Pairing,
    RoundRef,
    RoundStatus,
)
from fairpair.core.rounds import Round as StoredRound
from fairpair.core.rules import Rules
from fairpair.core.tournament import PairingRestriction
from fairpair.core.tournament import Tournament as State
from fairpair.engine.pairing.proposal import ImpossiblePairingError, Proposal
from fairpair.engine.pairing.systems import pair_round
from fairpair.engine.standings.table import Standings as EngineStandings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.formats.json_fields import is_json
from fairpair.formats.results import read_results_data
from fairpair.language.message import Message
from fairpair.library.arguments import (
    byes_of,
    names_of,
    pairs_of,
    remedy_of,
    seed_of,
)
from fairpair.library.entrants import PlayerLike, entrants_of
from fairpair.library.entries import Entries
from fairpair.library.error_hints import python_hints, stateless_hint
from fairpair.library.files import read_report
from fairpair.library.own_rounds import match_of, matches_of
from fairpair.library.rounds import Match, Round, restriction_notes, round_of
from fairpair.library.rule_changes import (
    PRESETS,
    PointsLike,
    changes_of,
    codes_of,
    rules_for,
    system_of,
)
from fairpair.library.standings import Standings, standings_from
from fairpair.log.normalise import normalise_entrants
from fairpair.log.rounds import nobody_to_pair

USUAL_PRESET = PRESETS["dutch"]
"""The rules where neither a system nor a preset is named."""
MatchLike = Sequence[Any] | Mapping[str, Any]
"""`("Ana", "Bo", "1-0")`, `("Ana", "Bo")` while it is open, `("Ana", None)` for the bye, or as in a
results file."""
Players = Iterable[PlayerLike] | Mapping[str, int | None]
"""A list of players, or ratings by name."""
Rounds = Iterable[Iterable[MatchLike | Match]]
"""Rounds that were played: lists of matches, or `Round` with its results."""


def pair(
    players: Players | str | Path | bytes,
    rounds: Rounds = (),
    system: str | None = None,
    *,
    preset: str | None = None,
    total_rounds: int | None = None,
    byes: Mapping[str, str] | Iterable[str] = (),
    forbidden: Iterable[tuple[str, str]] = (),
    drops: Mapping[str, int] | Iterable[str] = (),
    points: PointsLike | None = None,
    seed: str | int = "",
    remedy: str = "",
    **rules: Any,
) -> Round:
    """The next round after these rounds, or of a report file (TRF) or results file (JSON).

    The rules are those of the FIDE (Dutch) system, of another `system` (`swiss`, `round_robin`) or
    of a `preset`, with changes by name. `byes` are for this round (names, or kinds by name such as
    `{"Ana": "zero"}`), `forbidden` pairs do not meet, `drops` says after which round a player left.
    If no legal pairing is left, the error says what helps, and `remedy` is `rematch`, `bye` or
    `colours`. A player without a match or bye in a round scores nothing in it, and a player who has
    not been in any round yet is a late entry: the `notes` of the result list both.

    >>> import fairpair
    >>> players = {"Ana": 2100, "Bo": 2000, "Cy": 1900, "Di": 1800}
    >>> first = [("Ana", "Cy", "1-0"), ("Di", "Bo", "1/2-1/2")]
    >>> print(fairpair.pair(players, [first]))
    Round 2
    table  white  black  result
    -----  -----  -----  ------
        1  Bo     Ana
        2  Cy     Di
    """
    own = ("preset", "byes", "forbidden", "drops", "seed", "remedy")
    changes = changes_of(rules, points, arguments=own, rounds=total_rounds)
    how = remedy_of(remedy)
    if isinstance(players, str | Path | bytes):
        require_none(rounds=rounds, byes=byes, forbidden=forbidden, drops=drops, seed=seed)
        return _file_round(read_report(players), PairingOptions(system, preset, changes), how)
    settled = rules_for(system, preset, changes, USUAL_PRESET)
    t = tournament_of(players, rounds, settled, seed=seed, drops=drops)
    t = _with_wishes(add_newcomers(t, settled), byes, forbidden)
    ref = RoundRef(1, len(t.rounds) + 1)
    if t.rules.rounds is not None and ref.round_no > t.rules.rounds:
        raise InvalidInputError("all-rounds-given", n=t.rules.rounds)
    if not t.entrants_in(ref):
        raise nobody_to_pair()
    with _helped(how) as found:
        found.append(pair_round(t))
    paired = _with_round(t, found[0])
    notes = (*history_notes(t), *restriction_notes(paired, ref))
    return replace(round_of(paired, ref), notes=notes)


@contextmanager
def _helped(remedy: str) -> Iterator[list[Proposal]]:
    """Pair in this block; if there is no legal pairing, the one with the remedy is found."""
    found: list[Proposal] = []
    try:
        yield found
    except ImpossiblePairingError as error:
        helps = [one.proposal for one in error.suggestions if one.kind == remedy]
        found += [one for one in helps if one is not None]
        if not found:
            error.remedy = stateless_hint(error)
            raise


def require_none(**arguments: object) -> None:
    """Refuse what would have no effect beside a file."""
    for name, given in arguments.items():
        if given not in ((), "") and (not hasattr(given, "__len__") or given):
            raise wrong_type(name, "nothing", given)


def _file_round(data: bytes, how: PairingOptions, remedy: str) -> Round:
    if how.system is not None:
        how = replace(how, preset=_preset_for_file(data, how.system, how.preset))
    if remedy:
        raise wrong_type("remedy", "nothing", remedy)
    with _file_errors():
        found = file_pairing(data, how)
    ref = RoundRef(1, found.round.round_no)
    made = round_of(_with_round(found.tournament, found.round), ref)
    return replace(made, notes=tuple(map(str, found.notes)))


def _preset_for_file(data: bytes, system: str, preset: str | None) -> str | None:
    """A results file has no rules of its own, a report has."""
    known = PRESETS.get(system_of(system))
    return known if preset is None and is_json(data) else preset


@contextmanager
def _file_errors() -> Iterator[None]:
    """Say in the words of Python that a report file defines its own scoring."""
    try:
        yield
    except InvalidInputError as error:
        if error.code == "preset-for-trf":
            raise InvalidInputError("preset-for-trf.library") from error
        raise


def standings(
    players: Players | str | Path | bytes,
    rounds: Rounds = (),
    system: str | None = None,
    *,
    tiebreaks: Iterable[str] | str | None = None,
    after: int | None = None,
    preset: str | None = None,
    drops: Mapping[str, int] | Iterable[str] = (),
    points: PointsLike | None = None,
    seed: str | int = "",
    **rules: Any,
) -> Standings:
    """The standings after these rounds, or of a report file (TRF) or results file (JSON).

    Players, rounds and rules are as in `pair`; open matches do not count yet.

    >>> import fairpair
    >>> table = fairpair.standings(["Ana", "Bo"], [[("Ana", "Bo", "1-0")]], tiebreaks="BH, SB")
    >>> [(row.rank, row.name, row.points) for row in table]
    [(1, 'Ana', 1), (2, 'Bo', 0)]
    """
    own = ("tiebreaks", "after", "preset", "drops", "seed")
    changes = changes_of(rules, points, arguments=own)
    codes, until = None if tiebreaks is None else codes_of(tiebreaks), maybe_number("after", after)
    if isinstance(players, str | Path | bytes):
        require_none(rounds=rounds, drops=drops)
        how = StandingsOptions(codes, preset, changes, seed_of(seed), until)
        return _file_standings(read_report(players), how, system)
    if codes is not None:
        changes["standings_tiebreakers"] = list(codes)
    settled = rules_for(system, preset, changes, USUAL_PRESET)
    t = tournament_of(players, rounds, settled, seed=seed, drops=drops)
    if until is not None and until > len(t.rounds):
        raise NotFoundError("no-round", round=RoundRef(1, until).name, n=len(t.rounds))
    found = EngineStandings(tiebreak_input(t, until=until))
    return standings_from(t, found, notes=history_notes(t))


def _file_standings(data: bytes, how: StandingsOptions, system: str | None) -> Standings:
    if system is not None:
        preset = _preset_for_file(data, system, how.preset)
        how = replace(how, preset=preset, changes={**how.changes, "system": system})
    with _file_errors(), python_hints():
        found = file_standings(data, how)
    return standings_from(found.tournament, found.standings, found.ids, found.notes)


def history_notes(t: State) -> tuple[str, ...]:
    """Who has neither match nor bye in a round, and who entered late."""
    notes = []
    for ref, round_ in t.rounds.items():
        here = {p for pairing in round_.pairings.values() for p in pairing.seats} | {*round_.byes}
        absent = [t.name_of(p) for p in t.entrants_in(ref) if p not in here]
        late = [t.name_of(p) for p, one in t.entries.items() if one.periods[0].first == ref]
        if absent:
            notes.append(Message("library.absent", round=ref.name, players=absent))
        if late and ref != FIRST_ROUND:
            notes.append(Message("library.late", round=ref.name, players=late))
    return tuple(map(str, notes))


def tournament_of(
    players: Players,
    rounds: Rounds,
    rules: Rules,
    *,
    seed: str | int = "",
    drops: Mapping[str, int] | Iterable[str] = (),
) -> State:
    """The tournament of players and rounds; `InvalidInputError` lists everything that is wrong."""
    if isinstance(players, Entries):
        raise wrong_type("players", "own-data", players)
    if not isinstance(players, Iterable):
        raise wrong_type("players", "players", players)
    entrants = normalise_entrants(entrants_of(players if isinstance(players, tuple) else [players]))
    if isinstance(rounds, int):
        raise wrong_type("rounds", "rounds-played", rounds, planned="total_rounds")
    history = [matches_of(one) for one in list_of("rounds", "rounds", rounds)]
    problems: list[FieldProblem] = []
    played = [
        [match_of(match, rules, (n, m), problems) for m, match in enumerate(one, 1)]
        for n, one in enumerate(history, 1)
    ]
    if problems:
        raise InvalidInputError("bad-history", problems=problems, n=len(problems))
    left = drops
    if not isinstance(left, Mapping):
        left = dict.fromkeys(names_of("drops", drops), len(history))
    data = {
        "players": [one.name for one in entrants],
        "rounds": played,
        "drops": [{"player": name, "afterRound": after} for name, after in left.items()],
        "draw_seed": seed_of(seed),
    }
    try:
        t = read_results_data(data, rules).tournament
    except InvalidInputError as error:
        raise InvalidInputError(
            "bad-history", problems=error.problems, n=len(error.problems)
        ) from error
    entries = {
        player: replace(entry, entrant=entrant)
        for (player, entry), entrant in zip(t.entries.items(), entrants, strict=True)
    }
    return replace(t, entries=entries, rules=replace(t.rules, rounds=rules.rounds))


def _with_wishes(
    t: State, byes: Mapping[str, str] | Iterable[str], forbidden: Iterable[tuple[str, str]]
) -> State:
    """With the byes of the next round, and those who must not meet."""
    round_no = len(t.rounds) + 1
    entries = dict(t.entries)
    for player, kind in byes_of(t, byes, REQUESTABLE, ByeKind.HALF).items():
        entries[player] = replace(entries[player], requested_byes={round_no: kind})
    pairs = pairs_of(t, "forbidden", forbidden)
    return replace(t, entries=entries, avoided=dict.fromkeys(pairs, PairingRestriction(hard=True)))


def _with_round(t: State, paired: Proposal) -> State:
    """With this round, published."""
    made = draft_of(t, paired)
    round_ = StoredRound(
        RoundStatus.PUBLISHED,
        {table.number: Pairing(table.seats) for table in made.tables},
        {bye.player: bye.kind for bye in made.byes},
        t.rules.system,
        made.engine,
        made.draw_seed,
    )
    return replace(t, rounds={**t.rounds, RoundRef(1, paired.round_no): round_})
