"""Paper: plain data in, the bytes of a PDF out. Knows no tournament, no clock and no network."""

from fairpair.paper.apart import pdf_apart
from fairpair.paper.typesetting import Paper, pdf

__all__ = ["Paper", "pdf", "pdf_apart"]
