"""WER, the file of Wizards' former program for tournaments (Wizards Event Reporter)."""

from fairpair.formats.wer.reader import players_of, read
from fairpair.formats.wer.writer import write

__all__ = ["players_of", "read", "write"]
