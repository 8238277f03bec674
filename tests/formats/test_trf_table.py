"""The table of records: columns do not overlap, and every value has its attribute."""

from dataclasses import fields

import pytest

from fairpair.formats.trf.columns import END
from fairpair.formats.trf.model import TrfEvent, TrfFile, TrfTeams
from fairpair.formats.trf.records import HEADER, NATIONAL_RATING, RECORDS, Record

PARTS = {"event": TrfEvent, "file": TrfFile, "team_settings": TrfTeams}


@pytest.mark.parametrize("record", [*RECORDS.values(), NATIONAL_RATING], ids=lambda r: r.key)
def test_fields_follow_each_other(record: Record) -> None:
    last = 3
    for field in record.fields:
        assert field.first > last, field.name
        assert field.last == END or field.last >= field.first, field.name
        last = field.last or 10_000


def test_every_record_stands_once() -> None:
    assert len({record.key for record in HEADER}) == len(HEADER)
    assert set(RECORDS) >= {record.key for record in HEADER}


@pytest.mark.parametrize("record", [r for r in HEADER if r.part], ids=lambda r: r.key)
def test_a_header_record_fills_an_attribute(record: Record) -> None:
    known = {field.name for field in fields(PARTS[record.part])}
    assert {field.name for field in record.fields} <= known
