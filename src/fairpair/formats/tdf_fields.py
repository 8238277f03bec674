"""What a TDF file says beside the tournament: which fields those are, and where they are kept."""

from collections.abc import Iterable, Mapping
from xml.etree.ElementTree import Element

from fairpair.core.ids import PlayerId
from fairpair.formats.xml_headers import TDF_DETAILS, TDF_FIELDS, TDF_KIND
from fairpair.formats.xml_kept import Fields, fields_of, inner, restore

SEATS = ("player", "player1", "player2")
_KNOWN: Mapping[str, tuple[str, ...]] = {
    "root": (
        *("@stage", *(f"@{name}" for name in TDF_KIND)),
        *("data", "players", "pods", "standings", "finalsoptions"),
    ),
    "data": ("name", *TDF_FIELDS, *TDF_DETAILS, "organizer", "startdate"),
    "player": ("@userid", "firstname", "lastname", "birthdate", "seed", "dropped"),
    "dropped": ("round",),
    "pod": ("subgroups", "rounds"),
    "round": ("@number", "@stage", "matches"),
    "match": ("@outcome", *SEATS, "tablenumber"),
    "cut": ("@key", "cut"),
}
"""The fields of each element that the tournament or its header has."""
_OF_PLAYERS = (
    *("starter", "order", "late", "byes", "staticseat", "status"),
    *("creationdate", "lastmodifieddate"),
)
"""What else is kept of players; other fields may be about the person, and could not be erased."""


def kept_fields(
    root: Element, pod: Element | None, rounds: Iterable[Element], ids: Mapping[str, PlayerId]
) -> Fields:
    """Everything else in the file; players by their numbers, rounds in the order given."""
    category = "" if pod is None else pod.get("category", "")
    cuts = root.findall("finalsoptions/categorycut")
    cut = next((one for one in cuts if one.get("key") == category), None)
    return {
        "root": _of("root", root) | {"stage": root.get("stage", "")},
        "data": _of("data", root.find("data")),
        "players": {
            str(ids[user]): _player_fields(one)
            for one in root.iterfind("players/player")
            if (user := one.get("userid", "")) in ids
        },
        "pod": _of("pod", pod),
        "rounds": {str(n): _round_fields(one, ids) for n, one in enumerate(rounds, 1)},
        "cut": _of("cut", cut) | ({} if cut is None else {"size": cut.findtext("cut", "")}),
    }


def _of(element: str, one: Element | None) -> Fields:
    found = {"fields": fields_of(one, _KNOWN[element])}
    return found if one is not None else {}


def _player_fields(one: Element) -> Fields:
    surname = len(one.findtext("lastname", "").split())
    dropped = _of("dropped", one.find("dropped"))
    fields = fields_of(one, _KNOWN["player"])
    kept = {k: v for k, v in fields.items() if v is None or k in _OF_PLAYERS}
    return {"fields": kept, "surname": surname} | ({"dropped": dropped} if dropped else {})


def lost_fields(players: Iterable[Element]) -> list[str]:
    """The names of the fields of players that are not kept."""
    names = (name for one in players for name in fields_of(one, _KNOWN["player"]))
    known = {*_KNOWN["player"], *_OF_PLAYERS}
    return sorted({name.lstrip("@") for name in names if name not in known})


def _round_fields(one: Element, ids: Mapping[str, PlayerId]) -> Fields:
    matches = {
        match_key(ids[user] for user in users): _of("match", match)
        | {"outcome": match.get("outcome", "")}
        for match in one.iterfind("matches/match")
        if (users := [seat.get("userid", "") for seat in match if seat.tag in SEATS])
        and all(user in ids for user in users)
    }
    return _of("round", one) | {"stage": one.get("stage", ""), "matches": matches}


def match_key(players: Iterable[PlayerId]) -> str:
    """Who sits at a table."""
    return "-".join(map(str, players))


def restore_fields(element: str, one: Element, kept: Fields) -> None:
    """Give an element that was written what the file had in it."""
    restore(one, inner(kept, "fields"), _KNOWN[element])
