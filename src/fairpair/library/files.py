"""Files in and out: tournaments, reports and lists of players."""

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fairpair.core.arguments import maybe_number, text_of, wrong_type
from fairpair.core.errors import InvalidInputError, StorageError
from fairpair.core.players import Player, Team
from fairpair.core.suggestions import nearest
from fairpair.language.message import Message
from fairpair.library.arguments import name_of

if TYPE_CHECKING:
    from fairpair.library.tournament import Tournament

DIALECTS = ("trf16", "trf26")


def read_bytes(source: object) -> bytes:
    """The content of a file, or of what was read from one."""
    if isinstance(source, bytes):
        return source
    if not isinstance(source, str | Path):
        raise wrong_type("file", "file", source)
    try:
        return Path(source).read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        hint = _hint_for(str(source), error)
        file = f"{source!s:.200}"
        raise StorageError("file-unreadable", hint=hint, file=file, why=why) from error


def _hint_for(missing: str, error: Exception) -> Message | None:
    """That it is no name but the text of a file, or that a file is called nearly so."""
    if "\n" in missing:
        return Message("file-unreadable.text")
    if not isinstance(error, FileNotFoundError):
        return None
    try:
        there = [one.name for one in Path(missing).parent.iterdir()]
    except OSError:
        return None
    near = nearest(Path(missing).name, there)
    return Message("file-unreadable.near", name=near) if near else None


def write_file(path: str | Path, text: str, *, encoding: str = "utf-8") -> None:
    """Write a file completely or not at all."""
    if not isinstance(path, str | Path) or not Path(path).name:
        raise wrong_type("path", "path", path)
    target = Path(path)
    if not target.parent.is_dir():
        folder = str(target.parent)
        raise StorageError("output-failed.no-folder", file=str(target), folder=folder)
    try:
        part = target.with_name(f".{target.name}.part")
        part.write_text(text, encoding=encoding, newline="")
        part.replace(target)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise StorageError("output-failed.file", file=str(target), why=why) from error


def is_archive(data: bytes) -> bool:
    """Whether it is a tournament with its history, as `Tournament.save` writes it."""
    from fairpair.formats.encodings import utf8_of  # noqa: PLC0415
    from fairpair.formats.json_fields import is_json  # noqa: PLC0415
    from fairpair.formats.kinds import ARCHIVE_FORMAT  # noqa: PLC0415

    return is_json(data) and ARCHIVE_FORMAT.encode() in utf8_of(data)


def read_report(source: object) -> bytes:
    """The content of a report (TRF) or results file (JSON); an error for what is neither."""
    from fairpair.formats.json_fields import is_json  # noqa: PLC0415
    from fairpair.formats.kinds import FileKind, kind_of  # noqa: PLC0415

    data = read_bytes(source)
    if is_archive(data) or not (is_json(data) or kind_of(data) is FileKind.TRF):
        raise InvalidInputError("no-tournament-file.library")
    return data


def open_tournament(file: str | Path | bytes, *, division: str = "") -> "Tournament":
    """The tournament in a file, whatever the file name: the format is recognised by the content.

    That is a file saved by `Tournament.save`, an archive from the web app or the command line, a
    FIDE report (TRF16, TRF26), Pokémon TDF (if it has several divisions, name one), Wizards WER,
    OpenGotha XML, JSON of Challonge or TopDeck, or a table with rounds as CSV, XLSX or ODS: a cross
    table of Swiss-Manager, chess-results or Vega, or pairings of Melee or BCP. For what was left
    out or guessed, see `Tournament.notes`.
    """
    from fairpair.app.transfer.imports import archive_of  # noqa: PLC0415 - and what it needs
    from fairpair.formats.kinds import FileKind, kind_of  # noqa: PLC0415
    from fairpair.library.memory import log_of_archive  # noqa: PLC0415
    from fairpair.library.tournament import Tournament  # noqa: PLC0415

    data, named = read_bytes(file), text_of("division", division)
    kind = kind_of(data)
    if kind is FileKind.ARCHIVE:
        return Tournament.of_log(log_of_archive(archive_of(data)))
    found, notes = _imported(file, data, kind, named)
    return Tournament.of_log(log_of_archive(found), notes)


def _imported(file: object, data: bytes, kind: Any, division: str) -> tuple[Any, tuple[str, ...]]:
    """The archive of a tournament that another program ran, and what there is to say of it."""
    from fairpair.app.service import new_salt  # noqa: PLC0415
    from fairpair.app.transfer.imports import READERS, LogSource, build_log  # noqa: PLC0415
    from fairpair.app.use_cases.tournaments import ids_for  # noqa: PLC0415
    from fairpair.formats.archive import Archive  # noqa: PLC0415
    from fairpair.library.memory import now  # noqa: PLC0415
    from fairpair.log.chain import chain  # noqa: PLC0415
    from fairpair.log.persons import separate  # noqa: PLC0415

    if kind not in READERS:
        raise InvalidInputError("no-event.library")
    try:
        read, notes = READERS[kind](data, division, True)
    except InvalidInputError as error:
        if error.code not in {"no-event", "no-list"}:
            raise
        raise InvalidInputError("no-event.library") from error
    name = "" if isinstance(file, bytes) else str(file)
    prefix = f"import-{secrets.token_hex(16)}"
    made = build_log(LogSource(read, notes, "", name, prefix, now(), ""))
    rows, persons = separate(made.rows, new_salt)
    archive = Archive(next(ids_for(made.name)), tuple(chain(rows)), tuple(persons))
    return archive, tuple(map(str, made.notes))


def read_trf(file: str | Path | bytes) -> "Tournament":
    """The tournament in a FIDE report file (TRF16 or TRF26), ready to be continued.

    Obvious errors in the file are repaired. Points that do not follow from the rules are lost;
    `standings` and `pair` take the file itself and count them.
    """
    from fairpair.formats.kinds import FileKind, kind_of  # noqa: PLC0415

    data = read_bytes(file)
    if kind_of(data) is not FileKind.TRF:
        raise InvalidInputError("not-trf.library")
    return open_tournament(data if isinstance(file, bytes) else file)


def write_trf(
    tournament: "Tournament", path: str | Path | None = None, *, dialect: str = "trf26"
) -> str:
    """The text of a FIDE report file (`trf16` or `trf26`); written to `path` if one is given."""
    from fairpair.app.transfer.exports import remarks  # noqa: PLC0415
    from fairpair.formats.trf.from_tournament import file_of  # noqa: PLC0415
    from fairpair.formats.trf.writer import write  # noqa: PLC0415
    from fairpair.library.tournament import Tournament  # noqa: PLC0415

    if not isinstance(tournament, Tournament):
        raise wrong_type("tournament", "tournament", tournament)
    text = write(
        file_of(tournament.state, tuple(remarks(tournament.journal))),
        dialect="trf16" if name_of(DIALECTS, "dialect", dialect) == "trf16" else "trf26",
    ).decode()
    if path is not None:
        write_file(path, text)
    return text


def write_pgn(
    tournament: "Tournament",
    path: str | Path | None = None,
    *,
    round: int | None = None,  # noqa: A002
) -> str:
    """The headers of all games as PGN, or of one round; written to `path` if one is given.

    `Tournament.record_pgn` reads the results back from a file with the games.
    """
    from fairpair.app.transfer.exports import Source, get_export  # noqa: PLC0415
    from fairpair.library.tournament import Tournament  # noqa: PLC0415

    if not isinstance(tournament, Tournament):
        raise wrong_type("tournament", "tournament", tournament)
    number = maybe_number("round", round)
    ref = None if number is None else tournament.ref_of(number)
    archive = tournament.archive
    source = Source(archive.tournament, tournament.journal, lambda: archive, ref)
    text = get_export("pgn").make(source).decode()
    if path is not None:
        write_file(path, text)
    return text


def read_players(file: str | Path | bytes) -> list[Player | Team]:
    """The players of a list: CSV, XLSX or ODS with a column `name`, or one name per line.

    Report files of other programs work, too. Pass the players to `Tournament.add_players`.
    """
    from fairpair.formats import list_files  # noqa: PLC0415

    found = list_files.require_usable(list_files.read_file(read_bytes(file)).listing)
    return [one for one in found if isinstance(one, Player | Team)]
