"""The bracket on pages: whole, or in parts of sixteen matches and the later rounds."""

from collections.abc import Sequence

from fairpair.app.printing.job import Job, format_halves
from fairpair.app.views.bracket import (
    BracketMatch,
    BracketRound,
    BracketSeat,
    bracket_view,
    scores_of,
)
from fairpair.paper.model import BracketData, TreeColumn, TreeMatch, TreePage, TreeSeat

MOST = 16
"""Matches below each other on a page."""
_ROUNDS = 5
"""Rounds from sixteen matches to one."""
_THIRD = "third_place"


def bracket(job: Job) -> BracketData:
    """The tree; before the cut with its seeds."""
    view = bracket_view(job.t, job.version)
    main = [one for one in view.rounds if one.type != _THIRD]
    small = [m for one in view.rounds for m in one.matches if m.type == _THIRD]
    people = (view.champion, view.runner_up, view.third, view.fourth)
    named = [job.text("Winner"), job.text("Second"), job.text("Third"), job.text("Fourth")]
    return BracketData(
        head=job.head("Bracket", job.text("{n} players", n=view.size) if view.size else ""),
        pages=_Pages(job, lines=not job.t.rules.reseed).of(main, small),
        podium=[(word, one.name) for word, one in zip(named, people, strict=True) if one],
    )


class _Pages:
    """The pages of a tree in the language of a job."""

    def __init__(self, job: Job, *, lines: bool) -> None:
        self._job = job
        self._lines = lines

    def of(self, rounds: Sequence[BracketRound], small: Sequence[BracketMatch]) -> list[TreePage]:
        """Parts of the first rounds, then what follows from them."""
        columns = [(str(one.title), [m for m in one.matches if m.type != _THIRD]) for one in rounds]
        pages = []
        if columns and len(columns[0][1]) > MOST:
            parts = -(-len(columns[0][1]) // MOST)
            for part in range(parts):
                cut = [
                    (title, found[part * MOST >> n : (part + 1) * MOST >> n])
                    for n, (title, found) in enumerate(columns[:_ROUNDS])
                ]
                pages.append(
                    self._page(cut, self._job.text("Part {n} of {parts}", n=part + 1, parts=parts))
                )
            columns = columns[_ROUNDS:]
        if columns:
            title = self._job.text("Later rounds") if pages else ""
            pages.append(self._page(columns, title, small[0] if small else None))
        return pages

    def _page(
        self,
        columns: Sequence[tuple[str, Sequence[BracketMatch]]],
        title: str,
        extra: BracketMatch | None = None,
    ) -> TreePage:
        rows = max([1, *(len(found) for _, found in columns)])
        rows = max(rows, 4) if extra else rows
        made = [
            TreeColumn(
                name,
                [self._match(m, (2 * n + 1) / (2 * len(found))) for n, m in enumerate(found)],
                self._lines and place > 0,
            )
            for place, (name, found) in enumerate(columns)
        ]
        below = self._match(extra, 0.5 + 1.35 / rows) if extra else None
        return TreePage(title, rows, made, below)

    def _match(self, match: BracketMatch, row: float) -> TreeMatch:
        scores, rest = scores_of(match)
        is_open = match.table is not None and not match.result
        title, rest_text = str(match.title), format_halves(str(rest))
        told = rest_text or (self._job.text("table {n}", n=match.table) if is_open else "")
        label = f"{title} · {told}" if told else title
        pairs = zip(match.seats, scores, strict=True)
        return TreeMatch(label, row, [self._seat(match, seat, score) for seat, score in pairs])

    def _seat(self, match: BracketMatch, seat: BracketSeat, score: str) -> TreeSeat:
        seed = "" if seat.seed is None else str(seat.seed)
        if seat.player is None:
            state = "vacant" if seat.vacant else "waiting"
            return TreeSeat(seed, str(seat.waiting), score, state)
        over = match.winner is not None
        state = "won" if seat.player.id == match.winner else "lost" if over else ""
        return TreeSeat(seed, seat.player.name, score, state)
