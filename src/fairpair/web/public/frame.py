"""What stands around every public page: where the tournament is, its menu, its rounds."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairpair.app.views.rounds import LOCKED, RoundLine, round_list
from fairpair.app.views.tournaments import state_text
from fairpair.core.tournament import Tournament
from fairpair.engine.stages.progress import plan_for


@dataclass(frozen=True, slots=True)
class Frame:
    """`menu` names the pages there are; `rounds` are the tabs, and `now` is the one that is played.

    `colours` tells whether it matters who has White.
    """

    state: str
    menu: Sequence[str]
    players: int
    rounds: Sequence[RoundLine]
    now: RoundLine | None
    colours: bool
    teams: bool
    finished: bool


def frame_of(t: Tournament, version: int) -> Frame:
    """The frame of a tournament; `t` is what the public may see of it."""
    rounds = round_list(t, version).rounds
    there = [line for line in rounds if line.status != LOCKED]
    open_ = [line for line in there if line.pending]
    now = open_[0] if open_ else there[-1] if there else None
    finals = plan_for(t).finals is not None
    menu = [
        *(["pairings"] if rounds else []),
        *(["standings", "crosstable"] if any(line.stage == 1 for line in there) else []),
        *(["bracket"] if finals and t.entries else []),
        *(["ranking"] if there and (t.finished or t.seeds) else []),
        "players",
        *(["statistics"] if there else []),
    ]
    active = sum(not entry.dropped for entry in t.entries.values())
    colours, teams = t.rules.has_colours, t.rules.boards is not None
    return Frame(state_text(t), menu, active, rounds, now, colours, teams, t.finished)
