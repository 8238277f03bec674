"""Three events that are far enough to have something on every page, and where the pages are."""

from dataclasses import dataclass, replace

from api.app_server import AppServer
from api.role_server import ADMIN_KEY
from fairpair.app.views.rounds import planned_rounds
from fairpair.core.rounds import RoundRef, RoundStatus

from .api_setup import Event, create_event, names, unique

MARKUP = (
    "<script>document.title = 'stolen'</script>",
    '"><img src=x onerror="document.title = 1">',
    'O\'Brien "The Rock" & Söhne </td></tr>',
    "{{ 7 * 7 }} {% raw %} %(num)d",
)
CLUBS = ("Rook House", "SK & Söhne", "Turm 1899", "Caissa", "Blitz Club")
LONGEST = 300
"""As many letters as a name can have."""
LONG = ("Wolfeschlegelsteinhausenbergerdorff" * 9)[:LONGEST]
LONG_TITLE = "Grandinvitational"
EMOJI = "👩‍👩‍👧‍👦 Zoë 🏆🇩🇪 ♞"
RIGHT_TO_LEFT = "محمد عبد الله"
ODD_NAMES = (*MARKUP, LONG, EMOJI, RIGHT_TO_LEFT, "大坂 なおみ", "Đỗ Thị Ánh-Nguyệt " * 4)


@dataclass(frozen=True)
class Place:
    """A page, and whose key is needed to see it."""

    name: str
    path: str
    key: str = ""
    status: int = 200


DETAILS = {
    "city": "Leipzig",
    "venue": "Town Hall, Great Room",
    "first_day": "2026-11-20",
    "last_day": "2026-11-22",
    "round_dates": [f"2026-11-{when}" for when in ("20 18:00", "21 10:00", "21 15:00", "22 10:00")],
    "chief_arbiter": "Ida Holm",
    "organiser": "Rook House",
    "website": "https://example.org/open",
    "email": "desk@example.org",
    "description": "**City Open Leipzig**: 90 minutes + 30 s\n\n- Prizes: 500, 300, 200 EUR\n- [Fees](https://example.org/fees)",
    "regulations": "Waiting time: 30 minutes. Mobile phones: switched off.",
}


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
        app_server,
        name or unique("City Open"),
        "fide_dutch",
        rounds=5,
        player_reports=True,
        show_outlook=True,
        show_odds=True,
    )
    event.enter(
        [
            {"name": one, "rating": 2400 - 37 * n, "club": CLUBS[n % 5], "federation": "GER"}
            for n, one in enumerate(entrants)
        ]
    )
    event.good("PATCH", "/header", DETAILS)
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
    for asker, round_no in ((_at_play(event), 4), (1, None)):
        replace(event, key=event.player_key(asker)).post("/requests", {"round": round_no})
    return event


def finished(app_server: AppServer, entrants: list[str], name: str = "") -> Event:
    """Magic with four rounds, a cut to eight and a match for the third place, to its end."""
    event = create_event(
        app_server,
        name or unique("Harbour Regional"),
        "mtg_standard",
        rounds=4,
        cut=8,
        third_place=True,
    )
    event.enter([{"name": one, "club": CLUBS[n % 5]} for n, one in enumerate(entrants)])
    for round_no in (1, 2, 3, 4):
        event.play_round(1, round_no)
    event.post("/cut")
    for round_no in (1, 2, 3):
        event.play_round(2, round_no)
    event.post("/finish")
    preset = {"name": "Regional", "tournament": event.here, "replace": True}
    assert replace(event, key=ADMIN_KEY).ask("POST", "/api/presets", json=preset).is_success
    return event


def longest(*parts: str) -> str:
    """These words again and again, as many letters as a name can have."""
    begun, *rest = parts
    filled = begun + f" {' '.join(rest)}" * LONGEST
    return filled[:LONGEST].rstrip()


TIEBREAKS = ("BH/C1", "BH", "SB", "PS", "WIN", "DE", "ARO", "TPN")


def extreme(app_server: AppServer) -> list[Place]:
    """Nobody is entered; and two with the longest names in the first of many rounds, ranked by all
    that there is. Both tournaments have the longest names as well.
    """
    title = longest(unique(EMOJI), RIGHT_TO_LEFT, LONG_TITLE)
    empty = create_event(app_server, title, "fide_dutch")
    most = {"rounds": 30, "standings_tiebreakers": list(TIEBREAKS)}
    two = create_event(
        app_server, longest(unique("Two"), LONG_TITLE * LONGEST), "fide_dutch", **most
    )
    two.enter(
        [
            {"name": longest("W" * LONGEST), "rating": 2400},
            {"name": longest(RIGHT_TO_LEFT, EMOJI), "rating": 1},
        ]
    )
    two.play_round(1, 1)
    two.put("/rounds/1/clock", {"running": True, "minutes": 90})
    paths = ("", "/players", "/standings", "/print", "/settings")
    public = ("", "/players", "/standings", "/crosstable", "/statistics", "/screen")
    found = [Place(f"empty-desk{path}", empty.desk + path, empty.key) for path in paths]
    found += [Place(f"empty{path}", empty.public + path) for path in public]
    rounds = ("/round/1/1", "/round/1/1/table/1")
    found += [Place(f"two-desk{path}", two.desk + path, two.key) for path in (*paths, *rounds)]
    return found + [Place(f"two{path}", two.public + path) for path in (*public, "/round/1/1")]


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
        Place("offline", "/offline"),
        Place("new", "/new", ADMIN_KEY),
        Place("lab", "/lab", ADMIN_KEY),
        Place("lab-search", "/lab?do=search", ADMIN_KEY),
        Place("deleted", "/deleted", ADMIN_KEY),
        Place("lists", "/lists", ADMIN_KEY),
        Place("help", "/help"),
        Place("help-page", "/help/how-to/print"),
        Place("help-reference", "/help/reference/rules"),
        Place("help-search", "/help?q=print"),
        Place("missing", "/nowhere", status=404),
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
        "repair": f"{here}/repair",
        "table": f"{here}/table/1",
        "old-round": "/round/1/1",
        "old-table": "/round/1/1/table/1",
        "why": "/round/1/1/why/2",
        "standings": "/standings",
        "ties": "/ties",
        "rank": "/standings/2",
        "outlook": "/standings/outlook",
        "odds": "/standings/odds?go=1",
        "settings": "/settings",
        "history": "/history",
        "verify": "/verify",
        "access": "/access",
        "manage": "/manage",
        "delete": "/delete",
        "screen": "/screen",
        "print": "/print",
        "files": "/files",
        "lab": "/lab?go=1&players=8&times=10&rounds-1=2&rounds-2=3",
    }
    if event.t.rules.cut:
        paths |= {"bracket": "/bracket", "cut": "/cut"}
    if event.t.rules.system == "dutch":
        paths["numbers"] = "/numbers"
    if event.t.rounds[ref].status == RoundStatus.DRAFT:
        paths["repair"] = f"{here}/repair"
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
        "embed": "/embed/standings",
    }
    last = planned_rounds(event.t)[-1].ref
    if last not in event.t.rounds:
        paths["locked"] = f"/round/{last.stage}/{last.round_no}"
    if event.t.rules.cut:
        paths["bracket"] = "/bracket"
    if event.t.rules.show_odds:
        paths |= {"outlook": "/outlook", "odds": "/odds"}
    return [Place(f"public-{name}", event.public + path) for name, path in paths.items()]


def ending(event: Event) -> list[Place]:
    """The pages that are different when it is over."""
    paths = {
        "finished": "",
        "finished-bracket": "/bracket",
        "finished-ranking": "/ranking",
        "finished-statistics": "/statistics",
    }
    desk = {"desk-finished": "", "desk-finished-standings": "/standings"}
    return [
        *(Place(f"public-{name}", event.public + path) for name, path in paths.items()),
        *(Place(name, event.desk + path, event.key) for name, path in desk.items()),
        Place("presets", "/presets", ADMIN_KEY),
    ]


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
