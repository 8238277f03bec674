"""Three events that are far enough to have something on every page, and where the pages are."""

from dataclasses import dataclass, replace

from api.app_server import AppServer
from api.role_server import ADMIN_KEY
from fairpair.core.rounds import RoundRef

from .api_setup import Event, create_event, names, unique

MARKUP = (
    "<script>document.title = 'stolen'</script>",
    '"><img src=x onerror="document.title = 1">',
    'O\'Brien "The Rock" & Söhne </td></tr>',
    "{{ 7 * 7 }} {% raw %} %(num)d",
)
CLUBS = ("Rook House", "SK & Söhne", "Turm 1899", "Caissa", "Blitz Club")
LONG = "Wolfeschlegelsteinhausenbergerdorff" * 3
ODD_NAMES = (*MARKUP, LONG, "محمد عبد الله", "大坂 なおみ", "Đỗ Thị Ánh-Nguyệt " * 4)


@dataclass(frozen=True)
class Place:
    """A page, and whose key is needed to see it."""

    name: str
    path: str
    key: str = ""


def with_cut(app_server: AppServer, entrants: list[str], name: str = "") -> Event:
    """Magic with an odd number of players, a drop, and a bracket in which one match is played."""
    event = create_event(
        app_server,
        name or unique("Friday Magic"),
        "mtg_standard",
        rounds=3,
        cut=4,
        player_reports=True,
        best_of=3,
    )
    event.enter(entrants)
    for round_no in (1, 2, 3):
        event.play_round(1, round_no)
        if round_no == 1:
            event.post("/players/9/drop", {"reason": "ill"})
    event.post("/cut")
    event.post("/rounds/1/generate?stage=2", {})
    event.results(1, stage=2, most=1)
    return event


def chess(app_server: AppServer, entrants: list[str], name: str = "") -> Event:
    """Chess in its second round of five: half of it is played, a report waits for the other."""
    event = create_event(
        app_server, name or unique("City Open"), "fide_dutch", rounds=5, player_reports=True
    )
    event.enter(
        [
            {"name": one, "rating": 2400 - 37 * n, "club": CLUBS[n % 5], "federation": "GER"}
            for n, one in enumerate(entrants)
        ]
    )
    event.play_round(1, 1)
    event.post("/rounds/2/generate", {})
    event.results(2, most=2)
    event.put("/rounds/2/clock", {"running": True, "minutes": 90})
    event.put("/rounds/2/tables/3/extra-time", {"minutes": 5})
    said = {3: ("1-0",), 4: ("1-0", "0-1")}
    for table, words in said.items():
        seats = event.t.rounds[RoundRef(1, 2)].pairings[table].seats
        for player, word in zip(seats, words, strict=False):
            reporter = replace(event, key=event.player_key(player))
            reporter.post(f"/pairings/1-2-{table}/report", {"result": word})
    return event


def teams(app_server: AppServer, name: str = "") -> Event:
    """Six teams of four; the first round is played, the second is a draft."""
    event = create_event(app_server, name or unique("League"), "team_chess", rounds=3, boards=4)
    members = names(24)
    event.enter(
        [
            {
                "name": f"Team {'ABCDEF'[n]}",
                "club": "SV Nord",
                "members": [
                    {"name": one, "rating": 2200 - 10 * n} for one in members[4 * n : 4 * n + 4]
                ],
            }
            for n in range(6)
        ]
    )
    event.post("/start")
    boards = [{"result": word} for word in ("1-0", "1/2-1/2", "0-1", "1-0")]
    for table in (1, 2, 3):
        event.put(f"/pairings/1-1-{table}/result", {"boards": boards})
    event.post("/rounds/2/generate", {"draft": True})
    return event


def front() -> list[Place]:
    """The pages that are about no tournament."""
    return [
        Place("list", "/"),
        Place("list-admin", "/", ADMIN_KEY),
        Place("login", "/login"),
        Place("new", "/new", ADMIN_KEY),
    ]


def desk(event: Event) -> list[Place]:
    """The pages of those who run it."""
    ref = event.t.upcoming if event.t.upcoming in event.t.rounds else event.t.latest
    assert ref
    here = f"/round/{ref.stage}/{ref.round_no}"
    paths = {
        "overview": "",
        "players": "/players",
        "player": "/players/2",
        "round": here,
        "by-hand": f"{here}?change=1",
        "table": f"{here}/table/1",
        "old-round": "/round/1/1",
        "old-table": "/round/1/1/table/1",
        "why": "/round/1/1/why/2",
        "standings": "/standings",
        "rank": "/standings/2",
        "settings": "/settings",
        "history": "/history",
        "verify": "/verify",
        "access": "/access",
        "print": "/print",
        "files": "/files",
    }
    if event.t.rules.cut:
        paths |= {"bracket": "/bracket", "cut": "/cut"}
    return [Place(f"desk-{name}", event.desk + path, event.key) for name, path in paths.items()]


def public(event: Event) -> list[Place]:
    """The pages that everybody sees."""
    paths = {
        "now": "",
        "round": "/round/1/1",
        "standings": "/standings",
        "crosstable": "/crosstable",
        "ranking": "/ranking",
        "statistics": "/statistics",
        "info": "/info",
        "players": "/players",
        "player": "/players/2",
        "why-round": "/why/1/1",
        "why": "/why/1/1/2",
        "why-rank": "/why/rank/2",
        "screen": "/screen",
    }
    if event.t.rules.cut:
        paths["bracket"] = "/bracket"
    return [Place(f"public-{name}", event.public + path) for name, path in paths.items()]


def player(event: Event) -> list[Place]:
    """The pages of one player."""
    return [Place("own", f"{event.public}/player/{event.tokens()[_at_play(event)]}")]


def _at_play(event: Event) -> int:
    """Somebody whose match is open, if there is one."""
    open_ = [pairing for round_ in event.t.rounds.values() for pairing in round_.pairings.values()]
    return next((pairing.seats[0] for pairing in reversed(open_) if not pairing.result), 2)


def everywhere(event: Event) -> list[Place]:
    """All pages of an event."""
    return [*desk(event), *public(event), *player(event)]
