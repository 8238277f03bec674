"""What readers of tournaments in JSON share: players by the ids that the file has for them, rounds
by their numbers, and everything that is wrong with its place.
"""

from fairpair.core.ids import PlayerId
from fairpair.core.players import Player
from fairpair.core.rounds import MOST_ROUNDS
from fairpair.formats.imported import ImportedTournament
from fairpair.formats.json_fields import Fields, Object, format_value, parse_json
from fairpair.formats.played_rounds import EventData, PlayedRound
from fairpair.language.message import Message

PRESET = "mtg_standard"
MOST_MATCHES = 200_000
_LONGEST_ID = 80
_LONGEST_NAME = 400


class JsonEventReader:
    """One file, and what is wrong with it."""

    def __init__(self, data: bytes) -> None:
        self.root = parse_json(data)
        self.fields = Fields()
        self.event = EventData()
        self.ids: dict[str, PlayerId] = {}
        self.best_of = 1

    def objects(self, where: Message, value: object, most: int) -> list[Object]:
        """The objects of a list; everything else in it is reported."""
        found = self.fields.read_list(where, value, most)
        return [one for one in (self.fields.read_object(where, x) for x in found) if one]

    def add_player(self, number: object, name: object, where: Message) -> PlayerId | None:
        """Somebody by the id that the matches use; None if another player has it."""
        key = id_key(number)
        if key in self.ids:
            self.event.add_problem(where, "json-event.same-id")
            return None
        named = "" if name is None else str(name)[:_LONGEST_NAME]
        self.ids[key] = self.event.add_player(Player(named), where)
        return self.ids[key]

    def player(self, number: object, where: Message) -> PlayerId | None:
        """The player with an id; reported if there is none."""
        found = self.ids.get(id_key(number))
        if found is None:
            self.event.add_problem(where, "opengotha.unknown-player", name=format_value(number))
        return found

    def round(self, number: object, where: Message) -> PlayedRound | None:
        """A round by its number."""
        known = self.fields.read_integer(where, "round", number, 1, MOST_ROUNDS)
        if known is None:
            return None
        while len(self.event.rounds) < known:
            self.event.rounds.append(PlayedRound())
        return self.event.rounds[known - 1]

    def finish(self, planned: object = 0) -> ImportedTournament:
        """All of it."""
        self.event.problems = [*self.fields.problems, *self.event.problems]
        rounds = planned if isinstance(planned, int) and 0 < planned <= MOST_ROUNDS else 0
        return self.event.imported(PRESET, rounds, best_of=self.best_of)


def id_key(number: object) -> str:
    """An id as text: some places of a file have `7`, others `"7"`."""
    return str(number)[:_LONGEST_ID]
