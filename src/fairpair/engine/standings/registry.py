"""Every tie-break by its code, and codes turned into a chain that can be computed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidInputError, NotFoundError
from fairpair.core.rules import Rules
from fairpair.core.suggestions import nearest
from fairpair.engine.standings.codes import MODIFIERS, Options, TiebreakCodeError, parse
from fairpair.engine.standings.names import meant_by, with_modifier
from fairpair.engine.standings.tiebreak import Tiebreak, undefined
from fairpair.engine.standings.tiebreaks import TIEBREAKS
from fairpair.language.message import Message

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
            problems=[
                FieldProblem(f"tie-break {n}, {codes[n - 1]!r}", text) for n, text in problems
            ],
        )
    return _points_first([link_of(code, rules) for code in codes])


def _points_first(links: Sequence[Link]) -> tuple[Link, ...]:
    has_points = bool(links) and links[0].tiebreak is POINTS.tiebreak
    return tuple(links) if has_points else (POINTS, *links)


def stored_chain(codes: Sequence[str], rules: Rules) -> tuple[Link, ...]:
    """The chain of a tournament's own rules, points first.

    A tie-break whose package is not installed any more separates nobody, so that the tournament
    can still be looked at. Raises `InvalidInputError` for everything else that is wrong.
    """
    try:
        return chain_of(codes, rules)
    except InvalidInputError:
        missing = [code for code in codes if _is_missing(code, rules)]
        chain_of([code for code in codes if code not in missing], rules)
        return _points_first([_missing(c) if c in missing else link_of(c, rules) for c in codes])


def _is_missing(code: str, rules: Rules) -> bool:
    with suppress(TiebreakCodeError):
        name = parse(code).name
        scores = {one.lower() for one in (*rules.scores, *_scores_of_teams(rules))}
        return find_tiebreak(name) is None and name.lower() not in scores
    return False


NOT_INSTALLED = Tiebreak(
    "",
    name="Not installed",
    about="The package that provides this tie-break is not installed.",
    clause="",
    range="",
    games=("all",),
    prepare=lambda _inputs, _options: undefined,
)
"""Stands for the tie-break of a package that is not there."""


def _missing(code: str) -> Link:
    options = parse(code)
    return Link(options, replace(NOT_INSTALLED, code=options.name))


def find_tiebreak(name: str) -> Tiebreak | None:
    """The tie-break of this name in capitals, also of a name it had before."""
    return TIEBREAKS.get(OTHER_CODES.get(name, name))


def link_of(code: str, rules: Rules) -> Link:
    """One code's options and tie-break; `TiebreakCodeError` says what is wrong with it."""
    scores = {name.lower(): name for name in (*rules.scores, *_scores_of_teams(rules))}
    options = _parsed(code, scores)
    named = options.name.lower() in scores and options.name not in TIEBREAKS.built_in
    if named and not options.score:  # also if a package has a tie-break of that name
        options = replace(options, name="TOTAL", score=options.name.lower())
    tiebreak = find_tiebreak(options.name)
    if tiebreak is None:
        raise TiebreakCodeError(unknown_code(options.name, scores))
    score = scores.get(options.score, options.score)
    link = Link(replace(options, name=tiebreak.code.upper(), score=score), tiebreak)
    problems = list(_misfits(link, rules, set(scores.values())))
    if len(problems) > 1:
        raise TiebreakCodeError(Message("tiebreak-problem.several", problems=problems))
    if problems:
        raise TiebreakCodeError(problems[0])
    return link


def _parsed(code: str, scores: Iterable[str]) -> Options:
    """The options of a code; an error also for the name of a tie-break, with its code."""
    try:
        return parse(code)
    except TiebreakCodeError:
        if " " in code.strip():
            raise TiebreakCodeError(unknown_code(code.strip().upper(), scores)) from None
        raise


def chain_problems(codes: Sequence[str], rules: Rules) -> list[tuple[int, Message]]:
    """Why a chain cannot be computed, by place from 1."""
    found: list[tuple[int, Message]] = []
    for place, code in enumerate(codes, 1):
        try:
            link = link_of(code, rules)
        except TiebreakCodeError as error:
            found.append((place, error.text))
        else:
            if link.tiebreak is POINTS.tiebreak and place != 1:
                found.append((place, Message("tiebreak-problem.not-first")))
    return found


def idle_links(codes: Sequence[str], rules: Rules) -> list[tuple[int, Message]]:
    """What in a chain can never change a rank, by place from 1; it can be computed all the same."""
    links = []
    for place, code in enumerate(codes, 1):
        with suppress(TiebreakCodeError):
            links.append((place, link_of(code, rules)))
    return list(_idle(links))


def _misfits(link: Link, rules: Rules, scores: set[str]) -> Iterator[Message]:
    """What a code cannot be in this tournament."""
    options, tiebreak = link.options, link.tiebreak
    wrong = "".join(sorted(options.modifiers - set(tiebreak.modifiers)))
    if wrong:
        known = " ".join(f"/{letter}" for letter in tiebreak.modifiers)
        given = " ".join(f"/{letter}" for letter in wrong)
        code = "tiebreak-problem.wrong-modifier" if known else "tiebreak-problem.no-modifiers"
        yield Message(code, given=given, code=tiebreak.code, known=known)
    if options.score and not tiebreak.scores:
        yield Message("tiebreak-problem.no-scores", code=tiebreak.code)
    elif options.score and options.score not in scores:
        meant = with_modifier(f"{tiebreak.code.upper()}:{options.score.upper()}")
        yield _did_you_mean(meant) if meant else _unknown_score(options.score, scores)
    if tiebreak.compares and (options.score or rules.primary_score) in rules.scores:
        score = options.score or rules.primary_score
        yield Message("tiebreak-problem.comparison", score=score)
    if tiebreak.code == "total" and not options.score:
        yield Message("tiebreak-problem.needs-score")
    if tiebreak.teams_only and rules.boards is None:
        yield Message("tiebreak-problem.teams-only")
    if tiebreak.swiss_only and rules.system == "round_robin" and rules.fide_edition != "2024":
        yield Message("tiebreak-problem.swiss-only")


def _idle(links: Sequence[tuple[int, Link]]) -> Iterator[tuple[int, Message]]:
    seen: dict[Options, int] = {}
    end: Link | None = None
    for place, link in links:
        if end is not None:
            yield place, Message("tiebreak-problem.after-last", before=end.options.text)
        same = replace(link.options, text="", reverse=False, modifiers=frozenset())
        if link.tiebreak.split is None and same in seen:
            yield place, Message("tiebreak-problem.repeated", place=seen[same])
        seen.setdefault(same, place)
        end = link if link.tiebreak.last and end is None else end


def _scores_of_teams(rules: Rules) -> tuple[str, ...]:
    return TEAM_SCORES if rules.boards is not None else ()


def _unknown_score(score: str, scores: Iterable[str]) -> Message:
    if score in TEAM_SCORES:
        return Message("tiebreak-problem.team-score", score=score.upper())
    known = sorted(scores)
    if not known:
        return Message("tiebreak-problem.no-score-declared", score=score)
    return Message("tiebreak-problem.unknown-score", score=score, known=known)


def unknown_code(name: str, scores: Iterable[str] = ()) -> Message:
    """What to say of an unknown code in capitals: the one that was meant, if that is clear.

    >>> [str(unknown_code(name)) for name in ("BHC1", "KOYA", "OMWW")]  # doctest: +ELLIPSIS
    ['... did you mean BH/C1?', '... did you mean KS?', '... did you mean omw?']
    """
    meant = meant_by(name)
    if len(meant) > 1:
        return Message("tiebreak-problem.did-you-mean-one", codes=meant)
    if not meant:
        known = [tiebreak.code for tiebreak in TIEBREAKS.values()]
        by_capitals = {code.upper(): code for code in (*known, *scores)}
        first = name.partition("-")[0]
        near = first if first in TIEBREAKS else nearest(name, by_capitals)
        meant = [by_capitals[near]] if near else []
    return _did_you_mean(meant[0]) if meant else Message("tiebreak-problem.unknown")


def _did_you_mean(code: str) -> Message:
    return Message("tiebreak-problem.did-you-mean", code=code)


def catalogue(codes: Sequence[str] = ()) -> list[Entry]:
    """All tie-breaks, or those with these codes; `NotFoundError` names every unknown code."""
    if not codes:
        return [_entry(tiebreak) for tiebreak in TIEBREAKS.values()]
    found, problems = [], []
    for code in codes:
        try:
            name = parse(code).name
        except TiebreakCodeError as error:
            problems.append(FieldProblem(repr(code), error.text))
            continue
        tiebreak = find_tiebreak(name)
        if tiebreak is None:
            problems.append(FieldProblem(repr(code), unknown_code(name)))
        else:
            found.append(_entry(tiebreak))
    if problems:
        raise NotFoundError("no-tiebreak", problems=problems)
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
