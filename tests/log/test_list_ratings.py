"""Ratings by list in the log: kept with their list, checked, and marked when they are typed."""

import json

import pytest

from fairpair.app.use_cases.edits import edit_player
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.ratings import ListRating
from fairpair.core.rounds import ByeKind, RoundRef
from fairpair.log import commands as c
from fairpair.log.codec import Codec
from fairpair.log.events import PlayerRegistered
from fairpair.log.normalise import normalise_entrant
from log_driver import LogDriver

FIDE = ListRating(1850, "2026-11", 20, "FIDE standard")
ANA = Player("Ana", 1850, ratings={"fide.standard": FIDE})


def test_an_event_has_them_and_an_older_one_has_none() -> None:
    codec = Codec()
    event = PlayerRegistered(PlayerId(1), ANA, RoundRef(1, 1), ByeKind.LOSS)
    name, version, payload = codec.encode(event)
    assert codec.decode(name, version, payload) == event
    data = json.loads(payload)
    del data["entrant"]["ratings"]
    older = json.dumps(data)
    read = codec.decode(name, version, older)
    assert isinstance(read, PlayerRegistered)
    assert isinstance(read.entrant, Player)
    assert read.entrant.ratings == {}


@pytest.mark.parametrize(
    ("key", "rating"),
    [
        ("fide", FIDE),
        ("nat.germany", FIDE),
        ("fide.standard", ListRating(0)),
        ("fide.standard", ListRating(1850, "November")),
        ("fide.standard", ListRating(1850, k=-1)),
        ("fide.standard", ListRating(1850, source="x" * 400)),
    ],
)
def test_what_cannot_be_is_refused_by_name(key: str, rating: ListRating) -> None:
    with pytest.raises(InvalidInputError) as refused:
        normalise_entrant(Player("Ana", ratings={key: rating}))
    assert [one.where for one in refused.value.problems] == ["ratings"]


def test_too_many_are_refused() -> None:
    many = {f"custom.c{n}": FIDE for n in range(13)}
    with pytest.raises(InvalidInputError, match="at most 12"):
        normalise_entrant(Player("Ana", ratings=many))


def test_a_rating_typed_over_one_from_a_list_is_marked_and_the_list_is_kept() -> None:
    driver = LogDriver()
    driver.do(c.CreateTournament("Open", draw_seed="1"))
    driver.do(c.RegisterPlayers((ANA, Player("Bo", 1700))))
    ana, bo = PlayerId(1), PlayerId(2)
    for command in edit_player(driver.t, ana, {"rating": 1900}):
        assert isinstance(command, c.EditPlayer)
        assert isinstance(command.entrant, Player)
        assert command.entrant.rating == 1900
        assert command.entrant.ratings == {
            "fide.standard": FIDE,
            "manual": ListRating(1900, by_hand=True),
        }
    for command in edit_player(driver.t, bo, {"rating": 1710}):
        assert isinstance(command, c.EditPlayer)
        assert isinstance(command.entrant, Player)
        assert command.entrant.ratings == {}
