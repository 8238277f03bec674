"""TDF, the file of the Pokemon company's program for tournaments (TOM): read and written."""

from fairpair.formats.tdf.reader import players_of, read
from fairpair.formats.tdf.writer import write

__all__ = ["players_of", "read", "write"]
