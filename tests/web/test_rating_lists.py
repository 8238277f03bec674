"""Rating lists at the desk: players found while typing and added, and compared with the lists."""

from pathlib import Path

from fairpair.app.rating_lists.imports import ListImport, import_list
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from rating_lists.fide_lines import PEOPLE, file_of

from .browser import Browser


def _import(admin: Browser, folder: Path, lines: tuple[str, ...], period: str) -> None:
    path = folder / f"{period}.txt"
    path.write_bytes(file_of(lines))
    wanted = ListImport(path=path, period=period)
    import_list(admin.service.store.rating_lists, wanted, admin.service.now)


def _player(admin: Browser, number: int) -> Player:
    found = admin.t.entries[PlayerId(number)].entrant
    assert isinstance(found, Player)
    return found


def test_from_the_list_to_the_tournament_and_up_to_date(admin: Browser, tmp_path: Path) -> None:
    admin.create("Chess", "Ana\nBo", preset="fide_dutch")
    assert "/lists" in admin.desk("/players").links
    _import(admin, tmp_path, PEOPLE, "2026-10")
    page = admin.desk("/players?find=carl+mag")
    assert "Carlsen, Magnus" in page.text
    page = admin.send(page.form("/listed"), press="fide 1503014")
    assert "Carlsen, Magnus added" in page.text
    found = _player(admin, 3)
    assert (found.rating, found.title, found.ids["fide"]) == (2823, "GM", "1503014")
    open_page = admin.desk("/players?find=carl")
    assert "entered" in open_page.text
    assert "fide 1503014" not in [value for _, value, _ in open_page.form("/listed").buttons]
    page = admin.send(open_page.form("/listed"), 409, press="", pick="fide 1503014")
    assert "already has the number 1503014" in page.text
    assert "No player found" in admin.desk("/players?find=nobody+here").text
    newer = tuple(one.replace("2823", "2830") for one in PEOPLE)
    _import(admin, tmp_path, newer, "2026-11")
    assert "1 player differs" in admin.desk("/players").text
    page = admin.desk("/players?check=yes")
    assert "2830" in page.text
    assert found == _player(admin, 3)
    admin.send(page.form("/ratings"), player="3")
    assert _player(admin, 3).rating == 2830
    assert "1990" not in admin.open(f"/t/{admin.here}/players/3").text


def test_the_rating_of_another_list_is_chosen_with_a_button(admin: Browser, tmp_path: Path) -> None:
    admin.create("Chess", "Ana\nBo", preset="fide_dutch")
    _import(admin, tmp_path, PEOPLE, "2026-12")
    page = admin.desk("/players?find=carl+mag")
    admin.send(page.form("/listed"), press="fide 1503014")
    page = admin.desk("/players/3")
    assert "Ratings by list" in page.text
    buttons = [value for _, value, _ in page.form("/choose-rating").buttons]
    assert buttons == ["fide.blitz", "fide.rapid"]
    page = admin.send(page.form("/choose-rating"), press="fide.rapid")
    assert _player(admin, 3).rating == 2801
    page = admin.desk("/players/3")
    assert "in the tournament: 2801, in reports: 2823" in page.text
    admin.send("/choose-rating", words="Choose according to the rules")
    assert _player(admin, 3).rating == 2823
    assert "Ratings by list" not in admin.desk("/players/1").text


def test_the_comparison_can_be_switched_off_for_a_tournament(
    admin: Browser, tmp_path: Path
) -> None:
    admin.create("Chess", "Ana\nBo", preset="fide_dutch")
    _import(admin, tmp_path, PEOPLE, "2027-01")
    admin.send(admin.desk("/players?find=carl+mag").form("/listed"), press="fide 1503014")
    newer = tuple(one.replace("2823", "2840") for one in PEOPLE)
    _import(admin, tmp_path, newer, "2027-02")
    assert "1 player differs" in admin.desk("/players").text
    admin.send(admin.desk("/settings").form("/settings"), list_comparison="on_request")
    assert admin.t.header.list_comparison == "on_request"
    assert "1 player differs" not in admin.desk("/players").text
    page = admin.desk("/players?check=yes")
    assert "2840" in page.text
    admin.send(page.form("/ratings"), player="3")
    assert _player(admin, 3).rating == 2840
    admin.create("Another", "Cy\nDi", preset="fide_dutch")
    assert admin.t.header.list_comparison == "automatic"
