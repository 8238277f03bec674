"""Pictures for a chat: of every kind, in every script, and never larger than they should be."""

import io
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PIL import Image

from api.app_server import AppServer, open_server
from fairpair.app.printing import Job, render_sheet
from fairpair.app.printing.share import best_picture, render_share, shared_picture
from fairpair.core.accents import ACCENTS
from fairpair.core.errors import NotFoundError
from fairpair.core.ids import TournamentId
from fairpair.core.stored import StoredPicture
from fairpair.core.tournament import Tournament
from fairpair.formats.pictures import PictureKind, read_picture
from picture_files import picture_file

from .events import AT, HARM, LONG, LONGEST, SCRIPTS, event
from .pdf_inspection import inspect_pdf

CUP = TournamentId("cup")


def drawn(t: Tournament, name: str, logo: StoredPicture | None = None) -> Image.Image:
    data = render_share(shared_picture(name), Job(CUP, t, 1, AT, logo=logo))
    assert len(data) < 300_000
    shown = Image.open(io.BytesIO(data)).convert("RGB")
    assert shown.size == (1200, 630)
    return shown


def margins(shown: Image.Image) -> set[object]:
    """The colours at the edges: text that runs over would be there."""
    edges = [(0, 0, 1200, 30), (0, 600, 1200, 630), (0, 0, 40, 630), (1160, 0, 1200, 630)]
    colours = set[object]()
    for edge in edges:
        found = shown.crop(edge).getcolors()
        colours |= {colour for _, colour in found or ()}
    return colours


@pytest.mark.parametrize("names", [SCRIPTS, HARM, LONG], ids=("scripts", "harm", "long"))
@pytest.mark.parametrize("name", ["standings", "podium", "round-1-1", "tournament"])
def test_every_picture_stays_within_its_edges(name: str, names: tuple[str, ...]) -> None:
    t = replace(event("infinity", 16, names), finished=True, name=names[2])
    assert margins(drawn(t, name)) == {(12, 51, 70)}  # nothing but the colour of the banner


def test_the_picture_has_the_colour_and_the_logo() -> None:
    made = read_picture(picture_file(size=(200, 200)), PictureKind.LOGO)
    t = event("fide_dutch", 40)
    t = replace(t, header=t.header.with_changes({"accent": "magenta"}), name=LONGEST)
    plain = drawn(t, "standings")
    shown = drawn(t, "standings", StoredPicture(CUP, made.name, made.data))
    banner = ACCENTS["magenta"].banner
    assert "#{:02x}{:02x}{:02x}".format(*margins(plain).pop()) == banner  # type: ignore[misc]
    place = (58, 48, 146, 132)
    assert len(plain.crop(place).getcolors(9999) or ()) < 200
    assert len(shown.crop(place).getcolors(9999) or ()) > 1000


def test_sheets_have_the_logo() -> None:
    made = read_picture(picture_file(size=(200, 200)), PictureKind.LOGO)
    job = Job(CUP, event("mtg_standard", 8), 1, AT)
    plain = render_sheet("standings", job)
    shown = render_sheet("standings", replace(job, logo=StoredPicture(CUP, made.name, made.data)))
    assert len(shown) > len(plain) + 2000
    assert inspect_pdf(shown).sizes == inspect_pdf(plain).sizes


def test_the_best_picture_says_most() -> None:
    t = event("mtg_standard", 8)
    assert best_picture(Tournament()) == "tournament"
    assert best_picture(t) == "standings"
    assert best_picture(replace(t, finished=True)) == "podium"
    for missing in ("podium", "round-1-99"):
        with pytest.raises(NotFoundError):
            drawn(t, missing)
    for unknown in ("round-0-1", "round-1-0001", "../x", "", "standings.svg"):
        with pytest.raises(NotFoundError):
            shared_picture(unknown)


@pytest.fixture(scope="module")
def app_server() -> Iterator[AppServer]:
    """Round 1 is played, round 2 a draft."""
    with open_server("memory:") as found:
        found.begin("Cup", *"ABCDEFGH", rounds=3)
        found.post("/start")
        found.first_seats_win()
        found.post("/rounds/2/generate", {"draft": True})
        yield found


def test_pages_lead_to_the_picture(app_server: AppServer) -> None:
    here = str(app_server.client.base_url).rstrip("/")
    page = app_server.client.get("/t/cup/standings").text
    assert f'<meta property="og:image" content="{here}/t/cup/share/standings.png">' in page
    page = app_server.client.get("/t/cup/round/1/1").text
    assert f'<meta property="og:image" content="{here}/t/cup/share/round-1-1.png">' in page
    answer = app_server.client.get("/t/cup/share/round-1-1.png")
    assert answer.headers["content-type"] == "image/png"
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
    tag = {"If-None-Match": answer.headers["etag"]}
    assert app_server.client.get("/t/cup/share/round-1-1.png", headers=tag).status_code == 304


def test_nobody_sees_what_is_not_published(app_server: AppServer) -> None:
    for name in ("round-1-2.png", "podium.png", "standings.svg", "x.png"):
        assert app_server.client.get(f"/t/cup/share/{name}").status_code == 404
    app_server.begin("Secret", *"AB", hidden=True)
    app_server.client.cookies.clear()
    answer = app_server.client.get("/t/secret/share/tournament.png", follow_redirects=False)
    assert answer.status_code == 303
