"""Values, players and lists of players out of forms, or words that say what is wrong with them."""

from collections.abc import Mapping
from enum import StrEnum
from functools import partial
from typing import TypeVar

from fairpair.app.views.people import rating_of
from fairpair.core.action_warnings import UnconfirmedError, WarningProblem
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import FieldProblem, InvalidInputError, NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Entrant, Player, Team
from fairpair.formats.list_columns import ID_COLUMNS
from fairpair.formats.list_files import ListFile, read_file
from fairpair.formats.lists import ListLine, ParsedList, mark_known, read_text
from fairpair.formats.reader_process import read_here, read_in_process
from fairpair.language.message import Message
from fairpair.log.normalise import normalise_entrant
from fairpair.web.rendering import field_title
from fairpair.web.site import PageRequest

Word = TypeVar("Word", bound=StrEnum)
HIGHEST = 999_999_999


def read_number(visit: PageRequest, name: str) -> int | None:
    """A whole number; none if the field is empty."""
    typed = visit.form.get(name, "").strip()
    if not typed:
        return None
    if not (typed.isascii() and typed.isdigit() and len(typed) <= len(str(HIGHEST))):
        raise field_error(name, Message("field-problem.whole-number", typed=typed[:40]))
    return int(typed)


def read_required_number(visit: PageRequest, name: str) -> int:
    """A whole number that must be there."""
    found = read_number(visit, name)
    if found is None:
        raise field_error(name, Message("field-problem.required"))
    return found


def read_choice(visit: PageRequest, name: str, kind: type[Word]) -> Word | None:
    """One of a few words; none if the field is empty."""
    typed = visit.form.get(name, "")
    if not typed:
        return None
    try:
        return kind(typed)
    except ValueError:
        raise field_error(name, Message("field-problem.choice", choices=list(kind))) from None


def player_in_path(visit: PageRequest) -> PlayerId:
    """The player whose page it is."""
    typed = str(visit.request.path_params["player"])
    if typed.isascii() and typed.isdigit() and len(typed) < 10:
        player = PlayerId(int(typed))
        if player in visit.t.entries:
            return player
    raise NotFoundError("no-player.in-path", player=typed[:40])


def field_error(where: str, message: Message) -> InvalidInputError:
    """The refusal of one field."""
    problems = [FieldProblem(where, message)]
    return InvalidInputError("bad-value.in-form", problems=problems, field=field_title(where))


_SHORT = 20_000
"""Characters of a list that are read at once; longer ones are read in a process with limits."""
MOST_SHOWN = 300


@dataclass(frozen=True, slots=True)
class Preview:
    """A list for a page: what stands in the field, and its rows; `more` are not shown.

    `entrants` are the players or teams that it adds.
    """

    text: str
    count: int
    good: int
    bad: int
    entrants: int
    columns: tuple[str, ...]
    lines: tuple[ListLine, ...]
    more: int
    notes: tuple[Message, ...]
    teams: bool


def has_file(visit: PageRequest) -> bool:
    """Whether a file was chosen."""
    file = visit.files.get("file")
    return file is not None and bool(file.filename)


def read_list(
    visit: PageRequest, known: Mapping[tuple[str, ...], int] | None = None, *, teams: bool = False
) -> ListFile:
    """The list in a form: that of the file if there is one, else what was pasted."""
    if has_file(visit):
        data = visit.files["file"].file.read()
        found = read_in_process(partial(read_file, teams=teams), data)
    else:
        text = visit.form.get("players", "")
        reader = read_here if len(text) <= _SHORT else read_in_process
        found = ListFile(reader(partial(read_text, teams=teams), text))
    return ListFile(mark_known(found.listing, known or {}), found.name, found.rounds)


def preview(found: ParsedList, text: str = "") -> Preview:
    """The rows to look at: all bad ones, and the first of the others."""
    lines = found.lines
    shown = lines
    if len(lines) > MOST_SHOWN:
        shown = tuple(x for n, x in enumerate(lines) if x.problems or n < MOST_SHOWN)
    bad = len(found.bad)
    return Preview(
        text or found.as_text(),
        len(lines),
        len(lines) - bad,
        bad,
        len(found.entrants()),
        tuple(c for c in found.columns if any(line.cells.get(c) for line in lines)) or ("name",),
        shown,
        len(lines) - len(shown),
        found.notes,
        found.teams,
    )


def entrant_of(visit: PageRequest) -> Entrant:
    """Who is entered with a form: a team if it says so or has members.

    A number in another system that the form leaves empty is empty here too, to be removed.
    """
    form = visit.form
    if form.get("kind") == "team" or form.get("members", "").strip():
        return Team(
            form.get("name", ""),
            members_of(visit),
            form.get("club", ""),
            form.get("federation", ""),
            read_number(visit, "rating"),
        )
    return Player(
        form.get("name", ""),
        read_number(visit, "rating"),
        form.get("title", ""),
        form.get("club", ""),
        form.get("federation", ""),
        form.get("sex", ""),
        form.get("category", ""),
        {giver: form[name].strip() for name, giver in ID_COLUMNS.items() if name in form},
        form.get("birth", ""),
    )


def require_new_name(visit: PageRequest, made: Entrant) -> None:
    """Ask once before somebody is added who has the name of somebody else."""
    if "same-name" in visit.confirmed:
        return
    entries, wanted = visit.t.entries, normalise_entrant(made).identity
    for identity, player in visit.t.identities.items():
        if identity[0] == wanted[0] and identity != wanted:
            there = entries[player].entrant
            known = [str(x) for x in (rating_of(there), there.club, there.federation) if x]
            code = "namesake.described" if known else "namesake.plain"
            problem = WarningProblem("same-name", Message(code, known=known, number=player))
            raise UnconfirmedError(
                "needs-confirmation.same-name", problems=[problem], name=there.name, number=player
            )


def ids_of(entrant: Entrant) -> dict[str, str]:
    """The numbers of a player in other systems, by the name of their field."""
    ids = entrant.ids if isinstance(entrant, Player) else {}
    return {name: ids.get(giver, "") for name, giver in ID_COLUMNS.items()}


def members_of(visit: PageRequest) -> tuple[Player, ...]:
    """The members of a team, one in each line, in board order."""
    found = read_text(visit.form.get("members", ""), members=True)
    if found.bad:
        line = found.bad[0]
        raise field_error(
            "members",
            Message("field-problem.line", line=line.number, problem=line.problems[0].text),
        )
    return tuple(line.player for line in found.lines)


def members_text(entrant: Entrant) -> str:
    """The same, to edit."""
    members = entrant.members if isinstance(entrant, Team) else ()
    rows = [(m.name, "" if m.rating is None else str(m.rating)) for m in members]
    if any(rating for _, rating in rows):
        return "\n".join(f"{name}\t{rating}" for name, rating in rows)
    return "\n".join(name for name, _ in rows)
