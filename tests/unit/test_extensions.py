"""What packages add: found only if it is asked for, refused with a reason if it cannot be used."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from types import ModuleType
from typing import Any

import pytest

from fairpair.app.printing.job import Job
from fairpair.app.printing.register import SHEETS, Sheet, render_sheet
from fairpair.app.views.standings import standings_view
from fairpair.core.errors import DomainError, InvalidInputError
from fairpair.core.ids import PlayerId, TournamentId
from fairpair.core.registry import use_extensions
from fairpair.core.rules import RULES, Rules
from fairpair.engine.pairing.proposal import Board, Proposal, present_in
from fairpair.engine.pairing.systems import SYSTEMS, System, pair_round, system_of
from fairpair.engine.rule_validation import change_rules
from fairpair.engine.standings.registry import chain_of
from fairpair.engine.standings.table import Standings
from fairpair.engine.standings.tiebreak import TIEBREAKS, Tiebreak, count
from fairpair.engine.standings.tiebreak_input import tiebreak_input
from fairpair.extensions import GROUPS, InstalledExtensions
from fairpair.formats.added_formats import FileFormat
from fairpair.formats.event_files import read_event
from fairpair.formats.kinds import FileKind, kind_of
from fairpair.presets import Preset, names, preset
from log_driver import LogDriver, set_up

Install = Callable[..., list[str]]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs packages: what they have by group and name; tells which entry points were read."""
    read: list[str] = []

    def make(**groups: dict[str, object]) -> list[str]:
        entries = []
        for group, added in groups.items():
            for name, value in added.items():
                module = ModuleType(f"package_{group}_{name}")
                vars(module)["VALUE"] = value
                monkeypatch.setitem(sys.modules, module.__name__, module)
                entries.append(EntryPoint(name, f"{module.__name__}:VALUE", f"fairpair.{group}"))

        def find() -> list[EntryPoint]:
            read.extend(entry.name for entry in entries)
            return entries

        use_extensions(InstalledExtensions(find))
        return read

    yield make
    use_extensions(None)


def fail(*_: Any) -> Any:
    raise ZeroDivisionError


def neighbours(t: Any, _past: Any, round_no: int, /) -> Proposal:
    a, b, c, d = present_in(t, round_no)
    return Proposal(round_no, (Board(a, b, ""), Board(c, d, "")))


def a_system(name: str = "hill", **changes: Any) -> System:
    return replace(System(name, "Hill", "neighbours", neighbours), **changes)


def a_tiebreak(code: str = "luck", **changes: Any) -> Tiebreak:
    made = Tiebreak(
        code, "Luck", "Some.", "", "", ("all",), prepare=lambda _i, _o: lambda _p: count([])
    )
    return replace(made, **changes)


def four(**rules: object) -> LogDriver:
    return set_up({"rounds": 3, **rules}, ("Ana", "Bo", "Cy", "Di"))


def test_nothing_is_read_for_what_is_built_in(install: Install) -> None:
    read = install(systems={"hill": a_system()}, tiebreaks={"luck": a_tiebreak()})
    change_rules(Rules(), {"system": "dutch", "standings_tiebreakers": ["BH", "SB"]})
    chain_of(("mw", "omw"), Rules())
    preset("mtg_standard")
    kind_of(b"012 Open\n001    1 Ana\n")
    scored = change_rules(Rules(), {"scores": ["vp"], "best_of": None})
    chain_of(("vp",), scored)
    assert read == []
    assert SYSTEMS["hill"].title == "Hill"
    assert read == ["hill", "luck"]


def test_a_system_is_a_choice_and_pairs(install: Install) -> None:
    install(systems={"hill": a_system()})
    assert list(RULES["system"].kind.options.items())[-1] == ("hill", "Hill")
    t = four(system="hill").t
    assert [(one.white, one.black) for one in pair_round(t).boards] == [(1, 2), (3, 4)]
    assert system_of(t).package == "package_systems_hill"


@pytest.mark.parametrize(
    ("pair", "reason"),
    [
        (fail, "ZeroDivisionError"),
        (lambda _t, _past, _n, /: "1-2", "of the type str, not Proposal"),
        (lambda _t, _past, n, /: Proposal(n, ()), "each player exactly once"),
    ],
)
def test_a_system_that_fails_is_named(install: Install, pair: Any, reason: str) -> None:
    install(systems={"hill": a_system(pair=pair)})
    with pytest.raises(DomainError, match=reason) as caught:
        pair_round(four(system="hill").t)
    assert caught.value.code == "extension-failed"
    assert "hill from the package package_systems_hill failed" in caught.value.message


def test_a_tiebreak_is_found_in_any_case(install: Install) -> None:
    install(tiebreaks={"luck": a_tiebreak()})
    assert TIEBREAKS["LUCK"].name == "Luck"
    assert list(TIEBREAKS)[-1] == "LUCK"
    rules = change_rules(Rules(), {"standings_tiebreakers": ["luck"]})
    assert [link.tiebreak.code for link in chain_of(rules.standings_tiebreakers, rules)] == [
        "PTS",
        "luck",
    ]


@pytest.mark.parametrize(
    ("prepare", "reason"),
    [
        (fail, "ZeroDivisionError"),
        (lambda _inputs, _options: fail, "ZeroDivisionError"),
        (lambda _inputs, _options: lambda _player: 1, "of the type int, not Sum"),
    ],
)
def test_a_tiebreak_that_fails_separates_nobody(
    install: Install, caplog: pytest.LogCaptureFixture, prepare: Any, reason: str
) -> None:
    install(tiebreaks={"luck": a_tiebreak(prepare=prepare)})
    standings = Standings(tiebreak_input(four(standings_tiebreakers=["luck"]).t))
    assert [row.values[1] for row in standings.rows] == [None] * 4
    [warning] = caplog.messages
    assert reason in warning
    assert "tie-break LUCK from the package package_tiebreaks_luck failed" in warning


def test_standings_can_be_seen_without_the_package_of_a_tiebreak(install: Install) -> None:
    install(tiebreaks={"luck": a_tiebreak()})
    t = four(standings_tiebreakers=["luck", "mw"]).t
    install()
    view = standings_view(t, 1)
    assert str(view.tiebreaks[0].name) == "Not installed"
    with pytest.raises(InvalidInputError, match="luck"):
        chain_of(t.rules.standings_tiebreakers, t.rules)


def test_a_score_stays_one_if_a_package_has_a_tiebreak_of_that_name(install: Install) -> None:
    install(tiebreaks={"vp": a_tiebreak("vp")})
    rules = change_rules(Rules(), {"scores": ["vp"], "best_of": None})
    assert chain_of(("vp",), rules)[1].options.score == "vp"


def test_a_built_in_name_cannot_be_taken(
    install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    install(systems={"dutch": a_system("dutch")}, sheets={"standings": a_sheet("standings")})
    assert (SYSTEMS.added, SHEETS.added) == ((), ())
    assert SYSTEMS["dutch"].package == ""
    assert len(caplog.messages) == 2
    assert all("a built-in one has the same name" in text for text in caplog.messages)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (a_tiebreak(), "It is of the type Tiebreak, not System."),
        (a_system("valley"), "Its name is 'valley'"),
        (a_system("king's hill"), 'The name "king\'s hill" is not allowed'),
    ],
)
def test_what_is_not_an_extension_of_its_group_is_left_out(
    install: Install, caplog: pytest.LogCaptureFixture, value: object, reason: str
) -> None:
    install(systems={"hill": value, "good": a_system("good")})
    assert SYSTEMS.added == ("good",)
    assert SYSTEMS.added == ("good",)
    [warning] = caplog.messages
    assert reason in warning
    assert "pairing system hill from the package package_systems_hill cannot be used" in warning
    assert "Update or uninstall the package." in warning


def test_a_package_that_cannot_be_imported_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    gone = EntryPoint("hill", "no_such_module_anywhere:SYSTEM", "fairpair.systems")
    use_extensions(InstalledExtensions(lambda: [gone]))
    try:
        assert "hill" not in SYSTEMS
    finally:
        use_extensions(None)
    assert "No module named 'no_such_module_anywhere'" in caplog.text


def test_of_two_packages_with_one_name_the_first_counts(caplog: pytest.LogCaptureFixture) -> None:
    both = [EntryPoint("hill", f"{module}:SYSTEM", "fairpair.systems") for module in ("b", "a")]
    found = InstalledExtensions(lambda: both)
    assert list(found.names("fairpair.systems", ())) == ["hill"]
    assert "from the package b is ignored because the package a has one" in caplog.text


def a_sheet(name: str = "podium", **changes: Any) -> Sheet:
    return replace(Sheet(name, "Podium", "The first three.", False, fail), **changes)


def test_a_sheet_that_fails_is_named(install: Install) -> None:
    install(sheets={"podium": a_sheet()})
    assert SHEETS["podium"].title == "Podium"
    job = Job(TournamentId("cup"), four().t, 1, "now")
    with pytest.raises(DomainError, match="podium from the package package_sheets_podium failed"):
        render_sheet("podium", job)


def test_a_format_that_fails_does_not_keep_lists_from_being_read(
    install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    broken = FileFormat("hill", "Hill", fail, fail)
    install(formats={"hill": broken})
    assert kind_of(b"Ana\nBo\n") is FileKind.TEXT
    assert "The file format hill from the package package_formats_hill failed" in caplog.text
    install(formats={"hill": replace(broken, recognise=lambda _data: True)})
    assert kind_of(b"Ana\nBo\n") is FileKind.EXTENSION
    with pytest.raises(DomainError, match="ZeroDivisionError"):
        read_event(FileKind.EXTENSION, b"Ana\nBo\n", "")


def test_formats_that_are_told_for_sure_are_not_taken_over(install: Install) -> None:
    greedy = FileFormat("hill", "Hill", lambda _data: True, fail)
    install(formats={"hill": greedy})
    assert kind_of(b"012 Open\n001    1 Ana\n") is FileKind.TRF
    assert kind_of(b'{"format": "fairpair-archive"}') is FileKind.ARCHIVE
    assert kind_of(b"<?xml version='1.0'?><tournament></tournament>") is FileKind.TDF


def test_a_preset_with_wrong_rules_is_left_out(
    install: Install, caplog: pytest.LogCaptureFixture
) -> None:
    good = Preset("hill_night", "Hill night", "", "", {"rounds": 4})
    install(presets={"hill_night": good, "bad": replace(good, name="bad", settings={"round": 4})})
    assert names()[-1] == "hill_night"
    assert preset("hill_night") == good
    assert "round: is not a rule" in caplog.text
    assert "preset bad from the package" in caplog.text


def test_every_group_names_what_exists() -> None:
    for group in GROUPS.values():
        for path in filter(None, (group.kind, group.check)):
            module, _, attribute = path.partition(":")
            __import__(module)
            assert hasattr(sys.modules[module], attribute)


def test_players_of_other_numbers_are_refused(install: Install) -> None:
    def strangers(_t: Any, _past: Any, round_no: int, /) -> Proposal:
        return Proposal(round_no, (Board(PlayerId(1), PlayerId(99), ""),))

    install(systems={"hill": a_system(pair=strangers)})
    with pytest.raises(DomainError, match="99"):
        pair_round(four(system="hill").t)
