"""A list of any kind, recognised by its content."""

from collections.abc import Mapping

from fairpair.core.errors import InvalidInputError
from fairpair.formats.rating_lists.fide_text import is_fide_header, needs_type, read_text
from fairpair.formats.rating_lists.fide_xml import read_xml
from fairpair.formats.rating_lists.rows import ListContent
from fairpair.formats.rating_lists.source import ListSource, type_in_name
from fairpair.formats.rating_lists.tables import ListPreview, first_rows, read_table

_HEAD = 4096


def read_list(
    source: ListSource, key: str, mapping: Mapping[str, str]
) -> tuple[ListContent, dict[str, str]]:
    """The content of a list whose key says what it should be, and the mapping of a table."""
    if not key.startswith("fide"):
        return read_table(source, mapping)
    head = source.stream.peek(_HEAD)[:_HEAD]
    if b"\x00" in head:
        raise InvalidInputError("bad-rating-list.encoding")
    single = key.partition(".")[2]
    if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return read_xml(source, single), {}
    first = head.decode("latin-1").partition("\n")[0]
    if not is_fide_header(first):
        raise InvalidInputError("bad-rating-list.not-fide")
    if needs_type(first) and not single:
        single = type_in_name(source.name)
        if not single:
            raise InvalidInputError("bad-rating-list.which-rating")
    return read_text(source, "" if not needs_type(first) else single), {}


def list_key_of(source: ListSource, key: str) -> str:
    """The key of a list of FIDE by its content: one with a single rating is a list of its own."""
    if key != "fide":
        return key
    head = source.stream.peek(_HEAD)[:_HEAD].decode("latin-1")
    first = head.partition("\n")[0]
    plain = is_fide_header(first) and needs_type(first)
    single_xml = head.lstrip().startswith("<") and "<player>" in head and "rapid_rating" not in head
    if not plain and not single_xml:
        return key
    found = type_in_name(source.name)
    if not found:
        raise InvalidInputError("bad-rating-list.which-rating")
    return f"fide.{found}"


def preview_list(source: ListSource, key: str, mapping: Mapping[str, str]) -> ListPreview:
    """All rows of a list are read, and the first of them and the bad ones shown."""
    content, meant = read_list(source, list_key_of(source, key), mapping)
    shown = first_rows(content.rows)
    rows = len(shown) + sum(1 for _ in content.rows)
    return ListPreview(
        content.kind,
        content.period,
        content.columns,
        meant,
        shown,
        rows,
        content.bad.count,
        content.bad.told,
        content.notes,
        rows > 0 and content.bad.are_few(rows),
    )
