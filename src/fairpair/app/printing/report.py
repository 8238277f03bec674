"""The tournament report: what it was, who won, and its numbers as plots and tables."""

from fairpair.app.printing.job import Job
from fairpair.app.printing.rankings import tiebreak_heading
from fairpair.app.views.ranking import rank_course, ranking_view
from fairpair.app.views.rounds import planned_rounds
from fairpair.app.views.standings import StandingsRow, standings_view
from fairpair.app.views.statistics import Statistics, statistics
from fairpair.core.numbers import format_number
from fairpair.core.rounds import RoundRef
from fairpair.paper.model import Bar, Course, Plain, ReportData

_UPSETS, _TIEBREAKS = 10, 4


def report(job: Job) -> ReportData:
    """All published rounds; before the end as they stand."""
    t, numbers = job.t, statistics(job.t, job.version)
    course = rank_course(t, job.version)
    title, ranking, podium = _ranking(job)
    return ReportData(
        head=job.head("Tournament report", _state(job)),
        facts=_facts(job, numbers),
        podium=podium,
        outcomes=_outcomes(job, numbers),
        outcomes_title=job.say("Results by colour")
        if numbers.white
        else job.say("Results by who is named first"),
        scores=[Bar(one.points, one.players) for one in numbers.scores],
        courses=[Course(one.rank, one.name, one.ranks) for one in course.players],
        rounds=_rounds(job, numbers),
        upsets=_upsets(job, numbers),
        ranking=ranking,
        ranking_title=title,
        rules=_rules(job),
    )


def _state(job: Job) -> str:
    """Where the tournament stands."""
    ref = job.t.latest_published
    if job.t.finished:
        return job.say("Finished")
    if ref is None:
        return job.say("Before the first round")
    open_ = f" {job.say('(not complete)')}" if job.t.rounds[ref].pending else ""
    return f"{job.round_words(ref)}{open_}"


def _facts(job: Job, numbers: Statistics) -> list[tuple[str, str]]:
    facts = [
        (job.say("Players"), numbers.players),
        (job.say("Left"), numbers.dropped),
        (job.say("Average rating"), numbers.average_rating),
        (job.say("Rounds"), len(numbers.rounds)),
        (job.say("Matches played"), numbers.played),
        (job.say("Forfeits"), numbers.forfeits),
    ]
    return [(title, str(value)) for title, value in facts if value]


def _outcomes(job: Job, numbers: Statistics) -> list[Bar]:
    if not numbers.played:
        return []
    first = numbers.first_named
    sides = job.sides if numbers.white else (job.say("First"), job.say("Second"))
    names = (sides[0], job.say("Draw"), sides[1])
    counts = (first.wins, first.draws, first.losses)
    return [Bar(name, count) for name, count in zip(names, counts, strict=True)]


def _rounds(job: Job, numbers: Statistics) -> Plain:
    titles = {one.ref: one.title for one in planned_rounds(job.t)}
    rows = [
        [
            job.round_title(titles.get(RoundRef(one.stage, one.round), str(one.round))),
            *map(str, (one.matches, one.played, one.forfeits, one.open, one.byes)),
        ]
        for one in numbers.rounds
    ]
    heads = [
        job.say("Round"),
        job.say("Matches"),
        job.say("Played"),
        job.say("Forfeits"),
        job.say("Open"),
        job.say("Byes"),
    ]
    return Plain(heads, (False, True, True, True, True, True), rows)


def _upsets(job: Job, numbers: Statistics) -> Plain:
    rows = [
        [one.winner_name, one.loser_name, str(one.difference)] for one in numbers.upsets[:_UPSETS]
    ]
    heads = [job.say("Winner"), job.say("Loser"), job.say("Rating difference")]
    return Plain(heads, (False, False, True), rows)


def _ranking(job: Job) -> tuple[str, Plain, list[tuple[str, str]]]:
    """The title of the ranking, the ranking, and who came first if that is settled."""
    t = job.t
    standings = standings_view(t, job.version)
    if not standings.round and not t.seeds:
        return "", Plain((), (), []), []
    by_player = {row.id: row for row in standings.players}
    places = ranking_view(t, job.version)
    heads = [job.say(tiebreak_heading(one)) for one in standings.tiebreaks[:_TIEBREAKS]]
    rows = [
        [str(one.rank), one.name, one.club or one.federation, *_numbers(by_player[one.id])]
        for one in places.players
        if one.id in by_player
    ]
    first = [job.say("Rank"), job.say("Name"), job.say("Club")]
    titles = [*first, job.say("Points"), job.say("W-D-L"), *heads]
    table = Plain(titles, (True, False, False, *([True] * (2 + len(heads)))), rows)
    podium = [(f"{one.rank}.", one.name) for one in places.players[:3]] if t.finished else []
    title = job.say("Final ranking") if t.finished else job.say("Ranking so far")
    return title, table, podium


def _numbers(row: StandingsRow) -> list[str]:
    record = f"{row.record.wins}-{row.record.draws}-{row.record.losses}"
    return [row.points, record, *(one.display for one in row.tiebreaks[:_TIEBREAKS])]


def _rules(job: Job) -> list[tuple[str, str]]:
    rules = job.t.rules
    points = rules.points
    heads = standings_view(job.t, job.version).tiebreaks
    found = [
        (job.say("Game"), rules.game),
        (job.say("Pairing system"), rules.system.replace("_", " ")),
        (
            job.say("Points"),
            job.say(
                "win {win}, draw {draw}, loss {loss}",
                win=format_number(points.win),
                draw=format_number(points.draw),
                loss=format_number(points.loss),
            ),
        ),
        (job.say("Best of"), str(rules.best_of) if (rules.best_of or 1) > 1 else ""),
        (
            job.say("Tie-breaks"),
            ", ".join(f"{job.say(one.name)} ({job.say(tiebreak_heading(one))})" for one in heads),
        ),
    ]
    if rules.scores:
        found[2] = (job.say("Ranked by"), rules.primary_score.upper() or "points")
    return [(title, value) for title, value in found if value]
