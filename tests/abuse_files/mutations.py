"""Mutilates files: by the bytes, and by what the file is made of. A seed gives the same again."""

import copy
import io
import json
import re
import zipfile
from collections.abc import Callable
from random import Random
from typing import Any
from xml.etree.ElementTree import fromstring, tostring

from archives import forged
from fairpair.core.ids import TournamentId
from fairpair.formats import archive
from fairpair.log.stored import StoredEvent, StoredPerson

from .oddities import ENCODINGS, IN_SHEETS, JSON_VALUES, LARGE, NUMBERS, TEXTS


def mutated(data: bytes, other: bytes, lots: Random) -> bytes:
    """The file with one to four things done to it; `other` is one that may be spliced in."""
    for _ in range(lots.choice((1, 1, 1, 2, 2, 3, 4))):
        try:
            data = _one(data, other, lots) or b"\n"
        except Exception:  # noqa: BLE001  what it was is no such file any more
            data = _bytes(data, other, lots)
    return data


def _one(data: bytes, other: bytes, lots: Random) -> bytes:
    if data.startswith(b"PK") and lots.random() < 0.9:
        return _zip(data, lots)
    if data.lstrip()[:1] in (b"{", b"[") and lots.random() < 0.8:
        return _json(data, lots)
    if data.lstrip()[:1] == b"<" and lots.random() < 0.8:
        return _xml(data, lots)
    ways: tuple[Callable[[bytes, bytes, Random], bytes], ...] = (
        _bytes, _lines, _fields, _columns, _numbers, _numbers, _texts, _texts, _whole,
    )  # fmt: skip
    return lots.choice(ways)(data, other, lots)


def _place(data: bytes | str, lots: Random) -> int:
    return lots.randrange(len(data) + 1)


def _bytes(data: bytes, other: bytes, lots: Random) -> bytes:
    """Some bytes changed, cut out, put in or doubled; or the file ends, or goes on as another."""
    a, b = sorted((_place(data, lots), _place(data, lots)))
    near = min(b, a + lots.randint(1, 40))
    match lots.randrange(9):
        case 0:
            return data[:a] + lots.randbytes(near - a) + data[near:]
        case 7:  # two bytes change places, or two parts
            end = min(len(data), b + near - a)
            return data[:a] + data[b:end] + data[near:b] + data[a:near] + data[end:]
        case 8:
            return data[:a] + b"\x00" * lots.choice((1, 2, near - a)) + data[near:]
        case 1:
            return data[:a] + data[near:]
        case 2:
            return (
                data[:a]
                + bytes([lots.choice(b" 0123456789wb-+=HUZF\n\x00\xff\xc3")])
                + data[a + 1 :]
            )
        case 3:
            return data[:b] + data[a:near] + data[b:]
        case 4:
            return data[:a]
        case 5:
            return data[:a] + other[_place(other, lots) :]
        case _:
            return data[:a] + data[b:]


def _lines(data: bytes, other: bytes, lots: Random) -> bytes:
    """Lines lost, doubled, moved, emptied, taken from another file, or with other ends."""
    lines = data.splitlines(keepends=True)
    a, b = lots.randrange(len(lines)), lots.randrange(len(lines))
    match lots.randrange(8):
        case 0:
            del lines[a]
        case 1:
            lines.insert(a, lines[b])
        case 2:
            lines[a] = lines[b]
        case 3:
            lines[a : a + 1] = [lines[a]] * lots.choice((2, 3, 50))
        case 4:
            lines[a] = lines[a][: _place(lines[a], lots)] + b"\n"
        case 5:
            lines.insert(a, lots.choice(other.splitlines(keepends=True)))
        case 6:
            lots.shuffle(lines)
        case _:
            end = lots.choice((b"\r", b"\r\n", b"", b"\n\n", b"\x85", b"\x0c"))
            lines = [line.rstrip(b"\r\n") + end for line in lines]
    return b"".join(lines)


def _fields(data: bytes, _other: bytes, lots: Random) -> bytes:
    """A field of a line moved to another place of its line, or swapped, doubled, emptied."""
    lines = data.splitlines(keepends=True)
    n = lots.randrange(len(lines))
    parts = re.split(rb"([,;\t|]| +)", lines[n])
    a, b = lots.randrange(len(parts)), lots.randrange(len(parts))
    match lots.randrange(4):
        case 0:
            parts[a], parts[b] = parts[b], parts[a]
        case 1:
            parts[a] = b""
        case 2:
            parts[a] = parts[b]
        case _:
            parts[a] = lots.choice((*NUMBERS, *TEXTS)).encode("utf-8", "replace")
    lines[n] = b"".join(parts)
    return b"".join(lines)


def _columns(data: bytes, _other: bytes, lots: Random) -> bytes:
    """From some place on a line, or all lines alike, are shifted to the right or left."""
    lines = data.splitlines(keepends=True)
    some = [lots.randrange(len(lines))] if lots.random() < 0.7 else range(len(lines))
    column, shift = (
        lots.choice((4, 9, 14, 48, 53, 57, 69, 80, 85, 91, 99)),
        lots.choice((-2, -1, 1, 2, 9)),
    )
    for n in some:
        line = lines[n]
        lines[n] = (
            line[:column] + b" " * shift + line[column:]
            if shift > 0
            else line[: column + shift] + line[column:]
        )
    return b"".join(lines)


def _numbers(data: bytes, _other: bytes, lots: Random) -> bytes:
    """A number becomes an extreme one; in half of the cases its field stays as wide as it was."""
    found = lots.choice(list(re.finditer(rb"\d+", data)))
    new = lots.choice(NUMBERS).encode()
    if lots.random() < 0.5:
        new = new[: len(found[0])].rjust(len(found[0]))
    return data[: found.start()] + new + data[found.end() :]


def _texts(data: bytes, _other: bytes, lots: Random) -> bytes:
    """A word becomes another, or something strange stands in the middle of it."""
    found = lots.choice(list(re.finditer(rb"[A-Za-z_]{2,}", data)))
    place = lots.choice((found.start(), found.end()))
    return data[:place] + lots.choice(TEXTS).encode("utf-8", "replace") + data[found.end() :]


def _whole(data: bytes, other: bytes, lots: Random) -> bytes:
    """All of it in another encoding, with another file behind it, doubled, or with a long line."""
    match lots.randrange(6):
        case 0:
            return data.decode("utf-8", "replace").encode(lots.choice(ENCODINGS), "replace")
        case 1:
            return data + other
        case 2:
            return data + data
        case 3:
            a = _place(data, lots)
            return data[:a] + lots.choice((b"A", b" ", b"<a>", b'"', b"9", b",")) * LARGE + data[a:]
        case 4:
            return (
                lots.choice((b"\xef\xbb\xbf", b"\xff\xfe", b"\x00", b"\n" * 100, b"<!DOCTYPE x>"))
                + data
            )
        case _:
            return data.replace(b"\n", lots.choice((b"\r", b"\r\n", b"\n\n", b"\x1e")))


# What is in JSON, and in archives


def _json(data: bytes, lots: Random) -> bytes:
    """Some value becomes another; the events of an archive get a checksum that is right again."""
    tree = json.loads(data)
    if isinstance(tree, dict) and tree.get("format") == archive.FORMAT and lots.random() < 0.9:
        return _archive(tree, lots)
    if lots.random() < 0.03:
        deep = lots.choice((500, 100_000))
        return b"[" * deep + b"]" * lots.choice((0, deep))
    _change(tree, lots)
    return json.dumps(tree, ensure_ascii=lots.random() < 0.5, indent=lots.choice((None, 1))).encode(
        "utf-8", "replace"
    )


def _archive(tree: dict[str, Any], lots: Random) -> bytes:
    events = tree["events"]
    n = lots.randrange(len(events))
    match lots.randrange(6):
        case 0:
            del events[n]
        case 1:
            events.insert(n, dict(lots.choice(events)))
        case 2:
            m = lots.randrange(len(events))
            events[n], events[m] = events[m], events[n]
        case 3:
            events[n]["payload"] = lots.choice(events)["payload"]
        case _:
            _change(events[n]["payload"], lots)
    if lots.random() < 0.97:
        _renumber(events)
    rows = [StoredEvent(**{**row, "payload": _text(row["payload"])}) for row in events]
    persons = [StoredPerson(**{**row, "data": _text(row["data"])}) for row in tree["persons"]]
    made = forged(TournamentId(tree["tournament"]), rows, persons)
    return archive.write(made).encode("utf-8", "replace")


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _renumber(events: list[dict[str, Any]]) -> None:
    """As an archive wants it: numbers without gaps, each command with an id of its own."""
    before, begun = None, 0
    for n, row in enumerate(events, 1):
        begun = begun if row["command_id"] == before and row["part"] else n
        before = row["command_id"]
        row["seq"], row["part"] = n, n - begun
    for row in events:
        row["command_id"] = f"c{row['seq'] - row['part']}"


def _change(tree: Any, lots: Random) -> None:
    """One value somewhere in it: replaced, lost, doubled, or swapped with a neighbour."""
    while True:
        keys = list(tree) if isinstance(tree, dict) else list(range(len(tree)))
        key = lots.choice(keys)
        value = tree[key]
        if isinstance(value, dict | list) and value and lots.random() < 0.85:
            tree = value
            continue
        break
    match lots.randrange(6):
        case 0:
            del tree[key]
        case 1 if isinstance(tree, list):
            tree.append(value)
        case 1:
            tree[lots.choice(("x", "", "id", "name", "players"))] = value
        case 2:
            tree[key] = tree[lots.choice(keys)]
        case 3 if isinstance(value, int):
            tree[key] = value + lots.choice((-1, 1, 100, -100))
        case 4:
            tree[key] = [value] if lots.random() < 0.5 else {str(key): value}
        case _:
            tree[key] = lots.choice(JSON_VALUES)


# What is in XML


def _xml(data: bytes, lots: Random) -> bytes:
    """An element lost, doubled or moved, a text or an attribute changed; it stays well-formed."""
    root = fromstring(data)
    inner = [(parent, child) for parent in root.iter() for child in parent]
    parent, child = lots.choice(inner)
    new = lots.choice((*NUMBERS, *TEXTS))
    match lots.randrange(8):
        case 0:
            parent.remove(child)
        case 1:
            parent.insert(lots.randrange(len(parent)), copy.deepcopy(child))
        case 2:
            target = lots.choice(list(root.iter()))
            parent.remove(child)
            target.append(child)
        case 3:
            child.text = new
        case 4:
            child.tag = lots.choice(inner)[1].tag
        case 5:
            child.text = lots.choice(inner)[1].text
        case _:
            keyed = [one for _, one in inner if one.attrib] or [child]
            child = lots.choice(keyed)
            key = lots.choice([*child.attrib, "x"])
            others = [value for one in keyed for value in one.attrib.values()]
            child.set(key, lots.choice((new, lots.choice(others or [new]))))
    text: bytes = tostring(root, encoding="utf-8")
    return text


# What is in a workbook


def _zip(data: bytes, lots: Random) -> bytes:
    """A part changed, lost, renamed, doubled or packed in another way."""
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        parts = [(part.filename, file.read(part)) for part in file.infolist()]
    n = lots.randrange(len(parts))
    name, content = parts[n]
    match lots.randrange(8):
        case 0:
            del parts[n]
        case 1:
            parts[n] = (
                lots.choice(
                    ("../../x.xml", "/etc/x", "con", "a" * 5000, "x\x00y", "XL/Workbook.xml")
                ),
                content,
            )
        case 2:
            parts.append((name + lots.choice(("", ".xml", "2")), content))
        case 3:
            cell = lots.choice(
                (b"A1048576", b"XFD1", b"A0", b"ZZZZ9", b"", b"A99999999999", "٣".encode())
            )
            parts[n] = (
                name,
                re.sub(
                    rb' r="[A-Z]+\d+"',
                    lambda _: b' r="' + cell + b'"',
                    content,
                    count=lots.choice((1, 2)),
                ),
            )
        case 4:
            extra = lots.choice(IN_SHEETS)
            found = [m.end() for m in re.finditer(rb">", content)]
            place = lots.choice(found)
            parts[n] = (name, content[:place] + extra + content[place:])
        case _:
            parts[n] = (name, mutated(content, content, lots))
    made = io.BytesIO()
    way = lots.choice(
        (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
    )
    with zipfile.ZipFile(made, "w", way) as file:
        for name, content in parts:
            file.writestr(zipfile.ZipInfo(name or "x"), content, way)
    return made.getvalue()
