"""A pairing system: the first of the standings plays the second, the third the fourth."""

from collections.abc import Callable, Iterable, Sequence

from fairpair.plugin import (
    Board,
    ByeKind,
    ImpossiblePairingError,
    Message,
    Past,
    PlayerId,
    Proposal,
    RoundExplanation,
    RoundRef,
    ScheduleExplanation,
    Standings,
    System,
    Tournament,
    forbidden_opponents,
    present_in,
    tiebreak_input,
)

MayMeet = Callable[[PlayerId, PlayerId], bool]


def pair(tournament: Tournament, past: Past, round_no: int, /) -> Proposal:
    """The next round; the last player without a bye so far has it if the number is odd."""
    present = set(present_in(tournament, round_no))
    order = [player for player in _ranking(tournament, past, round_no) if player in present]
    may_meet = _may_meet(tournament, round_no)
    for bye in _possible_byes(tournament, order):
        pairs = _neighbours([player for player in order if player != bye], may_meet)
        if pairs is not None:
            return Proposal(round_no, tuple(Board(a, b, "") for a, b in pairs), bye)
    raise ImpossiblePairingError(
        "extension-error",
        text="Everybody has played everybody they may meet.",
        hint=Message("literal", text="Finish the tournament, or allow rematches manually."),
    )


def explain(
    tournament: Tournament, past: Past, proposal: Proposal, player: PlayerId | None, /
) -> RoundExplanation:
    """The ranks of the two players at each table."""
    order = _ranking(tournament, past, proposal.round_no)
    place = {one: number for number, one in enumerate(order, 1)}

    def described(one: PlayerId) -> str:
        return f"{tournament.name_of(one)} (place {place[one]})"

    tables = tuple(
        ScheduleExplanation(
            board.white,
            board.black,
            text=f"{described(board.white)} plays {described(board.black)}, the nearest player in "
            "the standings they have not met.",
        )
        for board in proposal.boards
        if player in (None, board.white, board.black)
    )
    method = Message("literal", text="Neighbours in the standings meet.")
    return RoundExplanation(proposal.round_no, (), (), None, method, tables=tables)


def _ranking(tournament: Tournament, past: Past, round_no: int) -> list[PlayerId]:
    """Everybody by the standings before the round, tied players by strength."""
    inputs = tiebreak_input(tournament, until=round_no - 1, awarded=past.awarded, extra=past.extra)
    ranks, entries = Standings(inputs).ranks, tournament.entries
    return sorted(
        entries,
        key=lambda one: (ranks.get(one, len(entries)), -(entries[one].entrant.strength or 0), one),
    )


def _may_meet(tournament: Tournament, round_no: int) -> MayMeet:
    met = {
        frozenset(pairing.seats)
        for ref, round_ in tournament.rounds.items()
        if ref.stage == 1
        for pairing in round_.pairings.values()
    }
    forbidden, _ = forbidden_opponents(tournament, RoundRef(1, round_no))
    return lambda a, b: frozenset((a, b)) not in met and b not in forbidden.get(a, ())


def _possible_byes(tournament: Tournament, order: Sequence[PlayerId]) -> Iterable[PlayerId | None]:
    """Who may be left over, best choice first; nobody if the number is even."""
    if len(order) % 2 == 0:
        return [None]
    had = {
        player
        for round_ in tournament.rounds.values()
        for player, kind in round_.byes.items()
        if kind is ByeKind.PAIRING
    }
    return [player for player in reversed(order) if player not in had]


def _neighbours(
    order: Sequence[PlayerId], may_meet: MayMeet
) -> list[tuple[PlayerId, PlayerId]] | None:
    """Each with the nearest possible opponent below; none if somebody is left over."""
    if not order:
        return []
    first, *others = order
    for opponent in others:
        if may_meet(first, opponent):
            rest = _neighbours([one for one in others if one != opponent], may_meet)
            if rest is not None:
                return [(first, opponent), *rest]
    return None


SYSTEM = System(
    name="king_of_the_hill",
    title="King of the hill",
    about="Neighbours in the standings meet, nobody twice",
    pair=pair,
    explain=explain,
)
