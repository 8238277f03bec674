"""The commands that pair the next round, with tables and byes.

Also the commands that help with a round that cannot be paired.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from fairpair import __version__
from fairpair.core.errors import InvalidStateError
from fairpair.core.ids import PlayerId
from fairpair.core.results import Forfeit
from fairpair.core.rounds import Bye, ByeKind, Pairing, RoundRef, RoundStatus, Table
from fairpair.core.tournament import Admission, Tournament
from fairpair.engine.pairing.check import Breach, breaches
from fairpair.engine.pairing.proposal import Past, Proposal, Suggestion, present_in
from fairpair.engine.pairing.systems import SYSTEMS, pair_round
from fairpair.engine.pairing.tables import assign_tables, next_table, tables_of
from fairpair.engine.stages.bracket import Match, NextBoards
from fairpair.engine.stages.cut import cut_of
from fairpair.engine.stages.plan import PLAY_IN
from fairpair.engine.stages.plan_builder import cut_size
from fairpair.engine.stages.progress import knock_out_of, round_name
from fairpair.engine.standings.registry import chain_of
from fairpair.log import commands as c
from fairpair.log.commands import DraftRound, MakeCut, OpenMatches
from fairpair.log.lifecycle import require_leads_on
from fairpair.log.rounds import nobody_to_pair, require_turn
from fairpair.log.validate import require_created, require_open

ENGINE = f"fairpair {__version__}"
_NO_PAIRING_LEFT = "No legal pairing was left."


def draft(
    tournament: Tournament,
    basis: int | None = None,
    confirmed: Iterable[str] = (),
    past: Past | None = None,
) -> DraftRound:
    """The pairing of the next round; `basis` is the version of the log it is based on.

    `confirmed` names soft rules that the round may break. Rules that the system breaks by design
    are confirmed automatically: see `_accepted_breaches`.
    """
    if tournament.stage > 1:
        return _draft_knock_out(tournament, basis, confirmed)
    round_no = _next_round_no(tournament)
    paired = Proposal(round_no, ())  # if all of them asked for a bye
    if present_in(tournament, round_no):
        paired = pair_round(tournament, past)
    return draft_of(tournament, paired, basis, confirmed)


def engine_of(tournament: Tournament) -> str:
    """What pairs the main rounds: this version of Fairpair, or the package of the system."""
    system = SYSTEMS.get(tournament.rules.system)
    return (system.package if system else "") or ENGINE


def _draft_knock_out(
    tournament: Tournament, basis: int | None, confirmed: Iterable[str]
) -> DraftRound:
    """The next round of the knockout for the remaining players, with byes for missing opponents."""
    require_open(tournament)
    require_turn(tournament, tournament.upcoming)
    tree = knock_out_of(tournament, tournament.stage)
    found = None if tree is None else tree.next_boards()
    if found is None or found.all_players_dropped:
        raise InvalidStateError("knock-out-over")
    if found.waiting:
        raise InvalidStateError(
            "knock-out-waits",
            round=round_name(tournament, found.ref),
            waiting=list(found.waiting),
        )
    return DraftRound(
        _tables(tournament, found),
        found.byes,
        system=tournament.admission(tournament.stage).kind,
        engine=ENGINE,
        draw_seed=tournament.draw_seed,
        basis=basis,
        confirmed=tuple(sorted(set(confirmed))),
    )


def _tables(tournament: Tournament, found: NextBoards) -> tuple[Table, ...]:
    return assign_tables(
        tournament, found.ref, [(board.white, board.black) for board in found.boards]
    )


def find_open_command(tournament: Tournament, basis: int | None = None) -> OpenMatches | None:
    """Start the knockout matches whose players are known, in the first round that has any."""
    require_created(tournament)
    require_open(tournament)
    tree = knock_out_of(tournament, tournament.stage) if tournament.stage > 1 else None
    refs = () if tree is None else _refs_of(tree.open_matches(), tournament.stage)
    latest = tournament.latest
    for ref in refs:
        there = tournament.rounds.get(ref)
        if there is None and (latest is None or ref != latest.next):
            continue
        if tree is not None and (there is None or there.status == RoundStatus.PUBLISHED):
            return _open_matches(tournament, tree.boards_in(ref), basis)
    return None


def open_command(tournament: Tournament, basis: int | None = None) -> OpenMatches:
    """The same; an error if no match can start."""
    command = find_open_command(tournament, basis)
    if command is None:
        raise InvalidStateError("nothing-to-open")
    return command


def _refs_of(matches: Iterable[Match], stage: int) -> Sequence[RoundRef]:
    return sorted({RoundRef(stage, match.round_no) for match in matches})


def _open_matches(tournament: Tournament, found: NextBoards, basis: int | None) -> OpenMatches:
    there = tournament.rounds.get(found.ref)
    tables = _tables(tournament, found)
    if there is not None:
        taken = set(there.pairings)
        tables = tuple(_at_free_table(tournament, taken, table) for table in tables)
    kind = tournament.admission(tournament.stage).kind
    return OpenMatches(found.ref.round_no, tables, found.byes, kind, ENGINE, basis)


def _at_free_table(tournament: Tournament, taken: set[int], table: Table) -> Table:
    number = table.number
    if number in taken:
        number = next_table(tournament.rules, taken)
    taken.add(number)
    return Table(number, table.seats)


def cut_command(
    tournament: Tournament, basis: int | None = None, declined: Collection[PlayerId] = ()
) -> MakeCut:
    """The cut by the rules: who advances to the next stage, best seed first.

    If the rules let players who are tied at the cut-off play for the last places, they go into a
    play-in; after it, its winners advance with those who had already qualified.
    """
    require_created(tournament)
    require_open(tournament)
    chain_of(tournament.rules.standings_tiebreakers, tournament.rules)  # none may be missing
    kind = tournament.rules.finals
    if tournament.stage > 1:
        return MakeCut(_after_play_in(tournament, declined), basis, Admission(kind))
    found = cut_of(tournament, declined)
    if found.play_in is not None:
        how = Admission(PLAY_IN, places=found.play_in.places, through=found.seeds)
        return MakeCut(found.play_in.players, basis, how)
    numbers = tuple(n for n, player in enumerate(found.places, 1) if player is not None)
    whole = numbers == tuple(range(1, len(numbers) + 1))
    return MakeCut(found.seeds, basis, Admission(kind, () if whole else numbers))


def _after_play_in(t: Tournament, declined: Collection[PlayerId]) -> tuple[PlayerId, ...]:
    """Who advances after a play-in; players who have dropped since are skipped."""
    play = require_leads_on(t)
    going = (*t.admission(t.stage).through, *play.winners)
    away = {p for p in going if t.entries[p].dropped} | set(declined)
    return tuple(p for p in going if p not in away)


def draft_of(
    tournament: Tournament,
    proposal: Proposal,
    basis: int | None = None,
    confirmed: Iterable[str] = (),
) -> DraftRound:
    """The draft of a round that is already paired, for example a suggested one."""
    tables, byes = tables_of(tournament, proposal), _byes(tournament, proposal)
    return DraftRound(
        tables,
        byes,
        system=tournament.rules.system,
        engine=engine_of(tournament),
        draw_seed=tournament.draw_seed,
        basis=basis,
        confirmed=tuple(
            sorted({*confirmed, *_accepted_breaches(tournament, proposal, tables, byes)})
        ),
    )


def _next_round_no(tournament: Tournament) -> int:
    """The number of the next round; raises the errors of the log before anything is computed."""
    require_created(tournament)
    require_open(tournament)
    require_turn(tournament, tournament.upcoming)
    if not tournament.entrants_in(tournament.upcoming):
        raise nobody_to_pair()
    return tournament.upcoming.round_no


def _byes(tournament: Tournament, proposal: Proposal) -> tuple[Bye, ...]:
    """The pairing-allocated bye, the rests of the system, and the requested byes."""
    left_over = [] if proposal.bye is None else [Bye(proposal.bye, ByeKind.PAIRING)]
    ref = RoundRef(1, proposal.round_no)
    requested = [
        Bye(player, kind)
        for player in tournament.entrants_in(ref)
        for kind in [tournament.entries[player].requested_byes.get(ref.round_no)]
        if kind is not None
    ]
    return (*left_over, *proposal.rests, *requested)


def _accepted_breaches(
    tournament: Tournament, proposal: Proposal, tables: Sequence[Table], byes: Sequence[Bye]
) -> set[str]:
    """The soft rules that are broken on purpose only; the others are for people to confirm.

    | code           | by design when                                                     |
    |----------------|--------------------------------------------------------------------|
    | rematch        | it is a later cycle, or the pair never played: their match was a   |
    |                | forfeit, which is no meeting in the FIDE systems                   |
    | colour         | always: the system gave it, as the FIDE rules allow in the last round|
    | avoided-pair   | nobody named the pair: they share a club or the like (`avoid_same`)|
    | those of byes  | the bye is a rest in a timetable                                   |
    """
    pairings = {table.number: Pairing(table.seats) for table in tables}
    kinds = {bye.player: bye.kind for bye in byes}
    resting = {bye.player for bye in proposal.rests}
    found = breaches(tournament, RoundRef(1, proposal.round_no), pairings, kinds)
    unmeant = {breach.code for breach in found if not _is_intended(tournament, breach, resting)}
    return {breach.code for breach in found} - unmeant


def _is_intended(tournament: Tournament, breach: Breach, resting: set[PlayerId]) -> bool:
    if breach.code == "colour":
        return True
    if breach.code == "avoided-pair" and breach.who not in tournament.avoided:
        return not breach.hard
    if breach.hard or breach.code != "rematch":
        return not breach.hard and breach.who <= resting
    if tournament.rules.cycles > 1:
        return True
    results = (
        pairing.result
        for round_ in tournament.rounds.values()
        for pairing in round_.pairings.values()
        if breach.who == set(pairing.seats)
    )
    return all(isinstance(result, Forfeit) for result in results)


def remedy(
    tournament: Tournament, suggestion: Suggestion, basis: int | None = None
) -> Sequence[c.Command]:
    """The commands that follow a suggestion; where it names several players, for the first.

    | kind    | commands |
    |---------|----------|
    | drop    | a requested bye without points in this round: the player stays in the event |
    | rematch | the round drafted as suggested, its rematches confirmed |
    | bye     | the round drafted as suggested, its bye confirmed |
    | colours | the round drafted as suggested |
    | allow   | the pairs may meet again; a rule about clubs becomes a soft one |
    | end     | the tournament is finished early, or goes on to its knock-out |
    """
    if suggestion.proposal is not None:
        confirmed = ("avoided-pair", "colour", "consecutive-byes", "rematch", "too-many-byes")
        return [draft_of(tournament, suggestion.proposal, basis, confirmed)]
    if suggestion.kind == "drop":
        return [c.RequestBye(suggestion.players[0], tournament.upcoming.round_no, ByeKind.ZERO)]
    if suggestion.kind == "allow":
        return list(_allow_commands(tournament, suggestion))
    done = len([ref for ref in tournament.rounds if ref.stage == 1])
    if cut_size(tournament.rules, len(tournament.entries)) is not None:
        return [c.ChangeRules({"rounds": done}, _NO_PAIRING_LEFT)]
    return [c.FinishTournament(early=True, reason=_NO_PAIRING_LEFT)]


def _allow_commands(tournament: Tournament, suggestion: Suggestion) -> Iterator[c.Command]:
    """Lift the restrictions of named pairs; a hard rule about clubs becomes a soft one."""
    named = [pair for pair in suggestion.pairs if frozenset(pair) in tournament.avoided]
    yield from (c.AllowPair(a, b) for a, b in named)
    if len(named) < len(suggestion.pairs):
        yield c.ChangeRules({"avoid_same_hard": False}, _NO_PAIRING_LEFT)
