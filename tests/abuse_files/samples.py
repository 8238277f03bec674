"""Good files of every kind to begin with: those of the other tests, and exports of rich events."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random

from app.events import ODD, clock, odd, played
from archives import forged, import_archive
from fairpair.app.service import Service
from fairpair.app.transfer.exports import EXPORTS, source_of
from fairpair.app.transfer.replay import commands_of, log_of
from fairpair.core.errors import DomainError
from fairpair.core.ids import TournamentId
from fairpair.formats import archive
from fairpair.log.codec import Codec
from fairpair.log.stored import StoredEvent
from fairpair.storage import open_store
from formats import workbooks
from formats.results_files import A_DAY
from standings.team_events import random_team_event

FORMATS = Path(__file__).parents[1] / "formats"
GOLDEN = Path(__file__).parents[1] / "golden" / "logs"
LISTS = (
    "Ana Lima\nBo Chen\nCy Dahl\n",
    "1. Ana Lima 2104\n2. Bo Chen 1990\n",
    "Lima, Ana\nChen, Bo\n",
    "name,rating,title,club,federation,sex,category,fide_id\n"
    "Ana Lima,2104,FM,Rooks,POR,w,U18,1234\n"
    "Bo Chen,1990,,Knights,CHN,,,\n'=Di,,,,,,,\n",
    "Vorname;Nachname;Elo;Verein\nAna;Lima;2100;Türme\nBo;Chen;;\n",
    "team,name,rating\nRooks,Ana Lima,2104\nRooks,Bo Chen,1990\nKnights,Cy Dahl,1850\n",
    "Rooks: Ana Lima, Bo Chen\nKnights: Cy Dahl, Di Eck\n",
    'name,club\n"Ana ""A"" Lima","Two\nLines"\nBo,\n',
)


@cache
def samples() -> Mapping[str, tuple[bytes, ...]]:
    """Good files by kind."""
    reports, broken = (sorted((FORMATS / name).glob("*.trf")) for name in ("data", "corpus"))
    found: dict[str, list[bytes]] = {
        "trf": [path.read_bytes() for path in reports],
        "bad trf": [path.read_bytes() for path in broken],
        "teams": [random_team_event(seed).encode() for seed in range(4)],
        "tdf": [(FORMATS / "data" / name).read_bytes() for name in ("league.tdf", "vgc.tdf")],
        "wer": [(FORMATS / "data" / "friday.wer").read_bytes()],
        "opengotha": [(FORMATS / "data" / "spring-go.xml").read_bytes()],
        "json": [
            (FORMATS / "data" / f"{word}.json").read_bytes()
            for word in ("challonge", "challonge-v2", "topdeck")
        ],
        "crosstable": [
            *((FORMATS / "data" / f"crosstable-{word}.csv").read_bytes() for word in ("en", "de")),
            (FORMATS / "data" / "vega-crosstable.txt").read_bytes(),
        ],
        "matches": [
            (FORMATS / "data" / name).read_bytes()
            for name in ("melee-matches.csv", "bcp-pairings.csv")
        ],
        "archive": [*map(_golden, sorted(GOLDEN.glob("*/*.jsonl")))],
        "proof": [],
        "results": [json.dumps(A_DAY).encode()],
        "list": [text.encode() for text in LISTS],
        "sheet": [
            workbooks.xlsx(
                (1, {"A": "name", "B": "rating"}), (2, {"A": "Ana", "B": 2100}), (3, {"A": "=Bo"})
            ),
            workbooks.ods(
                f"<table:table-row>{workbooks.ods_cell('Ana Lima')}</table:table-row>" * 3
            ),
        ],
    }
    for name, data in _exports():
        found[name].append(data)
    return {kind: tuple(files) for kind, files in found.items()}


def _exports() -> list[tuple[str, bytes]]:
    made = []
    kinds = {"csv": "list", "xlsx": "sheet", "trf16": "trf", "trf26": "trf"}
    events = [
        odd(played(preset, seed, 9, cut=bool(seed)), Random(seed), ODD)
        for seed, preset in enumerate(
            ("fide_dutch", "mtg_standard", "pokemon_standard", "simple_random")
        )
    ]
    for n, event in enumerate(events):
        service, here = Service(open_store("memory:"), clock), TournamentId("cup")
        log = forged(here, log_of(commands_of(event), f"x{n}", clock()))
        import_archive(service, archive.write(log).encode(), here)
        for export in EXPORTS:
            try:
                data = export.make(source_of(service, here))
            except DomainError:
                continue
            if export.format not in ("json", "pgn") and export.what != "all":
                made.append((kinds.get(export.format, export.format), data))
    return made


def _golden(path: Path) -> bytes:
    """A log of an earlier version as an archive."""
    codec, rows = Codec(), []
    for line in path.read_text(encoding="utf-8").splitlines():
        seq, action, kind, version, payload = json.loads(line)
        said = json.dumps(payload, ensure_ascii=False, separators=(",", ":"))
        codec.decode(kind, version, said)
        row = StoredEvent(seq, f"c{action}", seq - action, "x", kind, version, said, clock(), "")
        rows.append(row)
    return archive.write(forged(TournamentId("golden"), rows)).encode()
