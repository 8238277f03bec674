"""`fairpair header`, and the notice at the export of a report."""

from pathlib import Path

from picture_files import picture_file

from .shell import Shell


def _begin(shell: Shell) -> None:
    shell.begun(names=("Ana", "Bo", "Cy", "Di"), preset="fide_dutch")


def test_the_header_is_shown_and_changed(shell: Shell) -> None:
    _begin(shell)
    shell.do(
        *("header", "cup", "--set", "city=Leipzig", "--set", "federation=ger"),
        *("--set", "round_dates=2026-11-20T09:00,2026-11-21"),
        *("--set", "arbiters=FA Roe, Rick (4600002); NA Poe, Ann"),
    )
    found = shell.json("header", "cup")["header"]
    assert (found["city"], found["federation"]) == ("Leipzig", "GER")
    assert found["round_dates"] == ["2026-11-20T09:00", "2026-11-21"]
    assert found["arbiters"] == ["FA Roe, Rick (4600002)", "NA Poe, Ann"]
    shown = shell.do("header", "cup")
    assert "FA Roe, Rick (4600002); NA Poe, Ann" in " ".join(shown.split())
    assert "The FIDE report still needs: Last day, Time control, Chief arbiter." in shown
    assert "Poe, Ann has no FIDE ID." in shown
    shell.do("header", "cup", "--set", "city=", "--set", 'round_dates=["2026-11-22"]')
    found = shell.json("header", "cup")["header"]
    assert (found["city"], found["round_dates"]) == ("", ["2026-11-22"])


def test_what_is_wrong_is_named(shell: Shell) -> None:
    _begin(shell)
    said = shell.refuse(3, "header", "cup", "--set", "federation=GDR")
    assert "GER" in said
    assert "KEY=VALUE" in shell.refuse(2, "header", "cup", "--set", "city")
    assert "twice" in shell.refuse(2, "header", "cup", "--set", "city=a", "--set", "city=b")


def test_a_report_without_required_details_is_written_with_a_notice(
    shell: Shell, tmp_path: Path
) -> None:
    _begin(shell)
    shell.play()
    shell.do("header", "cup", "--set", "federation=GER", "--set", "first_day=2026-11-20")
    done = shell.type("export", "cup", "--format", "trf26", "--out", str(tmp_path / "cup.trf"))
    assert "City (022)" in done.err
    assert "Dates and times of the rounds (132)" in done.err
    assert "032 GER" in (tmp_path / "cup.trf").read_text()


def test_pictures_are_uploaded_from_files(shell: Shell, tmp_path: Path) -> None:
    _begin(shell)
    logo, banner, other = (tmp_path / name for name in ("logo", "banner.jpg", "text.png"))
    logo.write_bytes(picture_file("WEBP"))
    banner.write_bytes(picture_file("JPEG", (800, 300)))
    other.write_text("no picture")
    said = shell.do(
        *("header", "cup", "--logo", str(logo), "--banner", str(banner)),
        *("--set", "accent=ocean"),
    )
    assert "Details changed: Colour Ocean; Banner added; Logo added" in " ".join(said.split())
    found = shell.json("header", "cup")["header"]
    assert found["logo"].endswith(".png")
    assert found["banner"].endswith(".jpg")
    said = shell.refuse(3, "header", "cup", "--logo", str(other))
    assert "not a PNG, JPEG or WebP picture" in " ".join(said.split())
    shell.refuse(3, "header", "cup", "--set", "logo=club.png")
    shell.do("header", "cup", "--set", "logo=")
    assert shell.json("header", "cup")["header"]["logo"] == ""
