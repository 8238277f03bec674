"""Paper: plain data in, the bytes of a PDF or picture out. Knows no tournament and no network."""

from fairpair.paper.pdf_process import pdf_in_process, png_in_process
from fairpair.paper.typesetting import Paper, pdf, png

__all__ = ["Paper", "pdf", "pdf_in_process", "png", "png_in_process"]
