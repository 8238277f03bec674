"""Forms and lists about a tournament and its players, for walls, arbiters and federations."""

from collections import Counter
from collections.abc import Iterator, Sequence

from fairpair.app.printing.job import Job, format_halves, join_parts
from fairpair.app.views.info import format_days, format_time_control, info_view
from fairpair.app.views.norms import NormView, all_norms
from fairpair.app.views.ratings import rating_report
from fairpair.core.ids import PlayerId
from fairpair.core.officials import Official
from fairpair.core.players import Player
from fairpair.core.results import Forfeit, is_adjourned
from fairpair.core.rounds import ByeKind, Pairing, RoundRef
from fairpair.core.rules import RULES
from fairpair.engine.ratings.norms import HOLDERS
from fairpair.paper.model import FormData, FormPart, Plain


def _not_official(job: Job) -> str:
    return job.text("An estimate: only FIDE rates tournaments and grants titles.")


def start_list(job: Job) -> FormData:
    """Everybody in the order of their ratings, as they are numbered before round 1."""
    t = job.t
    numbers = {player: n for n, player in enumerate(t.order, 1)}
    by_strength = sorted(
        t.entries,
        key=lambda p: (numbers.get(p, len(numbers) + 1), -(t.entries[p].entrant.strength or 0), p),
    )
    rows = []
    for place, player in enumerate(by_strength, 1):
        one = t.entries[player].entrant
        title = one.title if isinstance(one, Player) else ""
        rating = "" if one.strength is None else str(round(one.strength))
        rows.append([str(place), title, one.name, one.federation, rating, one.club])
    heads = [job.text("No."), job.text("Title"), job.text("Name"), job.text("Federation")]
    heads += [job.text("Rating"), job.text("Club")]
    table = Plain(heads, (True, True, False, True, True, False), rows)
    return FormData(head=job.head("Start list"), parts=[FormPart(table=table)])


def officials(job: Job) -> FormData:
    """All that is known about the tournament, on a page for the wall."""
    view = info_view(job.t)
    rounds = [[str(one.title), one.start] for one in view.rounds]
    heads = [job.text("Round"), job.text("Start")]
    texts = [view.description, view.regulations]
    parts = [
        FormPart(facts=[(str(one.title), str(one.text)) for one in view.lines]),
        FormPart(
            title=job.text("Rounds") if rounds else "",
            table=Plain(heads, (False, False), rows=rounds),
        ),
        FormPart(
            title=job.text("Regulations") if any(texts) else "",
            paragraphs=[line for text in texts for line in text.splitlines() if line],
        ),
    ]
    return FormData(head=job.head("Officials and regulations"), parts=parts)


def rating_sheet(job: Job) -> FormData:
    """Everybody's estimated rating change."""
    report = rating_report(job.t, job.version)
    heads = [job.text("No."), job.text("Name"), job.text("Rating"), job.text("K")]
    heads += [job.text("Games"), job.text("Score"), job.text("Expected"), job.text("Change")]
    heads.append(job.text("Performance"))
    rows = [
        [
            str(one.id),
            one.name,
            str(one.rating or ""),
            str(one.k or ""),
            str(one.games),
            one.score,
            one.expected,
            one.change or (f"= {one.first}" if one.first else ""),
            str(one.performance or ""),
        ]
        for one in report.players
    ]
    numbers = (True, False, *[True] * 7)
    table = Plain(heads, numbers, rows)
    note = " ".join(map(str, report.notices))
    return FormData(head=job.head("Rating changes"), parts=[FormPart(table=table)], note=note)


def norm_sheet(job: Job) -> FormData:
    """A page for every norm that is made or within reach, with its requirements and rounds."""
    parts = [_norm_part(job, player, norm) for player, norm in all_norms(job.t)]
    if not parts:
        parts = [FormPart(paragraphs=[job.text("No title norm has been made or is within reach.")])]
    return FormData(head=job.head("Title norms"), parts=parts, note=_not_official(job))


def _norm_part(job: Job, player: PlayerId, norm: NormView) -> FormPart:
    lines = [
        (
            str(one.text),
            f"{one.found} ({'≤' if one.at_most else '≥'} {one.needed}) {'✓' if one.met else '✗'}",
        )
        for one in norm.requirements
    ]
    return FormPart(
        title=f"{job.t.name_of(player)}: {norm.title}",
        paragraphs=[str(norm.summary)],
        facts=lines,
        table=_norm_rounds(job, norm),
        new_page=True,
    )


def _norm_rounds(job: Job, norm: NormView) -> Plain:
    states = {
        "counted": "",
        "open": job.text("not played yet"),
        "unplayed": job.text("not played"),
        "left_out": job.text("left out"),
    }
    heads = [job.text("Round"), job.text("Opponent"), job.text("Title"), job.text("Federation")]
    heads += [job.text("Rating"), job.text("Score"), job.text("Remark")]
    rows = [
        [
            str(one.round),
            one.opponent,
            one.title,
            one.federation,
            "" if one.rating is None else str(one.rating),
            one.score,
            states[one.state],
        ]
        for one in norm.rounds
    ]
    return Plain(heads, (True, False, True, True, True, True, True), rows)


def certificates(job: Job) -> FormData:
    """The content of FIDE's certificate of a title result (IT1), a page for every norm made."""
    parts = [_certificate(job, player, norm) for player, norm in all_norms(job.t) if norm.met]
    if not parts:
        parts = [FormPart(paragraphs=[job.text("No title norm has been made.")])]
    head = job.head("Certificate of title result")
    return FormData(head=head, parts=parts, note=_not_official(job))


def _certificate(job: Job, player: PlayerId, norm: NormView) -> FormPart:
    one, header = job.t.entries[player].entrant, job.t.header
    who = one if isinstance(one, Player) else Player(one.name)
    chief = Official.read(header.chief_arbiter) if header.chief_arbiter else None
    counted = [x for x in norm.rounds if x.state == "counted"]
    flags = Counter(x.federation for x in counted)
    titles = Counter(x.title for x in counted if x.title in HOLDERS)
    found = {x.code: x for x in norm.requirements}
    facts = [
        (job.text("Player"), who.name),
        (job.text("Federation"), who.federation),
        (job.text("FIDE ID"), who.ids.get("fide", "")),
        (job.text("Date of birth"), who.birth),
        (job.text("Norm"), norm.title),
        (job.text("Tournament"), job.t.name),
        (job.text("Location"), join_parts(header.city, header.federation)),
        (job.text("Date"), format_days(header)),
        (job.text("Time control"), str(format_time_control(header))),
        (job.text("Pairing system"), job.text(_system_title(job))),
        (job.text("Chief arbiter"), "" if chief is None else join_parts(str(chief), chief.fide_id)),
        (job.text("Games"), str(norm.games)),
        (job.text("Score"), found["score"].found),
        (job.text("Average rating of opponents"), str(norm.average)),
        (job.text("Performance"), f"{norm.performance} ({norm.percent} %)"),
        (
            job.text("Federations of opponents"),
            ", ".join(f"{k} {n}" for k, n in sorted(flags.items())),
        ),
        (job.text("Titles of opponents"), _counted(titles)),
    ]
    return FormPart(
        title=f"{who.name}: {norm.title}",
        facts=[(title, value) for title, value in facts if value],
        table=_norm_rounds(job, norm),
        signatures=[job.text("Chief arbiter"), job.text("Federation")],
        new_page=True,
    )


def _system_title(job: Job) -> str:
    system = job.t.rules.system
    return RULES["system"].kind.options.get(system, system)


def _counted(found: Counter[str]) -> str:
    """`GER 4, POL 2`."""
    return ", ".join(f"{name} {number}" for name, number in sorted(found.items()))


def tournament_report(job: Job) -> FormData:
    """The counts of FIDE's tournament report (IT3)."""
    t, header = job.t, job.t.header
    players = [e.entrant for e in t.entries.values() if isinstance(e.entrant, Player)]
    host = header.federation
    at_home = sum(one.federation == host for one in players)
    titled = Counter(one.title for one in players if one.title in HOLDERS)
    days = (header.first_known_day, header.last_known_day)
    facts = [
        (job.text("Tournament"), t.name),
        (job.text("Location"), join_parts(header.venue, header.city)),
        (job.text("Federation"), host),
        (job.text("First day"), _day(days[0])),
        (job.text("Last day"), _day(days[1])),
        (job.text("Event ID"), header.sanction_id),
        (job.text("Time control"), str(format_time_control(header))),
        (job.text("Rounds"), str(len([ref for ref in t.published_rounds if ref.stage == 1]))),
        (job.text("Players"), str(len(players))),
        (job.text("Federations"), str(len({one.federation for one in players if one.federation}))),
        (job.text("Rated players"), str(sum(one.rating is not None for one in players))),
        (
            job.text("Players of the host federation"),
            str(at_home),
        ),
        *((title, str(titled[title])) for title in ("GM", "IM", "FM", "WGM", "WIM", "WFM")),
    ]
    rows = [*_officials(job)]
    heads = [job.text("Role"), job.text("Title"), job.text("Name"), job.text("FIDE ID")]
    parts = [
        FormPart(facts=[(title, value) for title, value in facts if value]),
        FormPart(
            title=job.text("Arbiters") if rows else "",
            table=Plain(heads, (False, True, False, True), rows),
            signatures=[job.text("Chief arbiter"), job.text("Organiser")],
        ),
    ]
    return FormData(head=job.head("Tournament report for FIDE"), parts=parts)


def _officials(job: Job) -> Iterator[list[str]]:
    header = job.t.header
    texts = [(job.text("Chief arbiter"), header.chief_arbiter)]
    texts += [(job.text("Arbiter"), one) for one in header.arbiters]
    for function, text in texts:
        if text:
            one = Official.read(text)
            yield [function, one.title, one.name, one.fide_id]


def _day(day: str) -> str:
    """`20/11/2026`.

    >>> _day("2026-11-20")
    '20/11/2026'
    """
    return "/".join(reversed(day.split("-"))) if day else ""


def arbiter_report(job: Job) -> FormData:
    """What an arbiter has to account for: games not played, byes, players who left."""
    t = job.t
    rounds, unplayed, byes = [], [], []
    for ref, round_ in t.published_rounds.items():
        forfeits = [x for x in round_.pairings.values() if isinstance(x.result, Forfeit)]
        open_ = sum(x.result is None or is_adjourned(x.result) for x in round_.pairings.values())
        words = job.round_words(ref)
        counts = (len(round_.pairings), len(forfeits), open_, len(round_.byes))
        rounds.append([words, *map(str, counts)])
        unplayed += [_unplayed_row(job, ref, one) for one in forfeits]
        byes += [
            [words, t.name_of(who), _bye_words(job, kind)] for who, kind in round_.byes.items()
        ]
    left = [
        [entry.entrant.name, job.text("disqualified") if entry.expelled else job.text("withdrawn")]
        for entry in t.entries.values()
        if entry.dropped
    ]
    nth, name = job.text("Round"), job.text("Name")
    heads = [nth, job.text("Games"), job.text("Forfeits"), job.text("Missing")]
    sides = [nth, job.text("White"), job.text("Black"), job.text("Result")]
    parts = [
        FormPart(facts=[(one[0], join_parts(*one[1:])) for one in _officials(job)]),
        _part(job.text("Rounds"), [*heads, job.text("Byes")], rounds),
        _part(job.text("Games not played"), sides, unplayed),
        _part(job.text("Byes"), [nth, name, job.text("Bye")], byes),
        _part(job.text("Players who left"), [name, job.text("Reason")], left),
        FormPart(signatures=[job.text("Chief arbiter")]),
    ]
    return FormData(head=job.head("Arbiter's report"), parts=parts)


def _bye_words(job: Job, kind: ByeKind) -> str:
    words = {
        ByeKind.PAIRING: job.text("pairing-allocated bye"),
        ByeKind.FULL: job.text("full-point bye"),
        ByeKind.HALF: job.text("half-point bye"),
        ByeKind.ZERO: job.text("zero-point bye"),
        ByeKind.LOSS: job.text("lost match"),
    }
    return words[kind]


def _part(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> FormPart:
    """A table with a heading, or nothing."""
    if not rows:
        return FormPart()
    return FormPart(title=title, table=Plain(heads, [False] * len(heads), rows))


def _unplayed_row(job: Job, ref: RoundRef, one: Pairing) -> list[str]:
    names = [job.t.name_of(player) for player in one.seats]
    return [job.round_words(ref), *names, format_halves(str(one.result))]
