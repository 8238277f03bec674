"""FIDE's Tournament Report File: TRF16, TRF26 and the engine extensions, read into plain values.

`read` reports every problem of a file in one pass, with line and column; `read_or_raise` is the
same for callers that only want a good file. The values are those of `model`.
"""

from fairpair.formats.trf.reader import read, read_or_raise, refusal

__all__ = ["read", "read_or_raise", "refusal"]
