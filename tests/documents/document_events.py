"""What the tests of the source documents share: fields, rounds in words, events by lot."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from draft_commands import draft_next
from fairpair import pair_round
from fairpair.app.service import Service
from fairpair.bootstrap import open_service
from fairpair.core.ids import CommandId, PlayerId, TournamentId
from fairpair.core.players import Entrant, Entry, Period, Player
from fairpair.core.results import Decided, Games, Mark, Result, Scored, win_for
from fairpair.core.rounds import ByeKind, MatchRef, Pairing, Round, RoundRef
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.proposal import Past, Proposal
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.formats.imported import round_of
from fairpair.log import commands as c
from fairpair.presets import preset
from standings.builder import played

Outcome = Callable[[Random], Result]


def field(rules: Rules, entrants: Iterable[Entrant], seed: str = "seed") -> Tournament:
    """A tournament before its first round."""
    entries = {
        PlayerId(number): Entry(entrant, (Period(RoundRef(1, 1)),))
        for number, entrant in enumerate(entrants, 1)
    }
    return Tournament(created=True, rules=rules, draw_seed=seed, entries=entries)


def people(ratings: Iterable[int | None]) -> list[Player]:
    """Players P1, P2 and so on with these ratings."""
    return [Player(f"P{number}", rating) for number, rating in enumerate(ratings, 1)]


def unrated(count: int) -> list[Player]:
    return people([None] * count)


def rated(sheet: str, rules: Rules) -> Tournament:
    """The tournament of a sheet whose players A, B, C and so on are the stronger the earlier."""
    names = sorted({word for word in sheet.split() if len(word) == 1 and word.isalpha()})
    facts = (f"{name} rated {2400 - 50 * place}" for place, name in enumerate(names))
    return played("\n".join((sheet, *facts)), rules)


def seeded(tournament: Tournament, seed: str) -> Tournament:
    """The same with other lots."""
    return replace(tournament, draw_seed=seed)


def points(tournament: Tournament, **given: float) -> Past:
    """These points by name, where the rounds that gave them do not matter."""
    numbers = {entry.entrant.name: player for player, entry in tournament.entries.items()}
    return Past(extra={(numbers[name], 0): Fraction(value) for name, value in given.items()})


def meetings(tournament: Tournament, past: Past | None = None) -> str:
    """Who meets whom in the next round: `A-D B-C E`, E with the bye; in order of entry."""
    return words(tournament, pair_round(tournament, past))


def words(tournament: Tournament, proposal: Proposal) -> str:
    pairs = sorted(sorted((board.white, board.black)) for board in proposal.boards)
    bye = [] if proposal.bye is None else [[proposal.bye]]
    return " ".join("-".join(map(tournament.name_of, who)) for who in pairs + bye)


def boards(tournament: Tournament, past: Past | None = None) -> str:
    """The boards of the next round from the first on, White first: `A-C D-B`."""
    made = pair_round(tournament, past).boards
    return " ".join(f"{tournament.name_of(b.white)}-{tournament.name_of(b.black)}" for b in made)


def pairs_of(proposal: Proposal) -> set[frozenset[PlayerId]]:
    return {frozenset((board.white, board.black)) for board in proposal.boards}


def bye_of(tournament: Tournament) -> str:
    """The name of whoever has the bye in the next round, or nothing."""
    bye = pair_round(tournament).bye
    return "" if bye is None else tournament.name_of(bye)


def met(tournament: Tournament) -> set[frozenset[PlayerId]]:
    """The pairs of all rounds so far."""
    return {frozenset(p.seats) for r in tournament.rounds.values() for p in r.pairings.values()}


def had_bye(tournament: Tournament) -> set[PlayerId]:
    return {
        player
        for one in tournament.rounds.values()
        for player, kind in one.byes.items()
        if kind is ByeKind.PAIRING
    }


def ranked(tournament: Tournament, codes: Iterable[str]) -> dict[PlayerId, int]:
    """The places by points and these tie-breaks: nobody shares one."""
    ranks = Standings(tiebreak_input(tournament), list(codes)).ranks
    assert len(set(ranks.values())) == len(ranks)
    return ranks


def scores(tournament: Tournament) -> dict[PlayerId, Fraction]:
    rows = Standings(tiebreak_input(tournament), []).rows
    return {row.player: row.points for row in rows}


def score_groups(tournament: Tournament, codes: Iterable[str]) -> list[list[PlayerId]]:
    """Those with the same points together, the highest first, in order of the tie-breaks."""
    ranks, totals = ranked(tournament, codes), scores(tournament)
    groups: dict[Fraction, list[PlayerId]] = {}
    for player in sorted(ranks, key=lambda one: ranks[one]):
        groups.setdefault(totals[player], []).append(player)
    return list(groups.values())


def pair_downs(tournament: Tournament) -> dict[PlayerId, int]:
    """How often everybody met somebody who had fewer points at that time."""
    found = dict.fromkeys(tournament.entries, 0)
    for ref, one in tournament.rounds.items():
        before = {r: x for r, x in tournament.rounds.items() if r < ref}
        totals = scores(replace(tournament, rounds=before))
        for pairing in one.pairings.values():
            first, second = pairing.seats
            if totals[first] != totals[second]:
                found[first if totals[first] > totals[second] else second] += 1
    return found


def sides(tournament: Tournament) -> dict[PlayerId, str]:
    """The colours so far: `WBW`."""
    found = dict.fromkeys(tournament.entries, "")
    for _, one in sorted(tournament.rounds.items(), key=lambda item: item[0]):
        for pairing in one.pairings.values():
            for player, colour in zip(pairing.seats, "WB", strict=True):
                found[player] += colour
    return found


def some_round_exists(tournament: Tournament) -> bool:
    """Whether everybody can be paired, or have a first bye, without a rematch: all ways tried."""
    seen, rested = met(tournament), had_bye(tournament)
    hopeless: set[frozenset[PlayerId]] = set()

    def possible(left: frozenset[PlayerId]) -> bool:
        if not left:
            return True
        if left in hopeless:
            return False
        one = min(left)
        free = (two for two in left - {one} if frozenset((one, two)) not in seen)
        found = any(possible(left - {one, two}) for two in free)
        if not found:
            hopeless.add(left)
        return found

    ref = RoundRef(1, len(tournament.rounds) + 1)
    everybody = frozenset(tournament.entrants_in(ref))
    if len(everybody) % 2 == 0:
        return possible(everybody)
    return any(possible(everybody - {one}) for one in everybody - rested)


# Events by lot


def cards(lots: Random) -> Games:
    wins, draws = lots.choice([((2, 0), 0), ((2, 1), 0), ((0, 2), 0), ((1, 2), 0), ((1, 1), 1)])
    return Games(wins, draws)


def chess(lots: Random) -> Decided:
    return Decided(lots.choice([win_for(0), win_for(1), (Mark.DRAW, Mark.DRAW)]))


def tabletop(lots: Random) -> Scored:
    return Scored(
        tuple(
            {name: Fraction(lots.randint(0, most)) for name, most in ranges}
            for ranges in [(("op", 10), ("vp", 12), ("ap", 400))] * 2
        )
    )


def play(tournament: Tournament, proposal: Proposal, outcome: Callable[[], Result]) -> Tournament:
    """The tournament with this round played."""
    done = [Pairing((board.white, board.black), outcome()) for board in proposal.boards]
    byes = {} if proposal.bye is None else {proposal.bye: ByeKind.PAIRING}
    return with_round(tournament, round_of(done, byes, tournament.rules.system))


def with_round(tournament: Tournament, one: Round) -> Tournament:
    ref = RoundRef(1, len(tournament.rounds) + 1)
    return replace(tournament, rounds={**tournament.rounds, ref: one})


def event(
    tournament: Tournament, rounds: int, outcome: Outcome, seed: str
) -> Iterator[tuple[Tournament, Proposal]]:
    """Before every round the tournament, and the round that is paired then; results by lot."""
    lots = Random(seed)
    for _ in range(rounds):
        proposal = pair_round(tournament)
        yield tournament, proposal
        tournament = play(tournament, proposal, lambda: outcome(lots))


def shuffled_past(
    tournament: Tournament, rounds: int, outcome: Outcome, seed: str
) -> Tournament | None:
    """The same after rounds of pairs and byes by lot, without a rematch or second bye; none if the
    lots got stuck.

    Positions that no pairing system would lead to are harder than those it leads to itself.
    """
    lots = Random(seed)
    for _ in range(rounds):
        order = list(tournament.entries)
        lots.shuffle(order)
        byes: dict[PlayerId, ByeKind] = {}
        if len(order) % 2:
            left = next((one for one in order if one not in had_bye(tournament)), None)
            if left is None:
                return None
            order.remove(left)
            byes[left] = ByeKind.PAIRING
        found = first_free(order, met(tournament))
        if len(found) * 2 < len(order):
            return None
        done = [Pairing(pair, outcome(lots)) for pair in found]
        tournament = with_round(tournament, round_of(done, byes, tournament.rules.system))
    return tournament


def first_free(
    order: Iterable[PlayerId], seen: set[frozenset[PlayerId]]
) -> list[tuple[PlayerId, PlayerId]]:
    """From the top everybody with the first one left whom they have not met; who finds nobody is
    left out.
    """
    left, found = list(order), []
    while left:
        one = left.pop(0)
        other = next((two for two in left if frozenset((one, two)) not in seen), None)
        if other is not None:
            left.remove(other)
            found.append((one, other))
    return found


# Through the service


class ServiceRun:
    """A tournament run through the service, on a database in a file."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.id = TournamentId("event")
        self._commands = 0

    @property
    def t(self) -> Tournament:
        return self.service.journal(self.id).tournament

    @property
    def version(self) -> int:
        return self.service.journal(self.id).version

    def do(self, *commands: c.Command) -> None:
        for command in commands:
            self.service.execute(self.id, command, self._id())

    def draft(self) -> Round:
        """The next round as a draft."""
        draft_next(self.service, self.id, self._id())
        latest = self.t.latest
        assert latest
        return self.t.rounds[latest]

    def publish(self) -> Round:
        self.draft()
        self.do(c.PublishRound())
        return self.present

    @property
    def present(self) -> Round:
        latest = self.t.latest
        assert latest
        return self.t.rounds[latest]

    def record(self, result: Result) -> None:
        """This result at every table of the running round that has none."""
        latest = self.t.latest
        assert latest
        for table in self.present.pending:
            self.do(c.RecordResult(MatchRef(1, latest.round_no, table), result))

    def play(self, result: Result) -> Round:
        """Pair a round and play it: the same result at every table."""
        self.publish()
        self.record(result)
        self.do(c.CompleteRound())
        return self.present

    def number(self, name: str) -> PlayerId:
        return next(p for p, entry in self.t.entries.items() if entry.entrant.name == name)

    def _id(self) -> CommandId:
        self._commands += 1
        return CommandId(f"command {self.version} {self._commands}")


@contextmanager
def run(
    path: Path, name: str, entrants: Iterable[Entrant], changes: Mapping[str, Any] | None = None
) -> Iterator[ServiceRun]:
    """A tournament by a preset in a new database, everybody entered."""
    with opened(path) as found:
        settings = {**preset(name).settings, **(changes or {})}
        found.do(c.CreateTournament("Event", "seed", settings))
        entered = tuple(entrants)
        if entered:
            found.do(c.RegisterPlayers(entered))
        yield found


@contextmanager
def opened(path: Path) -> Iterator[ServiceRun]:
    """The database in this file."""
    service = open_service(f"sqlite:///{path}")
    try:
        yield ServiceRun(service)
    finally:
        service.close()
