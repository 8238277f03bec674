"""Events played with random results: every round paired by the engine, by any rules.

The same plan and seed give the same event on every computer.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace

from fairpair.app.simulation.results import Lots, Match, is_one_game, random_rating, result_of
from fairpair.app.use_cases.pairing import cut_command
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entry, Period, Player
from fairpair.core.results import Result
from fairpair.core.rounds import MOST_ROUNDS, ByeKind, Pairing, Round, RoundRef, RoundStatus
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.berger import total_rounds
from fairpair.engine.pairing.feasibility import feasibility_warnings
from fairpair.engine.pairing.proposal import ImpossiblePairingError, Past, Proposal, present_in
from fairpair.engine.pairing.systems import pair_round
from fairpair.engine.pairing.tables import assign_tables, tables_of
from fairpair.engine.stages.bracket import NextBoards
from fairpair.engine.stages.progress import knock_out_of, plan_for
from fairpair.engine.stages.recommend import unbeaten_rounds
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.language.message import Message
from fairpair.presets import preset, rules_of

_FIRST = RoundRef(1, 1)


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    """What is to be played. Without `rounds` as many as the rules say, or as the field needs.

    Drops are a percentage of the players, byes a percentage of each player's rounds.
    """

    preset: str = "mtg_standard"
    players: int = 32
    rounds: int | None = None
    changes: Mapping[str, object] = field(default_factory=dict)
    system: str | None = None
    drops: int = 0
    byes: int = 0


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """The same with everything settled; `rules.rounds` are the rounds to play."""

    preset: str
    title: str
    players: int
    rules: Rules
    drops: int = 0
    byes: int = 0

    @property
    def rounds(self) -> int:
        """How many are to be played before a cut."""
        return 0 if self.rules.mode == "elimination" else self.rules.rounds or 1


@dataclass(frozen=True, slots=True)
class Event:
    """An event that was played; `impossible` is the round it ended before, if it could not go on,
    and `cause` tells why.

    Players are numbered from the strongest on.
    """

    seed: int
    tournament: Tournament
    standings: Standings
    impossible: int | None = None
    cause: Message | None = None
    warned: tuple[Message, ...] = ()
    """What could be foreseen to go wrong before it began."""

    @property
    def notes(self) -> tuple[Message, ...]:
        """What was foreseen, and why it ended early."""
        found = tuple(Message("simulation.note", text=text) for text in self.warned)
        if self.impossible is None:
            return found
        cause = self.cause or ""
        ended = Message("simulation.ends-early", round=self.impossible, cause=cause)
        return (*found, ended)


def plan_simulation(options: SimulationOptions) -> SimulationPlan:
    """The plan; `InvalidInputError` for names and rules that are not there or cannot be used."""
    title = preset(options.preset).title
    changes = dict(options.changes)
    if options.system is not None:
        changes["system"] = options.system
    rules = rules_of(options.preset, changes)
    if rules.boards:
        raise InvalidInputError("no-team-boards")
    rounds = options.rounds or rules.rounds or _recommended_rounds(options.players, rules)
    if rounds > MOST_ROUNDS:
        raise InvalidInputError("too-many-rounds.to-simulate", rounds=rounds, most=MOST_ROUNDS)
    rules = replace(rules, rounds=rounds)
    return SimulationPlan(
        options.preset, title, options.players, rules, options.drops, options.byes
    )


def _recommended_rounds(players: int, rules: Rules) -> int:
    """Rounds that leave one player without a loss; in a round robin those that it has."""
    if rules.system == "round_robin":
        return total_rounds(players, rules.cycles)
    return max(1, unbeaten_rounds(players))


def play(plan: SimulationPlan, seed: int) -> Event:
    """One event from the first round to the standings."""
    lots = Lots(f"simulate:{seed}")
    ratings = sorted((random_rating(lots, n) for n in range(plan.players)), reverse=True)
    event = initial_tournament(plan, seed, ratings, lots)
    warned = tuple(one.message for one in feasibility_warnings(event))
    impossible, cause = None, None
    for round_no in range(1, plan.rounds + 1):
        event = _add_byes(event, plan, lots, round_no)
        try:
            made = pair_round(event, Past())
        except ImpossiblePairingError as error:
            impossible, cause = round_no, error.text
            break
        event = _play_round(event, made, ratings, lots)
    if impossible is None:
        event = with_finals(event, ratings, lots)
    return Event(seed, event, Standings(tiebreak_input(event)), impossible, cause, warned)


def initial_tournament(
    plan: SimulationPlan, seed: int, ratings: Sequence[int], lots: Lots
) -> Tournament:
    """The event before its first round, its players numbered from the strongest on."""
    last = _last_rounds(plan, lots)
    width = len(str(plan.players))
    entries = {
        PlayerId(number): Entry(
            Player(f"Player {number:0{width}}", rating),
            (Period(_FIRST, last.get(number)),),
            checked_in=True,
        )
        for number, rating in enumerate(ratings, 1)
    }
    return Tournament(
        created=True,
        name=f"Simulation {seed}",
        rules=plan.rules,
        draw_seed=str(seed),
        entries=entries,
    )


def _last_rounds(plan: SimulationPlan, lots: Lots) -> dict[int, RoundRef]:
    """Who drops, and after which round; two always stay."""
    leaving = [
        player
        for player in range(1, plan.players + 1)
        if plan.rounds > 1 and lots.happens(plan.drops, "drops", player)
    ]
    leaving.sort(key=lambda player: lots.share("stays", player))
    return {
        player: RoundRef(1, lots.number(1, plan.rounds - 1, "after", player))
        for player in leaving[: plan.players - 2]
    }


def _add_byes(event: Tournament, plan: SimulationPlan, lots: Lots, round_no: int) -> Tournament:
    """Who asks for a bye in this round; if hardly anybody would be left, nobody does."""
    if not plan.byes:
        return event
    kind = ByeKind.HALF if is_one_game(plan.rules) else ByeKind.ZERO
    here = event.entrants_in(RoundRef(1, round_no))
    asking = [player for player in here if lots.happens(plan.byes, "bye", round_no, player)]
    if len(here) - len(asking) < 2:
        return event
    entries = dict(event.entries)
    for player in asking:
        asked = {**entries[player].requested_byes, round_no: kind}
        entries[player] = replace(entries[player], requested_byes=asked)
    return replace(event, entries=entries)


def _play_round(event: Tournament, made: Proposal, ratings: list[int], lots: Lots) -> Tournament:
    """The event with one more round."""

    def result(seats: Seats) -> Result:
        both = (ratings[seats[0] - 1], ratings[seats[1] - 1])
        return result_of(Match(both, lots, (made.round_no, *seats)), event.rules)

    return with_round(event, made, result)


Seats = tuple[PlayerId, ...]


def with_round(
    event: Tournament, made: Proposal, result_at: Callable[[Seats], Result]
) -> Tournament:
    """The event with one more round, complete with these results."""
    round_no, rules = made.round_no, event.rules
    pairings = {}
    for table in sorted(tables_of(event, made), key=lambda table: table.number):
        pairings[table.number] = Pairing(table.seats, result_at(table.seats))
    present, ref = set(present_in(event, round_no)), RoundRef(1, round_no)
    byes = {
        player: event.entries[player].requested_byes[round_no]
        for player in event.entrants_in(ref)
        if player not in present
    }
    byes |= {rest.player: rest.kind for rest in made.rests}
    if made.bye is not None:
        byes[made.bye] = ByeKind.PAIRING
    round_ = Round(RoundStatus.COMPLETE, pairings, byes, rules.system, "", event.draw_seed)
    return replace(event, rounds={**event.rounds, ref: round_})


def with_finals(event: Tournament, ratings: Sequence[int], lots: Lots) -> Tournament:
    """The event played on by its plan: the cut, then round after round until one is left."""
    if knock_out_of(event) is None:
        return event
    while len(plan_for(event).stages) > event.stage:
        command = cut_command(event)
        opened = {event.stage + 1: command.seeds}
        how = {event.stage + 1: command.admission}
        event = replace(
            event, seeds={**event.seeds, **opened}, admissions={**event.admissions, **how}
        )
        event = _play_out(event, ratings, lots)
    return event


def _play_out(event: Tournament, ratings: Sequence[int], lots: Lots) -> Tournament:
    """The present stage, to its end."""
    while True:
        tree = knock_out_of(event, event.stage)
        found = None if tree is None else tree.next_boards()
        if found is None or not (found.boards or found.byes):
            return event
        event = _play_finals_round(event, found, ratings, lots)


def _play_finals_round(
    event: Tournament, found: NextBoards, ratings: Sequence[int], lots: Lots
) -> Tournament:
    pairings = {}
    there = plan_for(event).round_at(found.ref)
    kind = there.kind if there else ""
    best_of = event.rules.best_of_rounds.get(kind, event.rules.best_of)
    rules = replace(event.rules, draws_allowed=False, best_of=best_of)
    for table in assign_tables(event, found.ref, [(b.white, b.black) for b in found.boards]):
        first, second = table.seats
        what = ("knock-out", found.ref.stage, found.ref.round_no, first, second)
        match = Match((ratings[first - 1], ratings[second - 1]), lots, what)
        pairings[table.number] = Pairing(table.seats, result_of(match, rules))
    done = Round(
        RoundStatus.COMPLETE,
        pairings,
        {bye.player: bye.kind for bye in found.byes},
        event.admission(event.stage).kind,
        "",
        event.draw_seed,
    )
    ref = RoundRef(found.ref.stage, found.ref.round_no)
    return replace(event, rounds={**event.rounds, ref: done})
