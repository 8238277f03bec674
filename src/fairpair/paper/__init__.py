"""Paper: plain data in, the bytes of a PDF out. Knows no tournament, no clock and no network."""

from fairpair.paper.pdf_process import pdf_in_process
from fairpair.paper.typesetting import Paper, pdf

__all__ = ["Paper", "pdf", "pdf_in_process"]
