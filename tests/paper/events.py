"""Whole events to print: of several games and sizes, with names of all scripts and lengths."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle, islice

from fairpair.app.printing import Job
from fairpair.app.simulation.events import SimulationOptions, plan_simulation, play
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.players import Entrant, Entry, Player, Team
from fairpair.core.rounds import RoundStatus
from fairpair.core.tournament import Tournament
from fairpair.language.languages import Language
from fairpair.paper import Paper

AT = "2026-11-15 14:05"
PLAIN = (
    "Ana Lima",
    "Bo Östlund",
    "Chiara D'Angelo",
    "Dieter Müller-Lüdenscheidt",
    "Émile Çelik",
    "Fritz Groß",
    "Žofia Wałęsa",
    "Nguyễn Thị Minh",
)
SCRIPTS = (
    "Юрий Гагарин",
    "Ελένη Παπαδοπούλου",
    "محمد بن سلمان",
    "נועה כהן",
    "王小明",
    "佐藤 さくら",
    "김민준",
    "สมชาย ใจดี",
)
HARM = (
    "#panic()",
    "$x^2$ *bold* _it_",
    "<script>alert(1)</script>",
    "\"quoted\" 'twice'",
    "\\#sys.inputs @ref [x]",
    "=cmd|' /C calc'!A0",
    "Ana 😀 ♟",
    "// comment /* */",
)
WORD_60 = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis"
SPACED_60 = "Maria Anna Theresia Franziska Josepha von Hohenlohe-Langenb."
LONGEST = "W" * 300
LONG = (WORD_60, SPACED_60, LONGEST, "ab " * 99 + "abc")


def named(t: Tournament, names: Sequence[str], club: str = "") -> Tournament:
    """The same event with these names, over and over, numbered from the second time on."""
    entries = {}
    for n, ((number, entry), name) in enumerate(
        zip(t.entries.items(), islice(cycle(names), len(t.entries)), strict=True)
    ):
        again = f" {n // len(names) + 1}" if n >= len(names) else ""
        entrant = entry.entrant
        assert isinstance(entrant, Player)
        new = replace(entrant, name=name + again, club=club, federation="SUI" if club else "")
        entries[number] = replace(entry, entrant=new)
    return replace(t, entries=entries)


def event(
    preset: str,
    players: int,
    names: Sequence[str] = PLAIN,
    *,
    club: str = "",
    rounds: int | None = None,
    **rules: object,
) -> Tournament:
    """An event that was played to its end, as the simulation has it."""
    played = play(plan_simulation(SimulationOptions(preset, players, rounds, rules)), 7).tournament
    return replace(named(played, names, club), name="Spring Open 2026")


def open_again(t: Tournament) -> Tournament:
    """The last round is published and without results."""
    ref = max(t.rounds)
    last = t.rounds[ref]
    bare = {n: replace(p, result=None) for n, p in last.pairings.items()}
    again = replace(last, status=RoundStatus.PUBLISHED, pairings=bare)
    return replace(t, rounds={**t.rounds, ref: again})


def with_draft(t: Tournament) -> Tournament:
    """The last round is not published yet."""
    opened = open_again(t)
    ref = max(opened.rounds)
    draft = replace(opened.rounds[ref], status=RoundStatus.DRAFT)
    return replace(opened, rounds={**opened.rounds, ref: draft})


def team_event(teams: int = 8, boards: int = 4) -> Tournament:
    """Teams with members, board by board."""
    t = event("team_chess", teams, [f"Schachclub {n}" for n in "ABCDEFGH"], rounds=3)
    entries: dict[PlayerId, Entry] = {}
    for number, entry in t.entries.items():
        members = tuple(
            Player(f"{name} {number}", 2000 - 10 * n)
            for n, name in enumerate(islice(cycle((*PLAIN, *SCRIPTS)), boards))
        )
        team: Entrant = Team(entry.entrant.name, members, federation="SUI")
        entries[number] = replace(entry, entrant=team)
    rules = replace(t.rules, boards=boards)
    return open_again(replace(t, entries=entries, rules=rules))


def job(  # noqa: PLR0913
    t: Tournament,
    paper: Paper = Paper.A4,
    *,
    stage: int | None = None,
    round_no: int | None = None,
    address: str = "http://192.168.1.5:8000",
    language: Language = "en",
) -> Job:
    return Job(TournamentId("spring"), t, 12, AT, paper, stage, round_no, address, language)
