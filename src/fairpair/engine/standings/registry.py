"""Every tie-break by its code, and codes turned into a chain that can be computed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches

from fairpair.core.errors import FieldProblem, InvalidInputError, NotFoundError
from fairpair.core.rules import Rules
from fairpair.engine.standings.codes import MODIFIERS, Options, parse
from fairpair.engine.standings.tiebreak import Tiebreak
from fairpair.engine.standings.tiebreaks import TIEBREAKS

Entry = Mapping[str, str]
"""What is known about a tie-break, for people."""
OTHER_CODES = {"GE": "REP"}
TEAM_SCORES = ("mp", "gp")


@dataclass(frozen=True, slots=True)
class Link:
    """A step of a chain: the code as it was read, and the tie-break it names."""

    options: Options
    tiebreak: Tiebreak

    @property
    def lower_is_better(self) -> bool:
        """Whether a smaller number is ranked first."""
        return self.tiebreak.lower_is_better != self.options.reverse


POINTS = Link(Options("PTS", "PTS"), TIEBREAKS["PTS"])


def chain_of(codes: Sequence[str], rules: Rules) -> tuple[Link, ...]:
    """The chain these codes make, points first.

    Raises `InvalidInputError` with everything that is wrong.
    """
    problems = chain_problems(codes, rules)
    if problems:
        raise InvalidInputError(
            "bad-tiebreaks",
            "These tie-breaks cannot be used.",
            "`fairpair tiebreaks` lists all codes and their modifiers.",
            [FieldProblem(f"tie-break {n}, {codes[n - 1]!r}", text) for n, text in problems],
        )
    links = [link_of(code, rules) for code in codes]
    has_points = bool(links) and links[0].tiebreak is POINTS.tiebreak
    return tuple(links) if has_points else (POINTS, *links)


def find_tiebreak(name: str) -> Tiebreak | None:
    """The tie-break of this name in capitals, also of a name it had before."""
    return TIEBREAKS.get(OTHER_CODES.get(name, name))


def link_of(code: str, rules: Rules) -> Link:
    """One code's options and tie-break; `ValueError` says what is wrong with it."""
    options = parse(code)
    scores = {name.lower(): name for name in (*rules.scores, *_scores_of_teams(rules))}
    if options.name not in TIEBREAKS and options.name.lower() in scores and not options.score:
        options = replace(options, name="TOTAL", score=options.name.lower())
    tiebreak = find_tiebreak(options.name)
    if tiebreak is None:
        raise ValueError(unknown_code(options.name, scores))
    score = scores.get(options.score, options.score)
    link = Link(replace(options, name=tiebreak.code.upper(), score=score), tiebreak)
    problems = ", and ".join(_misfits(link, rules, set(scores.values())))
    if problems:
        raise ValueError(problems)
    return link


def chain_problems(codes: Sequence[str], rules: Rules) -> list[tuple[int, str]]:
    """Why a chain cannot be computed, by place from 1."""
    found: list[tuple[int, str]] = []
    for place, code in enumerate(codes, 1):
        try:
            link = link_of(code, rules)
        except ValueError as error:
            found.append((place, str(error)))
        else:
            if link.tiebreak is POINTS.tiebreak and place != 1:
                found.append((place, "must come first"))
    return found


def idle_links(codes: Sequence[str], rules: Rules) -> list[tuple[int, str]]:
    """What in a chain can never change a rank, by place from 1; it can be computed all the same."""
    links = []
    for place, code in enumerate(codes, 1):
        with suppress(ValueError):
            links.append((place, link_of(code, rules)))
    return list(_idle(links))


def _misfits(link: Link, rules: Rules, scores: set[str]) -> Iterator[str]:
    """What a code cannot be in this tournament."""
    options, tiebreak = link.options, link.tiebreak
    wrong = "".join(sorted(options.modifiers - set(tiebreak.modifiers)))
    if wrong:
        takes = " ".join(f"/{letter}" for letter in tiebreak.modifiers) or "none"
        given = " ".join(f"/{letter}" for letter in wrong)
        yield f"does not take the modifier {given} (modifiers of {tiebreak.code}: {takes})"
    if options.score and not tiebreak.scores:
        yield f"cannot be taken of a score: write {tiebreak.code} alone"
    elif options.score and options.score not in scores:
        yield _unknown_score(options.score, scores)
    if tiebreak.compares and (options.score or rules.primary_score) in rules.scores:
        score = options.score or rules.primary_score
        yield f"compares with a win's or a draw's points, and {score} has none: use sos or total"
    if tiebreak.code == "total" and not options.score:
        yield "needs a score: total:vp"
    if tiebreak.teams_only and rules.boards is None:
        yield "is for team matches: the rules need `boards`"
    if tiebreak.swiss_only and rules.system == "round_robin" and rules.fide_edition != "2024":
        yield "must not be used in a round robin (C.07 of 2026, 8)"


def _idle(links: Sequence[tuple[int, Link]]) -> Iterator[tuple[int, str]]:
    seen: dict[Options, int] = {}
    end: Link | None = None
    for place, link in links:
        if end is not None:
            yield place, f"can never count: {end.options.text} before it leaves nobody tied"
        same = replace(link.options, text="", reverse=False, modifiers=frozenset())
        if link.tiebreak.split is None and same in seen:
            yield place, f"repeats tie-break {seen[same]} and cannot change anything"
        seen.setdefault(same, place)
        end = link if link.tiebreak.last and end is None else end


def _scores_of_teams(rules: Rules) -> tuple[str, ...]:
    return TEAM_SCORES if rules.boards is not None else ()


def _unknown_score(score: str, scores: Iterable[str]) -> str:
    if score in TEAM_SCORES:
        return f"is of teams' {score.upper()}: the rules need `boards`"
    known = ", ".join(sorted(scores)) or "none, as the rules have no `scores`"
    return f"names an unknown score {score!r}; known are {known}"


def unknown_code(name: str, scores: Iterable[str] = ()) -> str:
    """What to say of a code that is none: the nearest one, if one is near."""
    first, dash, rest = name.partition("-")
    if dash and first in TIEBREAKS:
        meant = TIEBREAKS[first].code
        with suppress(ValueError):
            meant = parse(f"{meant}/{rest}").text
        return f"is no tie-break; did you mean {meant}?"
    known = [tiebreak.code for tiebreak in TIEBREAKS.values()]
    by_capitals = {code.upper(): code for code in (*known, *scores)}
    near = get_close_matches(name, by_capitals, n=1)
    return f"is no tie-break; did you mean {by_capitals[near[0]]}?" if near else "is no tie-break"


def catalogue(codes: Sequence[str] = ()) -> list[Entry]:
    """All tie-breaks, or those with these codes; `NotFoundError` names every code that is none."""
    if not codes:
        return [_entry(tiebreak) for tiebreak in TIEBREAKS.values()]
    found, problems = [], []
    for code in codes:
        try:
            name = parse(code).name
        except ValueError as error:
            problems.append(FieldProblem(repr(code), str(error)))
            continue
        tiebreak = find_tiebreak(name)
        if tiebreak is None:
            problems.append(FieldProblem(repr(code), unknown_code(name)))
        else:
            found.append(_entry(tiebreak))
    if problems:
        text = "Some of these codes are no tie-breaks."
        raise NotFoundError("no-tiebreak", text, "`fairpair tiebreaks` lists all.", problems)
    return found


def _entry(tiebreak: Tiebreak) -> Entry:
    scores = " :SCORE" if tiebreak.scores else ""
    modifiers = " ".join(MODIFIERS[letter] for letter in tiebreak.modifiers)
    return {
        "code": tiebreak.code,
        "name": tiebreak.name,
        "about": tiebreak.about,
        "modifiers": f"{modifiers}{scores}".strip(),
        "better": "lower" if tiebreak.lower_is_better else "higher",
        "range": tiebreak.range,
        "games": ", ".join(tiebreak.games),
        "clause": tiebreak.clause,
    }


def markdown(entries: Iterable[Entry]) -> str:
    """A table with one line each."""
    heads = ("code", "name", "modifiers", "better", "range", "games", "rule", "what it is")
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for entry in entries:
        keys = ("name", "modifiers", "better", "range", "games", "clause", "about")
        cells = [f"`{entry['code']}`", *(entry[key] for key in keys)]
        lines.append(f"| {' | '.join(cells)} |")
    return "".join(f"{line}\n" for line in lines)
