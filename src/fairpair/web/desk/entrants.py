"""Players and teams in forms."""

from fairpair.core.players import Entrant, Player, Team
from fairpair.formats.lists import read_text
from fairpair.web.forms import number, wrong
from fairpair.web.site import PageRequest


def entrant_of(visit: PageRequest) -> Entrant:
    """Who is entered with a form: a team if it says so or has members."""
    form = visit.form
    if form.get("kind") == "team" or form.get("members", "").strip():
        return Team(
            form.get("name", ""),
            members_of(visit),
            form.get("club", ""),
            form.get("federation", ""),
        )
    ids = {"fide": form["fide_id"].strip()} if form.get("fide_id", "").strip() else {}
    return Player(
        form.get("name", ""),
        number(visit, "rating"),
        form.get("title", ""),
        form.get("club", ""),
        form.get("federation", ""),
        form.get("sex", ""),
        form.get("category", ""),
        ids,
    )


def members_of(visit: PageRequest) -> tuple[Player, ...]:
    """The members of a team, one in each line, in board order."""
    found = read_text(visit.form.get("members", ""))
    if found.bad:
        line = found.bad[0]
        raise wrong("members", f"line {line.number}: {line.problems[0].message}")
    return tuple(line.player for line in found.lines)


def members_text(entrant: Entrant) -> str:
    """The same, to edit."""
    members = entrant.members if isinstance(entrant, Team) else ()
    rows = [(m.name, "" if m.rating is None else str(m.rating)) for m in members]
    if any(rating for _, rating in rows):
        return "\n".join(f"{name}\t{rating}" for name, rating in rows)
    return "\n".join(name for name, _ in rows)
