"""The tournament report: winners, rules, and statistics as charts and tables."""

from fairpair.app.printing.job import Job
from fairpair.app.views.ranking import rank_course, ranking_view
from fairpair.app.views.rounds import planned_rounds
from fairpair.app.views.standings import StandingsRow, standings_view, tiebreak_heading
from fairpair.app.views.statistics import Statistics, statistics
from fairpair.core.numbers import format_number
from fairpair.core.rounds import RoundRef
from fairpair.core.rules import RULES, Rules
from fairpair.core.vocabulary import score_label
from fairpair.paper.model import Bar, Course, Plain, ReportData

_UPSETS, _TIEBREAKS = 10, 4


def report(job: Job) -> ReportData:
    """The report on all published rounds."""
    t, numbers = job.t, statistics(job.t, job.version)
    course = rank_course(t, job.version)
    title, ranking, podium = _ranking(job)
    return ReportData(
        head=job.head("Tournament report", _state(job)),
        facts=_facts(job, numbers),
        podium=podium,
        outcomes=_outcomes(job, numbers),
        outcomes_title=job.text("Results by colour")
        if numbers.white
        else job.text("Results of first-named players"),
        scores=[Bar(one.points, one.players) for one in numbers.scores],
        courses=[Course(one.rank, one.name, one.ranks) for one in course.players],
        rounds=_rounds(job, numbers),
        upsets=_upsets(job, numbers),
        ranking=ranking,
        ranking_title=title,
        rules=_rules(job),
    )


def _state(job: Job) -> str:
    """The state of the tournament."""
    ref = job.t.latest_published
    if job.t.finished:
        return job.text("Finished")
    if ref is None:
        return job.text("Before the first round")
    open_ = f" {job.text('(incomplete)')}" if job.t.rounds[ref].pending else ""
    return f"{job.round_words(ref)}{open_}"


def _facts(job: Job, numbers: Statistics) -> list[tuple[str, str]]:
    facts = [
        (job.text("Players"), numbers.players),
        (job.text("Dropped"), numbers.dropped),
        (job.text("Average rating"), numbers.average_rating),
        (job.text("Rounds"), len(numbers.rounds)),
        (job.text("Matches played"), numbers.played),
        (job.text("Forfeits"), numbers.forfeits),
    ]
    return [(title, str(value)) for title, value in facts if value]


def _outcomes(job: Job, numbers: Statistics) -> list[Bar]:
    if not numbers.played:
        return []
    first = numbers.first_named
    sides = job.sides if numbers.white else (job.text("First"), job.text("Second"))
    names = (sides[0], job.text("Draw"), sides[1])
    counts = (first.wins, first.draws, first.losses)
    return [Bar(name, count) for name, count in zip(names, counts, strict=True)]


def _rounds(job: Job, numbers: Statistics) -> Plain:
    titles = {one.ref: one.title for one in planned_rounds(job.t)}
    rows = [
        [
            str(titles.get(RoundRef(one.stage, one.round), one.round)),
            *map(str, (one.matches, one.played, one.forfeits, one.open, one.byes)),
        ]
        for one in numbers.rounds
    ]
    heads = [
        job.text("Round"),
        job.text("Matches"),
        job.text("Played"),
        job.text("Forfeits"),
        job.text("Missing"),
        job.text("Byes"),
    ]
    return Plain(heads, (False, True, True, True, True, True), rows)


def _upsets(job: Job, numbers: Statistics) -> Plain:
    rows = [
        [one.winner_name, one.loser_name, str(one.difference)] for one in numbers.upsets[:_UPSETS]
    ]
    heads = [job.text("Winner"), job.text("Loser"), job.text("Rating difference")]
    return Plain(heads, (False, False, True), rows)


def _ranking(job: Job) -> tuple[str, Plain, list[tuple[str, str]]]:
    """The title of the ranking, the ranking, and the first places if they are decided."""
    t = job.t
    standings = standings_view(t, job.version)
    if not standings.round and not t.seeds:
        return "", Plain((), (), []), []
    by_player = {row.id: row for row in standings.players}
    places = ranking_view(t, job.version)
    heads = [job.text(tiebreak_heading(one)) for one in standings.tiebreaks[:_TIEBREAKS]]
    rows = [
        [
            str(one.rank or "-"),
            one.name,
            one.club or one.federation,
            *_numbers(job, by_player[one.id]),
        ]
        for one in places.players
        if one.id in by_player
    ]
    first = [job.text("Rank"), job.text("Name"), job.text("Club")]
    titles = [*first, job.text("Points"), str(job.conventions.record_head), *heads]
    table = Plain(titles, (True, False, False, *([True] * (2 + len(heads)))), rows)
    podium = (
        [(f"{one.rank}.", one.name) for one in places.players[:3] if one.rank] if t.finished else []
    )
    title = job.text("Final ranking") if t.finished else job.text("Provisional ranking")
    return title, table, podium


def _numbers(job: Job, row: StandingsRow) -> list[str]:
    record = job.format_record(row.record)
    return [row.points, record, *(one.display for one in row.tiebreaks[:_TIEBREAKS])]


def _system_title(rules: Rules) -> str:
    titles = RULES["system"].kind.options
    return titles.get(rules.system, rules.system)


def _rules(job: Job) -> list[tuple[str, str]]:
    rules = job.t.rules
    points = rules.points
    heads = standings_view(job.t, job.version).tiebreaks
    found = [
        (job.text("Game"), rules.game),
        (job.text("Pairing system"), job.text(_system_title(rules))),
        (
            job.text("Points"),
            job.text(
                "win {win}, draw {draw}, loss {loss}",
                win=format_number(points.win),
                draw=format_number(points.draw),
                loss=format_number(points.loss),
            ),
        ),
        (job.text("Best of"), str(rules.best_of) if (rules.best_of or 1) > 1 else ""),
        (
            job.text("Tie-breaks"),
            ", ".join(f"{one.name} ({job.text(tiebreak_heading(one))})" for one in heads),
        ),
    ]
    if rules.scores:
        found[2] = (job.text("Ranked by"), score_label(rules.primary_score) or job.text("Points"))
    return [(title, value) for title, value in found if value]
