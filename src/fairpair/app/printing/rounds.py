"""Sheets of a round: by table, by name, slips, empty score sheets."""

from collections.abc import Iterator
from itertools import zip_longest

from fairpair.app.printing.job import Job, format_halves, join_parts
from fairpair.app.views.results import choices_of, result_entry_mode
from fairpair.app.views.rounds import PairingView, RoundView, by_name
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player, Team
from fairpair.core.rounds import MatchRef, RoundRef
from fairpair.core.rules import Rules
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import player_fields_of, score_label, vocabulary_of
from fairpair.engine.stages.progress import rules_at
from fairpair.paper.layout import cut_stack
from fairpair.paper.model import (
    Badge,
    BadgesData,
    ByeLine,
    Game,
    NameLine,
    NamesData,
    PairingsData,
    PlayerLabel,
    ScoreSheetsData,
    Slip,
    SlipsData,
    TableLine,
    TentsData,
)


def _bye(job: Job, kind: str) -> str:
    """How a round without an opponent counts."""
    match kind:
        case "pairing":
            return job.text("Bye: no opponent this round")
        case "full":
            return job.text("Full-point bye")
        case "half":
            return job.text("Half-point bye")
        case "zero":
            return job.text("Zero-point bye")
        case _:
            return job.text("Missed round, counts as a loss")


def pairings(job: Job) -> PairingsData:
    """The pairings by table."""
    view = job.view()
    later = view.stage == 1 and view.round > 1
    lines = []
    for one in view.pairings:
        first, second = (
            job.player_label(p, p.points if later else "", club=False, members=p.members)
            for p in one.players[:2]
        )
        result = format_halves(str(one.result.text)) if one.result else ""
        lines.append(TableLine(str(one.table), first, second, result))
    return PairingsData(
        head=job.head("Pairings by table", _ref(view)),
        sides=job.sides,
        tables=lines,
        byes=[
            ByeLine(job.player_label(bye, members=bye.members), _bye(job, bye.kind))
            for bye in view.byes
        ],
    )


def names(job: Job) -> NamesData:
    """The pairings in alphabetical order."""
    view = job.view()
    lines = [
        NameLine(
            job.player_label(line.player, club=False),
            str(line.table or "-"),
            job.text((line.colour or "").capitalize()),
            line.opponent.name if line.opponent else "",
            _bye(job, line.bye) if line.bye else "",
        )
        for line in by_name(job.t, view)
    ]
    return NamesData(
        head=job.head("Pairings by name", _ref(view)),
        colours=job.t.rules.has_colours,
        lines=lines,
    )


def slips(job: Job) -> SlipsData:
    """A slip for each table, to be cut; the code leads to where the result is reported."""
    view = job.view()
    made = [_slip(job, view, one) for one in view.pairings]
    most = max((len(one.shared) for one in made), default=0)
    per_page = 5 if most <= 1 else 4 if most <= 8 else 2 if most <= 30 else 1
    reports = job.t.rules.player_reports
    return SlipsData(
        head=job.head("Result slips", _ref(view)),
        sides=job.sides,
        per_page=per_page,
        pages=cut_stack(made, per_page),
        drops=view.stage == 1,
        caption=job.text("Report result") if reports else job.text("Staff only: enter result"),
    )


def _slip(job: Job, view: RoundView, one: PairingView) -> Slip:
    rules = rules_at(job.t, MatchRef(view.stage, view.round, one.table))
    boxes, shared, choices = _slip_fields(job, rules, view.stage)
    here = f"/round/{view.stage}/{view.round}/table/{one.table}"
    path = f"/t/{job.id}/me" if rules.player_reports else f"/desk/{job.id}{here}"
    players = [job.player_label(p, p.points) for p in one.players[:2]]
    return Slip(str(one.table), players, boxes, shared, choices, job.code(path))


def _slip_fields(job: Job, rules: Rules, stage: int) -> tuple[list[str], list[str], list[str]]:
    """What each player fills in, what is filled in once, and what is ticked."""
    match result_entry_mode(rules):
        case "scores":
            return [score_label(name) for name in rules.scores], [], []
        case "boards":
            return [], [job.text("Board {n}", n=n + 1) for n in range(rules.boards or 0)], []
        case "games":
            return [job.text("Games won")], [job.text("Games drawn")], []
        case _:
            found = choices_of(rules, stage=stage, side=0)
            return [], [], [format_halves(one.text) for one in found]


def score_sheets(job: Job) -> ScoreSheetsData:
    """Two empty sheets a table, with the names of the round; before the first, for any table."""
    ref = job.ref
    view = job.view() if ref is not None else None
    kind, rows = _kind_of_sheet(job)
    games = (
        [_game(job, one) for one in view.pairings]
        if view
        else [Game("", [PlayerLabel(""), PlayerLabel("")])]
    )
    return ScoreSheetsData(
        head=job.head("Score sheet", ref),
        kind=kind,
        sides=job.sides,
        rows=rows,
        games=games,
    )


def _kind_of_sheet(job: Job) -> tuple[str, list[str]]:
    rules = job.t.rules
    way = result_entry_mode(rules)
    if way == "boards" or job.teams:
        teams = (entry.entrant for entry in job.t.entries.values())
        sizes = [len(team.members) for team in teams if isinstance(team, Team)]
        count = rules.boards or max(sizes, default=0) or 4
        return "boards", [str(n + 1) for n in range(count)]
    if way == "scores":
        return "scores", [score_label(name) for name in rules.scores]
    if way == "words" and vocabulary_of(rules) == "chess":
        return "moves", []
    return "games", [str(n + 1) for n in range(rules.best_of or 1)]


def _game(job: Job, one: PairingView) -> Game:
    t = job.t
    players = [job.player_label(p) for p in one.players[:2]]
    members = [_members(t, p.id) for p in one.players[:2]]
    most = t.rules.boards or max(map(len, members), default=0)
    pairs = list(zip_longest(members[0], members[1], fillvalue=""))[:most]
    pairs += [("", "")] * (most - len(pairs)) if any(members) else []
    return Game(str(one.table), players, pairs)


def _members(t: Tournament, player: PlayerId) -> list[str]:
    entrant = t.entries[player].entrant
    return [member.name for member in entrant.members] if isinstance(entrant, Team) else []


def _ref(view: RoundView) -> RoundRef:
    return RoundRef(view.stage, view.round)


def badges(job: Job) -> BadgesData:
    """A badge for every player who has not dropped; in teams, for every member."""
    return BadgesData(head=job.head("Badges"), badges=list(_badges(job)))


def _badges(job: Job) -> Iterator[Badge]:
    for number, entry in job.t.entries.items():
        entrant = entry.entrant
        if entry.dropped:
            continue
        if isinstance(entrant, Team) and entrant.members:
            for member in entrant.members:
                yield _badge(job, member, entrant.name, "")
        elif isinstance(entrant, Player):
            yield _badge(job, entrant, "", str(number))
        else:
            yield Badge(entrant.name, "", join_parts(entrant.club, entrant.federation), str(number))


def _badge(job: Job, one: Player, team: str, number: str) -> Badge:
    fields = player_fields_of(job.t.rules)
    federation = one.federation if "federation" in fields else ""
    below = join_parts(team or one.club, federation, one.category)
    return Badge(one.name, one.title if "title" in fields else "", below, number)


def tents(job: Job) -> TentsData:
    """A number for each table: of a round, or of all that may be needed."""
    if job.round is not None:
        tables = [one.table for one in job.view().pairings]
    else:
        used = [n for round_ in job.t.rounds.values() for n in round_.pairings]
        playing = sum(not entry.dropped for entry in job.t.entries.values())
        tables = sorted({*range(1, max(playing // 2, 0) + 1), *used})
    return TentsData(
        head=job.head("Table numbers"),
        tables=[str(n) for n in tables],
        caption=job.text("Pairings and results"),
        code=job.code(f"/t/{job.id}"),
    )
