"""Rows of large tables: kept while what they show is the same, and never shown to others."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import partial

import pytest
from jinja2 import UndefinedError

from fairpair.language.texts import use
from fairpair.web.rows import render_rows
from fairpair.web.view_cache import View, ViewCache

PUBLIC = "public/player_row.html"


@dataclass(frozen=True)
class Line:
    """What a row of the list of players shows."""

    id: int
    name: str
    title: str = ""
    club: str = ""
    federation: str = ""
    status: str = "dropped"
    rating: int | None = None
    points: str = "1"
    rank: int = 1


class CountingCache(ViewCache):
    """Notes what is made."""

    def __init__(self, most: int = 1000) -> None:
        super().__init__(most)
        self.made: list[Hashable] = []

    def get_or_build(self, key: Hashable, basis: object, make: Callable[[], View]) -> View:
        def noted() -> View:
            self.made.append(getattr(basis, "id", key))
            return make()

        return super().get_or_build(key, basis, noted)


LINES = [Line(n, f"Player {n}") for n in range(1, 101)]
COLUMNS = {"player_fields": ("rating",), "ranked": True}


def test_only_a_changed_row_is_rendered_again() -> None:
    kept = CountingCache()
    render = partial(render_rows, kept, PUBLIC, base="/t/cup", **COLUMNS)
    first = render(LINES)
    assert len(kept.made) == 100
    assert render(LINES) == first
    assert len(kept.made) == 100
    changed = [replace(line, name="New") if line.id == 7 else line for line in LINES]
    assert str(render(changed)) == str(first).replace("Player 7<", "New<").replace(
        'data-text="Player 7 ', 'data-text="New '
    )
    assert kept.made[100:] == [7]


def test_languages_games_tournaments_and_columns_have_rows_of_their_own() -> None:
    kept = CountingCache()
    looks = [
        (language, game, base, ranked)
        for language in ("en", "de")
        for game in ("", "chess")
        for base in ("/t/cup", "/t/open")
        for ranked in (True, False)
    ]
    for _ in range(2):
        for language, game, base, ranked in looks:
            with use(language, game):
                shared = {**COLUMNS, "base": base, "ranked": ranked}
                found = render_rows(kept, PUBLIC, LINES[:1], **shared)
            assert f'href="{base}/players/1"' in found
            assert ('class="points"' in found) == ranked
            assert ("ausgestiegen" in found) == (language == "de" and game == "")
            assert ("dropped" in found) == (language == "en" and game == "")
    assert len(kept.made) == len(looks)


def test_a_row_sees_only_what_it_is_kept_by() -> None:
    with pytest.raises(UndefinedError, match="'base' is undefined"):
        render_rows(ViewCache(10), PUBLIC, LINES, **COLUMNS)


def test_what_is_new_on_every_page_is_filled_in() -> None:
    kept = CountingCache()
    lines = [Line(1, "<base> & <script>")]
    pages = [render_rows(kept, PUBLIC, lines, {"base": x}, **COLUMNS) for x in ("one", "<2>")]
    for page, base in zip(pages, ("one", "&lt;2&gt;"), strict=True):
        assert f'href="{base}/players/1"' in page
        assert '<bdi class="name">&lt;base&gt; &amp; &lt;script&gt;</bdi>' in page
    assert len(kept.made) == 1


def test_the_least_used_are_dropped_first() -> None:
    kept = CountingCache(2)
    for key in ("a", "b", "a", "c", "a", "b"):
        assert kept.get_or_build(key, 0, key.upper) == key.upper()
    assert kept.made == ["a", "b", "c", "b"]
    assert kept.get_or_build("b", 1, lambda: "new") == "new"
    assert len(kept.made) == 5
