"""The header of a tournament in the files of TOM and of Wizards Event Reporter, and back.

What has no field here is kept under the name that it has in the file, and written back.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from xml.etree.ElementTree import Element

from fairpair.core.header import HEADER, Header, usable_header
from fairpair.formats.days import read_day
from fairpair.formats.xml_files import EventTimes
from fairpair.language.message import Message

TDF_FIELDS = {"id": "sanction_id", "city": "city", "state": "region", "country": "country"}
"""The elements of `data` that are fields of a header."""
TDF_DETAILS = {
    "roundtime": "0",
    "finalsroundtime": "0",
    "lessswiss": "false",
    "autotablenumber": "true",
    "overflowtablestart": "0",
}
"""The other ones, with what is usual."""
TDF_KIND = {"gametype": "TRADING_CARD_GAME", "mode": "CUSTOM"}
"""Attributes of the outermost element, with what is usual."""
WER_FIELDS = {
    "sanctionnumber": "sanction_id",
    "orgname": "organiser",
    "format": "play_format",
    "notes": "description",
}
WER_DETAILS = {"eventguid": "", "eventtypecode": "", "coordinator": "", "eliminationType": "3"}
_NO_YEAR = "0001-"


def tdf_header(
    root: Element, rounds: Iterable[Element], kept: Mapping[str, str]
) -> tuple[Header, list[Message]]:
    """The header of a TDF file with more details; rounds of the division have their times."""
    data = root.find("data")
    data = Element("data") if data is None else data
    organiser = data.find("organizer")
    values: dict[str, object] = {key: data.findtext(tag, "") for tag, key in TDF_FIELDS.items()}
    values["first_day"] = read_day(data.findtext("startdate", ""), american=True)
    values["round_dates"] = [_american_start(one.findtext("starttime", "")) for one in rounds]
    if organiser is not None:
        values["organiser"] = organiser.get("name", "")
        values["organiser_id"] = organiser.get("popid", "")
    details = {tag: data.findtext(tag, "") for tag in TDF_DETAILS}
    details |= {name: root.get(name, "") for name in TDF_KIND}
    return _header(values, details, "tdf", kept)


def wer_header(root: Element, kept: Mapping[str, str]) -> tuple[Header, list[Message]]:
    """The header of a WER file with more details."""
    values: dict[str, object] = {key: root.get(name, "") for name, key in WER_FIELDS.items()}
    values["first_day"] = _iso_day(root.get("startdate", ""))
    values["last_day"] = _iso_day(root.get("enddate", ""))
    values["round_dates"] = [
        _iso_start(one.get("date", "")) for one in root.iterfind("matches/round")
    ]
    details = {name: root.get(name, "") for name in (*WER_DETAILS, "enddate")}
    return _header(values, details, "wer", kept)


def _header(
    values: Mapping[str, object],
    details: Mapping[str, str],
    program: str,
    more: Mapping[str, str],
) -> tuple[Header, list[Message]]:
    kept = {f"{program}.{name}": text.strip() for name, text in details.items() if text.strip()}
    found = {**values, "file_details": {**kept, **more}}
    return usable_header({key: found[key] for key in HEADER if found.get(key)})


def detail(header: Header, name: str, usual: str = "") -> str:
    """What an imported file said under this name, or else what is usual."""
    return header.file_details.get(name, usual)


def times_of(header: Header, moments: EventTimes, program: str) -> EventTimes:
    """When the tournament was, by its header; the log of an imported one is younger.

    Without a day in the header it is the log's, and for an imported tournament unknown.
    """
    imported = any(name.startswith(f"{program}.") for name in header.file_details)
    first, last = header.first_known_day, header.last_known_day or header.first_known_day
    begun = None if imported and not first else moments.begun
    ended = None if imported and not last else moments.last
    return EventTimes(_on_day(begun, first), _on_day(ended, last))


def round_time(header: Header, number: int, moments: EventTimes) -> datetime | None:
    """When a round began, by the header if that says it."""
    day, time = header.round_start(number)
    return datetime.fromisoformat(f"{day}T{time or '00:00'}") if day else moments.last


def _on_day(moment: datetime | None, day: str) -> datetime | None:
    """The moment, if it was on that day; else the day."""
    if not day or (moment and moment.date().isoformat() == day):
        return moment
    return datetime.fromisoformat(f"{day}T00:00")


def _american_start(text: str) -> str:
    """`01/17/2026 10:00:00` as the header has it."""
    day, _, time = text.strip().partition(" ")
    found = read_day(day, american=True)
    return f"{found}T{time[:5]}" if found and time else found


def _iso_start(text: str) -> str:
    day, _, time = text.strip().partition("T")
    return f"{_iso_day(day)}T{time[:5]}" if time and _iso_day(day) else _iso_day(day)


def _iso_day(text: str) -> str:
    return "" if text.startswith(_NO_YEAR) else text.strip()[:10]
