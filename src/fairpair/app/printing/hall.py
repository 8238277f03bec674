"""What lies and hangs in the hall: badges for people, numbers for tables."""

from collections.abc import Iterator

from fairpair.app.printing.job import Job, joined
from fairpair.core.players import Player, Team
from fairpair.paper.model import Badge, BadgesData, TentsData


def badges(job: Job) -> BadgesData:
    """A badge for everybody who has not left; of a team for each member."""
    return BadgesData(head=job.head("Badges"), badges=list(_badges(job)))


def _badges(job: Job) -> Iterator[Badge]:
    for number, entry in job.t.entries.items():
        entrant = entry.entrant
        if entry.dropped:
            continue
        if isinstance(entrant, Team) and entrant.members:
            for member in entrant.members:
                yield _badge(member, entrant.name, "")
        elif isinstance(entrant, Player):
            yield _badge(entrant, "", str(number))
        else:
            yield Badge(entrant.name, "", joined(entrant.club, entrant.federation), str(number))


def _badge(one: Player, team: str, number: str) -> Badge:
    below = joined(team or one.club, one.federation, one.category)
    return Badge(one.name, one.title, below, number)


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
        caption=job.say("Pairings and results"),
        code=job.code(f"/t/{job.id}"),
    )
