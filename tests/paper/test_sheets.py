"""What stands on each sheet, worked out by hand; and who may see it."""

import io
import shutil
import sys
from typing import ClassVar

import pytest

from fairpair.app.printing import SHEETS, Job, get_sheet, local_time, render_sheet
from fairpair.app.printing.bracket import bracket
from fairpair.app.printing.register import Sheet
from fairpair.app.printing.rounds import score_sheets, slips
from fairpair.app.views.audience import redact_for_public
from fairpair.core.addresses import is_loopback
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import NotFoundError
from fairpair.core.ids import TournamentId
from fairpair.core.players import Player
from fairpair.log import commands as c
from fairpair.paper import pdf_in_process, pdf_process
from fairpair.paper.fonts import font_folder
from fairpair.paper.layout import breakable, column_parts, cut_stack, qr_picture
from fairpair.paper.model import Head, SheetData
from log_driver import LogDriver, draft, games, running, set_up

from .events import PLAIN, event, job, named, open_again, team_event, with_draft
from .pdf_inspection import inspect_pdf, pictures

CUP = TournamentId("cup")
NET = "http://192.168.1.5:8000"


def of(desk: LogDriver, **more: object) -> Job:
    return Job(CUP, desk.t, desk.journal.version, "now", **more)  # type: ignore[arg-type]


# --- cut-stack order


def test_eleven_slips_of_five_on_three_pages() -> None:
    """Page 1 has tables 1, 4, 7 and 10, page 2 has 2, 5, 8, 11, page 3 has 3, 6, 9. Cut in one go
    the piles are 1-2-3, 4-5-6, 7-8-9 and 10-11: on each other they are in order.
    """
    pages = cut_stack(range(1, 12), 5)
    assert pages == [[1, 4, 7, 10, None], [2, 5, 8, 11, None], [3, 6, 9, None, None]]
    piles = [one for row in zip(*pages, strict=True) for one in row if one is not None]
    assert piles == list(range(1, 12))


@pytest.mark.parametrize("count", range(25))
@pytest.mark.parametrize("per_page", [1, 2, 4, 5])
def test_any_stack_comes_out_in_order(count: int, per_page: int) -> None:
    pages = cut_stack(range(count), per_page)
    assert len(pages) == -(-count // per_page)
    assert all(len(page) == per_page for page in pages)
    piles = [one for row in zip(*pages, strict=True) for one in row if one is not None]
    assert piles == list(range(count))


def test_the_slips_of_a_round_are_laid_out_like_that() -> None:
    desk = running({}, tuple(f"P{n}" for n in range(1, 23)))
    found = inspect_pdf(render_sheet("slips", of(desk)))
    tables = []
    for page in range(3):
        big = [x for x in found.letters if x.page == page and x.top - x.bottom > 15]
        big.sort(key=lambda x: (-round(x.top / 20), x.left))
        rows: dict[int, str] = {}
        for letter in big:
            row = round(letter.top / 20)
            rows[row] = rows.get(row, "") + letter.text
        tables.append([int(text) for text in rows.values()])
    assert tables == [[1, 4, 7, 10], [2, 5, 8, 11], [3, 6, 9]]


# --- slips


def test_a_slip_asks_for_what_the_game_needs() -> None:
    def asked(t: object, **more: object) -> tuple[object, ...]:
        data = slips(job(t, **more))  # type: ignore[arg-type]
        slip = next(one for page in data.pages for one in page if one)
        return list(slip.boxes), list(slip.shared), list(slip.choices), data.per_page

    chess = open_again(event("fide_dutch", 4, rounds=2))
    assert asked(chess) == ([], [], ["1-0", "½-½", "0-1"], 5)
    magic = open_again(event("mtg_standard", 4, rounds=2))
    assert asked(magic) == (["Games won"], ["Games drawn"], [], 5)
    infinity = open_again(event("infinity", 4, rounds=2))
    assert asked(infinity) == (["OP", "VP", "AP"], [], [], 5)
    teams = team_event(4, boards=3)
    assert asked(teams) == ([], ["Board 1", "Board 2", "Board 3"], [], 4)
    assert asked(team_event(4, boards=12))[3] == 2


def test_the_code_leads_to_where_the_result_is_reported() -> None:
    staff = running({})
    slip = slips(of(staff, address=f"{NET}/")).pages[0][0]
    assert slip is not None
    assert slip.code == qr_picture(f"{NET}/desk/cup/round/1/1/table/1")
    players = running({"player_reports": True})
    slip = slips(of(players, address=NET)).pages[0][0]
    assert slip is not None
    assert slip.code == qr_picture(f"{NET}/t/cup/me")
    assert slips(of(players, address=NET)).caption == "Report result"


@pytest.mark.parametrize(
    "address", ["", "http://localhost:8000", "http://127.0.0.1", "http://[::1]"]
)
def test_there_is_no_code_that_leads_nowhere(address: str) -> None:
    assert is_loopback(address)
    slip = slips(of(running({}), address=address)).pages[0][0]
    assert slip is not None
    assert slip.code == ""
    render_sheet("slips", of(running({}), address=address))


def test_the_printed_code_can_be_read() -> None:
    """The dark squares on the picture of the page are those of the code."""
    import segno

    desk = running({"player_reports": True})
    page = pictures(render_sheet("slips", of(desk, address=NET)), 6)[0].convert("L")
    code = segno.make_qr(f"{NET}/t/cup/me", error="m", mask=2, boost_error=False)
    shades = page.tobytes()
    matrix = [list(row) for row in code.matrix_iter(border=2)]
    size, unit = len(matrix), 25 / 25.4 * 72 * 6 / len(matrix)
    # The code stands at the right edge: 10 mm margin, 1 mm inset, centred in 27 mm.
    left = page.width - (10 + 1 + 27 - 1) / 25.4 * 72 * 6

    def dark(x: float, y: float) -> bool:
        return shades[round(y) * page.width + round(x)] < 128

    top = next(y for y in range(page.height) if dark(left + 2.5 * unit, y)) - 2 * unit
    wrong = sum(
        dark(left + (x + 0.5) * unit, top + (y + 0.5) * unit) != bool(matrix[y][x])
        for x in range(size)
        for y in range(size)
    )
    assert wrong == 0


# --- other sheets


def test_score_sheets_by_game() -> None:
    chess = open_again(event("fide_dutch", 4, rounds=2))
    assert score_sheets(job(chess)).kind == "moves"
    text = inspect_pdf(render_sheet("scoresheets", job(chess))).texts[0]
    assert "60" in text.split()
    magic = score_sheets(job(open_again(event("mtg_standard", 4, rounds=2))))
    assert (magic.kind, list(magic.rows)) == ("games", ["1", "2", "3"])
    infinity = score_sheets(job(open_again(event("infinity", 4, rounds=2))))
    assert (infinity.kind, list(infinity.rows)) == ("scores", ["OP", "VP", "AP"])
    teams = score_sheets(job(team_event(4, boards=3)))
    assert teams.kind == "boards"
    assert [len(one.boards) for one in teams.games] == [3, 3]


def test_score_sheets_before_the_first_round_are_for_any_table() -> None:
    data = score_sheets(of(set_up({"game": "Chess", "best_of": 1})))
    assert data.kind == "moves"
    assert [(one.table, [p.name for p in one.players]) for one in data.games] == [("", ["", ""])]
    assert len(inspect_pdf(render_sheet("scoresheets", of(set_up({})))).sizes) == 1


def test_pairings_show_points_and_results_once_there_are_some() -> None:
    desk = running({})
    assert "Points" not in inspect_pdf(render_sheet("pairings", of(desk))).text
    desk.result(1, 1, "2-1")
    text = inspect_pdf(render_sheet("pairings", of(desk))).text
    assert "2-1" in text
    assert "Bye: no opponent this round" in text
    assert "Ed" in text


def test_by_name_says_table_and_opponent() -> None:
    lines = inspect_pdf(render_sheet("names", of(running({})))).text.splitlines()
    rows = [" ".join(line.split()) for line in lines]
    assert "Ana 1 Bo" in rows
    assert "Di 2 Cy" in rows


def test_a_sheet_speaks_the_words_of_its_game() -> None:
    chess = inspect_pdf(render_sheet("names", job(event("fide_dutch", 8, rounds=2)))).text
    cards = inspect_pdf(render_sheet("names", job(event("mtg_standard", 8, rounds=2)))).text
    assert "Board" in chess
    assert "Table" not in chess
    assert "Table" in cards
    assert "Board" not in cards


def test_a_sheet_has_no_fields_of_other_games() -> None:
    for preset, shown in (("fide_dutch", True), ("mtg_standard", False), ("infinity", False)):
        t = named(event(preset, 8, rounds=2), PLAIN, club="SC Bern")
        ratings = [e.entrant.rating for e in t.entries.values() if isinstance(e.entrant, Player)]
        for sheet in ("pairings", "standings", "slips"):
            text = inspect_pdf(render_sheet(sheet, job(t))).text
            assert any(str(rating) in text for rating in ratings) == shown, (preset, sheet)
            assert ("SUI" in text) == shown, (preset, sheet)
            assert ("SC Bern" in text) == (sheet != "pairings"), (preset, sheet)


def test_the_record_is_in_the_order_of_the_game() -> None:
    presets = {"fide_dutch": "W-D-L", "mtg_standard": "W-L-D", "pokemon_standard": "W-L-T"}
    for preset, head in presets.items():
        text = inspect_pdf(render_sheet("standings", job(event(preset, 8, rounds=2)))).text
        assert head in text, preset


def test_standings_after_a_round_and_now() -> None:
    desk = running({})
    desk.result(1, 1, "2-0")
    desk.result(1, 2, "2-0")
    desk.do(c.CompleteRound(), draft("1-3 2-5", "4"), c.PublishRound())
    assert "After round 1\r\n" in inspect_pdf(render_sheet("standings", of(desk, round=1))).text
    assert "After round 2 (incomplete)" in inspect_pdf(render_sheet("standings", of(desk))).text
    with pytest.raises(NotFoundError):
        render_sheet("standings", of(desk, round=3))


def test_badges_leave_out_who_has_left() -> None:
    desk = running({})
    desk.do(c.DropPlayer(next(iter(desk.t.entries))))
    text = inspect_pdf(render_sheet("badges", of(desk))).text
    assert "Ana" not in text
    assert "Bo" in text


def test_tents_are_for_all_tables() -> None:
    found = inspect_pdf(render_sheet("tents", of(set_up({}, tuple(f"P{n}" for n in range(1, 8))))))
    assert len(found.sizes) == 2
    big = [x.text for x in found.letters if abs(x.top - x.bottom) > 40]
    assert sorted(big) == ["1", "1", "2", "2", "3", "3"]


# --- the tree


def test_a_tree_of_eight_on_one_page() -> None:
    t = event("fide_dutch", 12, PLAIN, rounds=2, cut=8, third_place=True)
    data = bracket(job(t))
    assert len(data.pages) == 1
    page = data.pages[0]
    assert [len(column.matches) for column in page.columns] == [4, 2, 1]
    assert [column.lines for column in page.columns] == [False, True, True]
    assert [one.row for one in page.columns[0].matches] == [0.125, 0.375, 0.625, 0.875]
    assert [one.row for one in page.columns[1].matches] == [0.25, 0.75]
    assert page.extra is not None
    assert [word for word, _ in data.podium] == ["Winner", "Second", "Third", "Fourth"]


def test_a_tree_of_128_in_four_parts_and_the_rest() -> None:
    t = event("mtg_standard", 130, PLAIN, rounds=1, cut=128)
    data = bracket(job(t))
    assert [[len(c.matches) for c in page.columns] for page in data.pages] == [
        [16, 8, 4, 2, 1],
        [16, 8, 4, 2, 1],
        [16, 8, 4, 2, 1],
        [16, 8, 4, 2, 1],
        [2, 1],
    ]
    found = inspect_pdf(render_sheet("bracket", job(t)))
    assert found.outside() == []
    assert len(found.sizes) == 5


def test_before_the_cut_the_tree_has_seeds() -> None:
    desk = running({"cut": 4, "rounds": 2})
    text = inspect_pdf(render_sheet("bracket", of(desk))).text
    assert "Semi-finals" in text
    with pytest.raises(NotFoundError):
        render_sheet("bracket", of(running({})))


def test_matches_have_names_in_the_language_of_the_sheet() -> None:
    desk = running({"cut": 4, "rounds": 2, "third_place": True})
    german = inspect_pdf(render_sheet("bracket", of(desk, language="de"))).text
    for words in ("Halbfinale 1", "Sieger: Halbfinale 2", "Verlierer: Halbfinale 1", "Platz 3"):
        assert words in german
    english = inspect_pdf(render_sheet("bracket", of(desk))).text
    for words in ("Semi-final 1", "winner of semi-final 2", "Third-place match"):
        assert words in english
    t = event("mtg_standard", 40, PLAIN, rounds=1, cut=16)
    assert (
        "Runde der letzten 16, Begegnung 8"
        in inspect_pdf(render_sheet("bracket", job(t, language="de"))).text
    )


# --- who may see it


def test_a_draft_is_marked_and_not_for_the_public() -> None:
    t = with_draft(event("mtg_standard", 8, PLAIN, rounds=3))
    assert "Round 3 of 3 (not published)" in inspect_pdf(render_sheet("pairings", job(t))).text
    public = redact_for_public(t)
    assert "Round 2 of 3" in inspect_pdf(render_sheet("pairings", job(public))).text
    for name in ("pairings", "names", "slips", "scoresheets"):
        with pytest.raises(NotFoundError) as refused:
            render_sheet(name, job(public, round_no=3))
        assert refused.value.code == "not-published"


def test_without_a_round_there_is_nothing_to_pair() -> None:
    for name in ("pairings", "names", "slips"):
        with pytest.raises(NotFoundError) as refused:
            render_sheet(name, of(set_up({})))
        assert refused.value.code == "no-round"
    for name in ("standings", "crosstable", "badges", "tents", "report", "scoresheets"):
        assert inspect_pdf(render_sheet(name, of(set_up({}, ())))).outside() == []


def test_a_wrong_name_names_the_nearest() -> None:
    with pytest.raises(NotFoundError) as refused:
        get_sheet("pairing")
    assert "pairings" in refused.value.hint
    with pytest.raises(NotFoundError) as refused:
        get_sheet("x" * 500)
    assert all(name in refused.value.hint for name in SHEETS)


def test_a_register_entry_says_what_it_is() -> None:
    for name, sheet in SHEETS.items():
        assert isinstance(sheet, Sheet)
        assert sheet.name == name
        assert sheet.about.endswith(".")


# --- small parts


def test_very_long_words_can_be_broken_but_no_letter_loses_its_mark() -> None:
    marked = "e\u0301" * 30
    broken = breakable(marked)
    assert broken.replace("\u200b", "") == marked
    assert "\u200b\u0301" not in broken
    assert breakable("Müller-Lüdenscheidt von Hohenlohe") == "Müller-Lüdenscheidt von Hohenlohe"


def test_columns_in_parts() -> None:
    assert column_parts([], 100) == [(0, 0)]
    assert column_parts([500], 100) == [(0, 1)]
    assert column_parts([40, 40, 40, 40, 40], 100) == [(0, 2), (2, 4), (4, 5)]


def test_the_time_is_that_of_the_hall(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setenv("TZ", "Asia/Kolkata")
    time.tzset()
    try:
        assert local_time("2026-11-15T08:30:00+00:00") == "2026-11-15 14:00 (UTC+0530)"
        monkeypatch.setenv("TZ", "UTC")
        time.tzset()
        assert local_time("2026-11-15T08:30:00+00:00") == "2026-11-15 08:30 (UTC)"
    finally:
        monkeypatch.undo()
        time.tzset()


def test_the_file_is_a_pdf_with_a_title() -> None:
    import pypdfium2

    made = render_sheet("pairings", of(running({})))
    document = pypdfium2.PdfDocument(io.BytesIO(made))
    assert document.get_metadata_dict()["Title"] == "Friday: Pairings by table"
    document.close()


def test_a_process_of_its_own_gives_the_same() -> None:
    task = of(running({}))
    assert inspect_pdf(render_sheet("pairings", task, apart=True)) == inspect_pdf(
        render_sheet("pairings", task)
    )


def test_fonts_that_were_cleaned_away_are_written_again() -> None:
    there = sorted(path.name for path in font_folder().iterdir())
    shutil.rmtree(font_folder())
    found = inspect_pdf(render_sheet("badges", of(set_up({}, ("Ελένη",))), apart=True))
    assert "Ελένη" in found.text
    assert sorted(path.name for path in font_folder().iterdir()) == there


def test_a_process_that_fails_is_told_of() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Wrong(SheetData):
        template: ClassVar[str] = "nothing"

    with pytest.raises(RuntimeError, match="nothing could not be set"):
        pdf_in_process(Wrong(head=Head("Cup", "Wrong", "", "")))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such limit")
def test_a_process_gets_only_so_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    program = "import fairpair.paper.pdf_process as p; p.MEMORY = p.MIB; p.main()"
    monkeypatch.setattr(pdf_process, "_WORKER", (sys.executable, "-P", "-c", program))
    with pytest.raises(RuntimeError, match="could not be set"):
        render_sheet("pairings", of(running({})), apart=True)


def test_the_report_has_the_numbers() -> None:
    desk = running({})
    desk.result(1, 1, games("2-0"))
    desk.result(1, 2, games("0-2"))
    desk.do(c.CompleteRound(), c.FinishTournament(early=True))
    text = inspect_pdf(render_sheet("report", of(desk))).text
    for words in ("Winners", "Final ranking", "Round by round", "Points distribution"):
        assert words in text
