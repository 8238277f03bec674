"""The header of a tournament in the records 022 to 222 of a report, and back.

Which field is in which record is declared with the field.
"""

from collections.abc import Collection
from typing import Any

from fairpair import __version__
from fairpair.core.header import HEADER, Header, HeaderField, usable_header
from fairpair.core.players import Player
from fairpair.core.ratings import METHODS
from fairpair.core.time_control import TimeControl
from fairpair.core.tournament import Tournament
from fairpair.core.tournament_ratings import official_rating, sequence_of
from fairpair.formats.days import read_birth, read_day
from fairpair.formats.trf.model import TrfEvent, TrfFile, TrfPlayer
from fairpair.formats.trf.records import RECORDS
from fairpair.formats.trf.remarks import untold_comments
from fairpair.language.message import Message

PROGRAM = f"Fairpair {__version__}"
_OTHER_PROGRAM = "trf.program"
"""Which program paired the rounds of an imported file, among its details."""
_ATTRIBUTES = {key: RECORDS[f.record].fields[0].name for key, f in HEADER.items() if f.record}


def header_of(file: TrfFile) -> tuple[Header, list[Message]]:
    """The header of a file, and notes about what could not be kept of it."""
    said = {key: getattr(file.event, name) for key, name in _ATTRIBUTES.items()}
    values = {key: _read(key, value) for key, value in said.items()}
    if file.event.program and file.rounds_played:
        values["file_details"] = {_OTHER_PROGRAM: file.event.program}
    header, notes = usable_header({key: values[key] for key in HEADER if values.get(key)})
    return header, notes + lost_records(file)


def lost_records(file: TrfFile) -> list[Message]:
    """What a file says that is neither header nor tournament."""
    counts = {
        "import.birth-dates": sum(map(_is_unreadable_birth, file.players)),
        "import.national-origins": sum(bool(one.origin) for one in file.national),
        "import.comments": len(untold_comments(file)),
    }
    return [Message(code, n=count) for code, count in counts.items() if count]


def _is_unreadable_birth(player: TrfPlayer) -> bool:
    return bool(player.birth.strip("0/.- ")) and not read_birth(player.birth)


def missing_fields(t: Tournament) -> list[HeaderField]:
    """The fields that a rating report must have and this one would not."""
    return [HEADER[key] for key in _ATTRIBUTES if HEADER[key].required and not _write(key, t)]


def event_of(t: Tournament, national: Collection[str] = ()) -> TrfEvent:
    """The records of the tournament, whose players have ratings of these federations.

    `InvalidInputError` where a report has no place for them.
    """
    rated = sum(
        isinstance(e.entrant, Player) and official_rating(e.entrant, t.header) is not None
        for e in t.entries.values()
    )
    values = {name: _write(key, t) for key, name in _ATTRIBUTES.items()}
    return TrfEvent(
        **{
            **values,
            "name": t.name,
            "players_declared": len(t.entries),
            "rated_declared": rated,
            "teams_declared": 0,
            "program": _program(t),
            "ranking_method": _ranking_method(t.header, national),
        }
    )


def _read(key: str, value: Any) -> object:
    if key == "round_dates":
        return [read_day(one) for one in value]
    return read_day(value) if HEADER[key].kind.form == "date" else value


def _write(key: str, t: Tournament) -> Any:
    header = t.header
    match key:
        case "first_day":
            return header.first_known_day.replace("-", "/")
        case "last_day":
            return _last_day(t).replace("-", "/")
        case "round_dates":
            return tuple(start[2:10].replace("-", "/") for start in header.round_dates)
        case "time_control":
            return header.time_control or _time_control_words(header)
        case "tournament_type":
            return header.tournament_type or _tournament_type(t)
        case _:
            return getattr(header, key)


def _ranking_method(header: Header, national: Collection[str]) -> str:
    """Whose ratings and what method rank the players; only where there are ratings of federations.

    Without a method it is the first list that counts.
    """
    said, sequence = header.ranking_method, sequence_of(header)
    if not national or (said and said not in METHODS):
        return said if national else ""
    own = (key[4:] for key in sequence if key.startswith("nat."))
    federation = next((one for one in own if one in national), min(national))
    first = {"fide": "FIDE", "nat": "NRO"}.get(sequence[0].partition(".")[0], "OTHER")
    return f"{federation} {said or first}"


def _last_day(t: Tournament) -> str:
    """The last day, or the day of the last round if all rounds have one."""
    starts = t.header.round_dates
    complete = all(starts) and len(starts) >= (t.rules.rounds or len(starts) + 1)
    return t.header.last_known_day if complete else t.header.last_day


def _time_control_words(header: Header) -> str:
    code = header.time_control_code
    return str(TimeControl.read(code).words) if code else ""


def _tournament_type(t: Tournament) -> str:
    round_robin = t.rules.system == "round_robin"
    return "Individual: Round robin" if round_robin else "Individual: Swiss system"


def _program(t: Tournament) -> str:
    """The program that paired the rounds: another one, until Fairpair has paired one."""
    other = t.header.file_details.get(_OTHER_PROGRAM, "")
    return PROGRAM if not other or any(r.engine for r in t.rounds.values()) else other
