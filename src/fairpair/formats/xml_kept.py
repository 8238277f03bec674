"""What an XML file of another program says beside a tournament: kept as it is, and written back.

Fields are kept by name: the texts of elements, and attributes with `@` before their names; `#` is
the text of an element that has attributes. Those
that a tournament knows itself have no value: they only keep their places.
"""

import json
import re
from collections.abc import Collection, Mapping
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from fairpair.core.header import LONGEST_DETAIL, Header

Fields = dict[str, Any]
_FIELDS, _TEXT = "fields", "#"
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")


def fields_of(one: Element | None, known: Collection[str] = ()) -> Fields:
    """The fields of an element in their order; those that are known elsewhere without a value.

    >>> from xml.etree.ElementTree import fromstring
    >>> fields_of(fromstring('<a b="1"><c>2</c><d>3</d><d>4</d></a>'), known=["c"])
    {'@b': '1', 'c': None, 'd': ['3', '4']}
    """
    if one is None:
        return {}
    found: Fields = {
        f"@{name}": None if f"@{name}" in known else text for name, text in one.attrib.items()
    }
    if found and not len(one) and (one.text or "").strip():
        found[_TEXT] = one.text
    for child in one:
        value = fields_of(child) if len(child) or child.attrib else (child.text or "").strip()
        if child.tag in known:
            found[child.tag] = None
        elif child.tag not in found:
            found[child.tag] = value
        elif isinstance(found[child.tag], list):
            found[child.tag].append(value)
        else:
            found[child.tag] = [found[child.tag], value]
    return found


def restore(one: Element, kept: object, known: Collection[str] = ()) -> None:
    """Give an element the fields that were kept, and of its own only those that are known."""
    if not isinstance(kept, Mapping) or not kept:
        return
    own = {name: text for name, text in one.attrib.items() if f"@{name}" in known}
    children = [child for child in one if child.tag in known]
    one.clear()
    for name, value in kept.items():
        if name == _TEXT:
            one.text = value if isinstance(value, str) else ""
        elif name.startswith("@"):
            text = own.pop(name[1:], None) if value is None else value
            if isinstance(text, str) and _NAME.fullmatch(name[1:]):
                one.set(name[1:], text)
        elif value is None:
            one.extend(child for child in children if child.tag == name)
            children = [child for child in children if child.tag != name]
        elif _NAME.fullmatch(name):
            for each in value if isinstance(value, list) else [value]:
                _add(one, name, each)
    one.attrib.update(own)
    one.extend(children)


def _add(parent: Element, name: str, value: object) -> None:
    child = SubElement(parent, name)
    if isinstance(value, Mapping):
        restore(child, value)
    else:
        child.text = value if isinstance(value, str) else ""


def pack_fields(fields: Fields, program: str) -> dict[str, str]:
    """The fields as a detail of the header; nothing if they are too long for that."""
    text = json.dumps(fields, separators=(",", ":"))
    return {f"{program}.{_FIELDS}": text} if len(text) <= LONGEST_DETAIL else {}


def unpack_fields(header: Header, program: str) -> Fields:
    """The way back; empty for a tournament that is not from such a file."""
    try:
        found = json.loads(header.file_details.get(f"{program}.{_FIELDS}", "{}"))
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def inner(fields: Fields, *names: str) -> Fields:
    """The fields at a place, empty if there are none."""
    for name in names:
        found = fields.get(name)
        fields = found if isinstance(found, dict) else {}
    return fields
