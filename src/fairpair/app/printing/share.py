"""Pictures to share: a round, the standings or the podium, in the colour of the tournament."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from fairpair.app.printing.job import Job, format_halves
from fairpair.app.views.identity import accent_of, monogram
from fairpair.app.views.ranking import ranking_view
from fairpair.app.views.rounds import Outcome
from fairpair.app.views.standings import standings_view
from fairpair.core.accents import ACCENTS
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import NotFoundError
from fairpair.core.rounds import RoundRef
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import vocabulary_of
from fairpair.language.message import Message
from fairpair.language.texts import use
from fairpair.paper import png, png_in_process
from fairpair.paper.model import ShareData, ShareLine

MOST_LINES = 14
_ON_PODIUM = 3
_ROUND = re.compile(r"round-([1-9])-([1-9][0-9]{0,2})")


@dataclass(frozen=True, slots=True)
class SharedPicture:
    """What a picture shows; `ref` is its round, if it shows one."""

    name: str
    gather: Callable[[Job], ShareData]
    ref: RoundRef | None = None


def shared_picture(name: str) -> SharedPicture:
    """The picture called `standings`, `podium`, `tournament` or `round-1-3`."""
    if found := _ROUND.fullmatch(name):
        return SharedPicture(name, _pairings, RoundRef(int(found[1]), int(found[2])))
    if name not in _GATHERERS:
        raise NotFoundError("no-picture")
    return SharedPicture(name, _GATHERERS[name])


def best_picture(t: Tournament, ref: RoundRef | None = None) -> str:
    """The name of the picture that shows most of a tournament, or of a round of it."""
    if ref is not None:
        return f"round-{ref.stage}-{ref.round_no}"
    if t.finished and t.entries:
        return "podium"
    return "standings" if t.latest_published else "tournament"


def render_share(shown: SharedPicture, job: Job, *, apart: bool = False) -> bytes:
    """The PNG, 1200 by 630 pixels; `apart`: made in a process of its own, for servers."""
    if shown.ref is not None:
        job = replace(job, stage=shown.ref.stage, round=shown.ref.round_no)
    typeset = png_in_process if apart else png
    with use(job.language, vocabulary_of(job.t.rules)):
        return typeset(shown.gather(job))


def _standings(job: Job) -> ShareData:
    view = standings_view(job.t, job.version)
    if not view.round:
        raise NotFoundError("no-picture")
    lines = [ShareLine(str(row.rank or "-"), row.name, row.points) for row in view.players]
    return _share(job, job.text("Standings"), job.text("After round {n}", n=view.round), lines)


def _pairings(job: Job) -> ShareData:
    view = job.view()
    lines = [
        ShareLine(
            str(one.table),
            one.players[0].name,
            _result(one.result),
            one.players[1].name,
        )
        for one in view.pairings
    ]
    words = job.round_words(RoundRef(view.stage, view.round))
    return _share(job, job.text("Pairings"), words, lines)


def _result(result: Outcome | None) -> str:
    """In short: of named scores only the first, which ranks."""
    if result is None:
        return "\N{EN DASH}"
    if result.scores:
        return " : ".join(next(iter(side.values()), "") for side in result.scores)
    return format_halves(str(result.text))


def _podium(job: Job) -> ShareData:
    if not job.t.finished or not job.t.entries:
        raise NotFoundError("no-picture")
    players = ranking_view(job.t, job.version).players[:_ON_PODIUM]
    lines = [ShareLine(str(row.rank or "-"), row.name) for row in players]
    return replace(_share(job, job.text("Champion"), "", lines), podium=True)


def _tournament(job: Job) -> ShareData:
    active = sum(not entry.dropped for entry in job.t.entries.values())
    title = job.text("Teams") if job.teams else job.text("Players")
    made = _share(job, title, str(active), [ShareLine("", job.t.name)])
    return replace(made, head=replace(made.head, event=""), podium=True)


_GATHERERS: dict[str, Callable[[Job], ShareData]] = {
    "standings": _standings,
    "podium": _podium,
    "tournament": _tournament,
}


def _share(job: Job, title: str, about: str, lines: Sequence[ShareLine]) -> ShareData:
    colours = ACCENTS[accent_of(job.t)]
    rest = len(lines) - MOST_LINES
    return ShareData(
        head=job.head(title, about),
        banner=colours.banner,
        accent=colours.dark,
        monogram=monogram(job.t.name),
        lines=lines[:MOST_LINES],
        more=str(Message("share.more", n=rest)) if rest > 0 else "",
    )
