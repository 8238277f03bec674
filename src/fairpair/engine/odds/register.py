"""What the compiled kernel is proved for: everything else is played by the exact engine.

The proof is a test (`tests/odds/test_against_engine.py`): from every position of events that the
engine has played, the kernel makes the same pairs and the same ranks. Add a rule here only with a
test that shows the same.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from itertools import takewhile
from typing import Any

from fairpair.core.rounds import ByeKind, RoundRef
from fairpair.core.rules import Rules
from fairpair.engine.odds.lots import GAMES, PAIR
from fairpair.engine.odds.plan import Bye, Model, Plan, Start
from fairpair.engine.odds.situation import Situation
from fairpair.engine.pairing.proposal import present_in
from fairpair.engine.pairing.swiss.methods import METHODS, method_name
from fairpair.engine.pairing.swiss.position import pair_downs_of
from fairpair.engine.standings.scoring import Scorer, Worth, missed_round_kind
from fairpair.engine.standings.sheet import AWARDED_BYES
from fairpair.engine.standings.tiebreak_input import TiebreakInput
from fairpair.engine.standings.tiebreaks.averages import point_shares
from fairpair.engine.standings.tiebreaks.magic import games_of

CHAIN = ("omw", "gw", "ogw", "random")
PLAYERS_PER_ROUND = 3
"""With fewer players for each round, the exact engine often has to look ahead."""
ROUNDS_MORE = 2
"""So many rounds more than leave one player unbeaten; with still more, the same happens."""
_MOST_ROUNDS = 30
_MOST_POINTS = 1000

_RULES: Mapping[str, Callable[[Any], bool]] = {
    "system": lambda value: value == "swiss",
    "scores": lambda value: not value,
    "primary_score": lambda value: not value,
    "boards": lambda value: value is None,
    "points": lambda value: value.loss == 0 <= value.draw < value.win,
    "best_of": lambda value: value is not None and value % 2 == 1 and value < GAMES,
    "standings_tiebreakers": lambda value: value == CHAIN,
    "pairing_tiebreakers": lambda value: _before_lots(value) in ((), CHAIN[:-1]),
    "min_games_for_gw": lambda value: value <= 1,
    "byes_in_match_win": lambda value: value,
    "avoid_repeat_pairings": lambda value: value,
    "avoid_same": lambda value: not value,
    "track_pair_downs": lambda value: value,
    "pairing_criteria": lambda value: value == ("pair_downs", "avoided"),
    "cut_aware_rounds": lambda value: value == 0,
    "colours": lambda value: not value,
    "color_balance_strict": lambda value: not value,
    "acceleration": lambda value: value == "none",
    "bye_assignment": lambda value: value == "random",
    "max_byes_per_player": lambda value: value is None or value > 0,
}
"""For each rule that matters, whether the kernel plays by this value."""


class NotProven(StrEnum):
    """Why the exact engine plays."""

    RULES = "rules"
    FEW_PLAYERS = "few_players"
    POSITION = "position"
    NOT_INSTALLED = "not_installed"


def rules_not_proven(rules: Rules, rounds: int) -> list[str]:
    """The rules by which the kernel does not play, in the order of the register.

    >>> rules_not_proven(Rules(), rounds=5)
    []
    >>> rules_not_proven(Rules().with_changes({"system": "dutch"}), rounds=5)
    ['system']
    """
    found = [key for key, plays in _RULES.items() if not plays(getattr(rules, key))]
    if 2 * rules.points.draw == rules.points.win and rules.best_of == 1:
        found.append("best_of")  # one game as in chess: other chances
    kinds = {_is_by_tiebreaks(rules, round_no) for round_no in range(2, rounds + 1)}
    if len(kinds - {None}) > 1 or None in kinds or not _is_by_score(rules, 1):
        found.append("pairing_methods")
    return found


def why_not_proven(situation: Situation) -> NotProven | None:
    """Why the kernel is not used for this event; none if it can be."""
    t, rounds = situation.tournament, situation.rounds
    if rules_not_proven(t.rules, rounds):
        return NotProven.RULES
    left = range(situation.paired + 1, rounds + 1)
    needed = max(PLAYERS_PER_ROUND * rounds, 2 ** max(0, rounds - ROUNDS_MORE))
    if any(len(present_in(t, round_no)) < needed for round_no in left):
        return NotProven.FEW_PLAYERS
    if not _is_plain(situation):
        return NotProven.POSITION
    return None


def plan_of_event(situation: Situation, ratings: tuple[int, ...], top: int, seed: int) -> Plan:
    """The plan for the kernel; only for a situation that it is proved for."""
    rules, unit = situation.tournament.rules, situation.sheet.unit
    return Plan(
        players=len(situation.players),
        rounds=situation.rounds,
        top=top,
        seed=seed,
        win=situation.sheet.win,
        draw=situation.sheet.draw,
        bye=_bye(Scorer(rules).bye(ByeKind.PAIRING), unit),
        omw_floor=float(rules.omw_floor),
        gw_floor=float(rules.gw_floor),
        paired_by_tiebreaks=_is_by_tiebreaks(rules, max(2, situation.rounds)) is True,
        ratings=ratings,
        model=model_of(rules),
        start=_start(situation),
        away=tuple(_away(situation)),
    )


def model_of(rules: Rules) -> Model:
    """How matches end under these rules, where they are played game by game."""
    if rules.draws_allowed:
        return Model(best_of=rules.best_of or 1)
    return Model(best_of=rules.best_of or 1, drawn_game=0.0, out_of_time=0.0)


def is_played_by_games(rules: Rules) -> bool:
    """Whether the kernel's model tells how a match ends under these rules."""
    keys = ("scores", "primary_score", "boards", "best_of")
    is_one_game = rules.best_of == 1 and 2 * rules.points.draw == rules.points.win
    return all(_RULES[key](getattr(rules, key)) for key in keys) and not is_one_game


def _before_lots(codes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(takewhile(lambda code: code.lower() != "random", codes))


def _is_by_score(rules: Rules, round_no: int) -> bool:
    method = METHODS.get(method_name(rules, round_no))
    return method is not None and (method.groups, method.inside) == ("score", "neighbours")


def _is_by_tiebreaks(rules: Rules, round_no: int) -> bool | None:
    """Whether a score group is ordered by the kernel's tie-breaks; false by lot, none otherwise."""
    if not _is_by_score(rules, round_no):
        return None
    order = METHODS[method_name(rules, round_no)].order
    if order == "tiebreaks":
        return bool(_before_lots(rules.pairing_tiebreakers))
    return False if order == "lot" else None


def _is_plain(situation: Situation) -> bool:
    """Whether the numbers of the kernel say everything about the position."""
    t, sheet, rounds = situation.tournament, situation.sheet, situation.rounds
    if t.avoided or sheet.unranked or sheet.annulled or sheet.extra:
        return False
    if any(match.round_no != situation.paired for match in situation.open):
        return False
    if rounds > _MOST_ROUNDS or rounds * sheet.win > _MOST_POINTS:
        return False
    if not 0 < len(situation.players) < PAIR or sheet.loss:
        return False
    shares = point_shares(_inputs(situation))
    return all(shares[player][0] == total for player, total in sheet.totals.items())


def _inputs(situation: Situation) -> TiebreakInput:
    t = situation.tournament
    return TiebreakInput(situation.sheet, t.entries, t.rules, t.draw_seed)


def _start(situation: Situation) -> Start:
    sheet, players = situation.sheet, situation.players
    number = {player: n for n, player in enumerate(players)}
    games, shares = games_of(_inputs(situation)), point_shares(_inputs(situation))
    downs, totals = pair_downs_of(sheet), sheet.totals
    awarded = {p: sum(r.kind in AWARDED_BYES for r in sheet.rows[p]) for p in players}
    opponents = []
    for player in players:
        met = [-1] * situation.paired
        for one in sheet.rows[player]:
            if one.paired:
                met[one.round_no - 1] = number[one.opponent]
        opponents.append(tuple(met))
    pairs = tuple((number[a], number[b]) for a, b in (match.seats for match in situation.open))
    return Start(
        situation.paired - (1 if pairs else 0),
        tuple(totals[p] for p in players),
        tuple(games[p][0] for p in players),
        tuple(games[p][1] for p in players),
        tuple(shares[p][1] for p in players),
        tuple(awarded[p] for p in players),
        tuple(downs.get(p, 0) for p in players),
        tuple(opponents),
        pairs or None,
    )


def _away(situation: Situation) -> Iterator[tuple[int, int, Bye]]:
    """Who has no opponent in the rounds to come, and what that gives."""
    t, scorer = situation.tournament, Scorer(situation.tournament.rules)
    for round_no in range(situation.paired + 1, situation.rounds + 1):
        ref, present = RoundRef(1, round_no), set(present_in(t, round_no))
        for n, player in enumerate(situation.players):
            if player in present:
                continue
            entry = t.entries[player]
            kind = missed_round_kind(entry, ref)
            if t.takes_part(player, ref):
                kind = entry.requested_byes.get(round_no, kind)
            yield n, round_no - 1, _bye(scorer.bye(kind), situation.sheet.unit)


def _bye(worth: Worth, unit: int) -> Bye:
    won, lost, drawn = worth.games
    return Bye(
        int(worth.points * unit),
        3 * won + drawn,
        won + lost + drawn,
        int(worth.mark is not None),
        int(worth.kind in AWARDED_BYES),
    )


def is_proven_from_start(rules: Rules, players: int, rounds: int) -> bool:
    """Whether the kernel plays whole events by these rules: everybody stays to the end."""
    needed = max(PLAYERS_PER_ROUND * rounds, 2 ** max(0, rounds - ROUNDS_MORE))
    small = rounds <= _MOST_ROUNDS and rounds * rules.points.win <= _MOST_POINTS
    plays = not rules_not_proven(rules, rounds) and is_played_by_games(rules)
    return plays and small and needed <= players < PAIR


def plan_from_start(rules: Rules, players: int, rounds: int, unit: int) -> Plan:
    """Whole events, with points in parts of a point; only for what is proven."""
    return Plan(
        players,
        rounds,
        win=int(rules.points.win * unit),
        draw=int(rules.points.draw * unit),
        bye=_bye(Scorer(rules).bye(ByeKind.PAIRING), unit),
        omw_floor=float(rules.omw_floor),
        gw_floor=float(rules.gw_floor),
        paired_by_tiebreaks=_is_by_tiebreaks(rules, max(2, rounds)) is True,
        model=model_of(rules),
    )
