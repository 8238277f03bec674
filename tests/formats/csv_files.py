"""Tables in CSV, read back."""

import csv
import io

from fairpair.formats.tables import unescape_formula


def csv_rows(data: bytes) -> list[list[str]]:
    """The cells as texts, as they were before they were made harmless."""
    rows = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True)
    return [[unescape_formula(cell) for cell in row] for row in rows]
