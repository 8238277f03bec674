"""What a WER file says beside the tournament: which fields those are, and where they are kept."""

from collections.abc import Iterable, Iterator, Mapping
from xml.etree.ElementTree import Element

from fairpair.core.ids import PlayerId
from fairpair.formats.xml_headers import WER_DETAILS, WER_FIELDS
from fairpair.formats.xml_kept import Fields, fields_of, inner, restore
from fairpair.language.message import Message

_KNOWN: Mapping[str, tuple[str, ...]] = {
    "root": (
        *(f"@{name}" for name in (*WER_FIELDS, *WER_DETAILS, "startdate", "enddate", "title")),
        *("@isstarted", "@status", "@isplayoff", "@numberofrounds", "@playoffstartround"),
        *("participation", "matches"),
    ),
    "team": ("@name", "@status", "@eliminationround", "member"),
    "round": ("@number", "match"),
}
"""The fields of each element that the tournament or its header has."""


def kept_fields(
    root: Element, rounds: Iterable[Element], ids: Mapping[str, PlayerId], *, status: str
) -> Fields:
    """Everything else in the file but what names people; players by their numbers."""
    named = [child.tag for child in root if _names_people(child)]
    fields = fields_of(root, (*_KNOWN["root"], *named))
    people: dict[str, Fields] = {}
    for one in root.iterfind("participation/person"):
        if one.get("id", "") in ids:
            surname = len(one.get("last", "").split())
            people[str(ids[one.get("id", "")])] = {"surname": surname}
    for role in root.iterfind("participation/role"):
        for ref in role:
            number = str(ids.get(ref.get("person", ""), ""))
            if role.get("cd") == "PL" and number in people:
                people[number][f"seq {role.get('type', '')}"] = ref.get("seq", "")
    for team in root.iterfind("participation/team"):
        members = [member.get("person", "") for member in team.iterfind("member")]
        if len(members) == 1 and members[0] in ids:
            ended = {"status": team.get("status", ""), "round": team.get("eliminationround", "")}
            own = {"fields": fields_of(team, _KNOWN["team"]), **ended}
            people.setdefault(str(ids[members[0]]), {})["team"] = own
    return {
        "root": {"fields": fields, "status": status},
        "people": people,
        "rounds": {str(n): _round_fields(one, ids) for n, one in enumerate(rounds, 1)},
    }


def _names_people(one: Element) -> bool:
    return any({"person", "judge"} & part.attrib.keys() for part in one.iter())


def _round_fields(one: Element, ids: Mapping[str, PlayerId]) -> Fields:
    """With the games of wins by drop, which a tournament has no place for."""
    dropped = {
        f"{ids[match.get('person', '')]}-{ids[match.get('opponent', '')]}": [
            match.get(count, "0") for count in ("win", "loss", "draw")
        ]
        for match in one.iterfind("match")
        if match.get("winbydrop", "").lower() == "true"
        and {match.get("person", ""), match.get("opponent", "")} <= ids.keys()
    }
    return {"fields": fields_of(one, _KNOWN["round"]), "dropped": dropped}


def lost_fields(root: Element, ids: Mapping[str, PlayerId]) -> Iterator[Message]:
    """What there is no place for."""
    people = root.findall("participation/person")
    judges = sum(one.get("id", "") not in ids for one in people)
    middle = sum(bool(one.get("middle", "").strip()) for one in people if one.get("id", "") in ids)
    parts = [
        child.tag
        for child in root
        if child.tag not in ("participation", "matches") and _names_people(child)
    ]
    if judges:
        yield Message("import.judges", n=judges)
    if middle:
        yield Message("import.middle-names", n=middle)
    if parts:
        yield Message("import.parts", parts=parts)


def restore_fields(element: str, one: Element, kept: Fields) -> None:
    """Give an element that was written what the file had in it."""
    restore(one, inner(kept, "fields"), _KNOWN[element])
