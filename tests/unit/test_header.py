"""The header of a tournament: its fields, time controls, federations and officials."""

from fractions import Fraction

import pytest

from fairpair.core.errors import InvalidInputError, InvalidValueError
from fairpair.core.federations import FEDERATIONS
from fairpair.core.header import HEADER, Header, usable_header
from fairpair.core.officials import Official
from fairpair.core.time_control import TimeControl


def _problems(changes: dict[str, object], header: Header | None = None) -> dict[str, str]:
    with pytest.raises(InvalidInputError) as refused:
        (header or Header()).with_changes(changes)
    assert refused.value.code == "bad-header"
    return {problem.where: problem.message for problem in refused.value.problems}


@pytest.mark.parametrize(
    ("code", "minutes", "chapter", "limit", "words"),
    [
        ("5400+30", 120, "standard", None, "90 min + 30 s per move"),
        (
            "40/6000+30:900+30",
            145,
            "standard",
            None,
            "40 moves in 100 min + 30 s per move, then 15 min + 30 s per move",
        ),
        (
            "40/5400+30:1800+30",
            150,
            "standard",
            None,
            "40 moves in 90 min + 30 s per move, then 30 min + 30 s per move",
        ),
        ("30/3600:1800", 90, "standard", 2400, "30 moves in 60 min, then 30 min"),
        ("7200", 120, "standard", None, "120 min"),
        ("3600", 60, "standard", 1800, "60 min"),
        ("3000+10", 60, "standard", 1800, "50 min + 10 s per move"),
        ("1500+10", 35, "rapid", None, "25 min + 10 s per move"),
        ("900+10", 25, "rapid", None, "15 min + 10 s per move"),
        ("600+5", 15, "rapid", None, "10 min + 5 s per move"),
        ("600", 10, "blitz", None, "10 min"),
        ("180+2", 5, "blitz", None, "3 min + 2 s per move"),
        ("180", 3, "", None, "3 min"),
        ("90", Fraction(3, 2), "", None, "90 s"),
        ("W300-B240", None, "", None, "White 5 min, Black 4 min"),
        ("40/7200:20/3600:900", 180, "standard", None, None),
    ],
)
def test_a_time_control_has_its_time_for_60_moves_and_its_chapter(
    code: str, minutes: Fraction | None, chapter: str, limit: int | None, words: str | None
) -> None:
    found = TimeControl.read(code)

    assert (found.minutes, found.chapter, found.rating_limit) == (minutes, chapter, limit)
    assert words is None or str(found.words) == words


@pytest.mark.parametrize(
    ("code", "column"),
    [
        ("40/", 3),
        ("90+30s", 6),
        ("W300", 5),
        ("W300-240", 6),
        ("W300-Bx", 7),
        ("5400:30", 1),
        ("40/5400", 1),
        ("40/5400:", 9),
        ("0/5400:30", 1),
        ("0", 1),
        ("90 min", 3),
    ],
)
def test_a_wrong_code_of_a_time_control_names_the_column(code: str, column: int) -> None:
    with pytest.raises(InvalidValueError, match=f"at column {column}:"):
        TimeControl.read(code)


@pytest.mark.parametrize(
    ("text", "title", "name", "number"),
    [
        ("IA Doe, Jane (4600001)", "IA", "Doe, Jane", "4600001"),
        ("Doe, Jane 4600001 IA", "IA", "Doe, Jane", "4600001"),
        ("Doe, Jane (IA, 4600001)", "IA", "Doe, Jane", "4600001"),
        ("4600001 FA Doe, Jane", "FA", "Doe, Jane", "4600001"),
        ("Jane Doe", "", "Jane Doe", ""),
        ("Fa Na", "", "Fa Na", ""),
        ("(4600001)", "", "(4600001)", ""),
    ],
)
def test_officials_are_read_in_any_order(text: str, title: str, name: str, number: str) -> None:
    assert Official.read(text) == Official(name, title, number)


def test_an_unknown_federation_is_refused_with_the_nearest_codes() -> None:
    problem = _problems({"federation": "GDR"})["federation"]

    assert "GDR is not a FIDE federation code" in problem
    assert "GER" in problem
    assert Header().with_changes({"federation": " fid "}).federation == "FID"
    assert len(FEDERATIONS) > 190
    assert all(len(code) == 3 for code in FEDERATIONS)


@pytest.mark.parametrize(
    ("changes", "field", "texts"),
    [
        (
            {"first_day": "2026-11-20", "last_day": "2026-11-19"},
            "last_day",
            ["2026-11-20", "2026-11-19"],
        ),
        (
            {"last_day": "2026-11-21", "round_dates": ["2026-11-20", "", "2026-11-22T09:00"]},
            "last_day",
            ["Round 3", "2026-11-22", "2026-11-21"],
        ),
        (
            {"first_day": "2026-11-21", "round_dates": ["2026-11-20"]},
            "first_day",
            ["Round 1", "2026-11-20", "2026-11-21"],
        ),
        (
            {"round_dates": ["2026-11-20 09:00", "2026-11-20 8:30"]},
            "round_dates",
            ["Round 2", "2026-11-20 08:30", "2026-11-20 09:00"],
        ),
        ({"first_day": "20.11.2026"}, "first_day", ["a date like 2026-11-20"]),
        ({"first_day": "2026-02-30"}, "first_day", ["2026-02-30"]),
        ({"round_dates": ["2026-11-20 25:00"]}, "round_dates", ["25:00"]),
        ({"round_dates": "2026-11-20"}, "round_dates", ["a list"]),
        ({"website": "javascript:alert(1)"}, "website", ["https://"]),
        ({"email": "nobody"}, "email", ["e-mail address"]),
        ({"city": "Leip\x07zig"}, "city", ["control character"]),
        ({"description": "x" * 10_001}, "description", ["10001", "10000"]),
        ({"time_control_code": "40/"}, "time_control_code", ["column 3"]),
        ({"cty": "Leipzig"}, "cty", ["Did you mean city?"]),
        ({"city": 5}, "city", ["must be text"]),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(
    changes: dict[str, object], field: str, texts: list[str]
) -> None:
    problem = _problems(changes)[field]

    assert all(text in problem for text in texts), problem


def test_two_rounds_on_one_day_need_no_times() -> None:
    header = Header().with_changes({"round_dates": ["2026-11-20 9:00", "2026-11-20", "", ""]})

    assert header.round_dates == ("2026-11-20T09:00", "2026-11-20")
    assert header.round_start(1) == ("2026-11-20", "09:00")
    assert header.round_start(3) == ("", "")
    assert header.first_known_day == header.last_known_day == "2026-11-20"


@pytest.mark.parametrize(("last", "days"), [("2026-11-30", 30), ("2026-12-01", 31), ("", 0)])
def test_the_days_of_a_tournament(last: str, days: int) -> None:
    assert Header().with_changes({"first_day": "2026-11-01", "last_day": last}).days == days


def test_a_header_survives_its_plain_form_and_clears_fields() -> None:
    full = {
        "city": "Leipzig",
        "federation": "GER",
        "first_day": "2026-11-20",
        "last_day": "2026-11-22",
        "round_dates": ["2026-11-20T09:00", "2026-11-21"],
        "arbiters": ["FA Roe, Rick (4600002)", "NA Poe, Ann"],
        "description": "Bring a board.\n\n* clocks\n* pens",
        "file_details": {"tdf.mode": "CUSTOM"},
    }
    header = Header().with_changes(full)

    assert Header().with_changes(header.as_data()) == header
    assert header.with_changes(dict.fromkeys(HEADER)) == Header()
    assert header.for_public().file_details == {}


def test_a_header_of_a_file_keeps_what_is_possible() -> None:
    header, notes = usable_header({"city": "Berlin", "federation": "GDR", "last_day": "soon"})

    assert header == Header(city="Berlin")
    assert [str(note) for note in notes] == [
        "Federation in the file was ignored (GDR): GDR is not a FIDE federation code; the nearest "
        "are GER, GRE, GRL and GRN",
        "Last day in the file was ignored (soon): must be a date like 2026-11-20, not 'soon'",
    ]
