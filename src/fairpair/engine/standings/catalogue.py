"""What is known about each tie-break, as data and as a page."""

from collections.abc import Iterable, Mapping, Sequence

from fairpair.core.errors import FieldProblem, NotFoundError
from fairpair.engine.standings.codes import MODIFIERS, parse
from fairpair.engine.standings.registry import OTHER_CODES, TIEBREAKS, unknown_code
from fairpair.engine.standings.tiebreak import Tiebreak

Entry = Mapping[str, str]


def catalogue(codes: Sequence[str] = ()) -> list[Entry]:
    """All tie-breaks, or those with these codes; `NotFoundError` names every code that is none."""
    if not codes:
        return [_entry(tiebreak) for tiebreak in TIEBREAKS.values()]
    found, problems = [], []
    for code in codes:
        try:
            name = parse(code).name
            found.append(_entry(TIEBREAKS[OTHER_CODES.get(name, name)]))
        except KeyError:
            problems.append(FieldProblem(repr(code), unknown_code(parse(code).name)))
        except ValueError as error:
            problems.append(FieldProblem(repr(code), str(error)))
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
