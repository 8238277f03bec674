"""A file format: a line that names it, then one match per line, as `round;player;result;player`.

hill results;Friday
1;Ana;1-0;Bo
1;Cy;;Di
1;Eva;bye;
"""

from fairpair.plugin import (
    ByeKind,
    Decided,
    EventData,
    FieldProblem,
    FileFormat,
    ImportedTournament,
    Mark,
    Match,
    Message,
    PlayedRound,
    Player,
    PlayerId,
    extension_error,
)

_FIRST = "hill results"
_RESULTS = {
    "1-0": Decided((Mark.WIN, Mark.LOSS)),
    "0-1": Decided((Mark.LOSS, Mark.WIN)),
    "=": Decided((Mark.DRAW, Mark.DRAW)),
    "": None,
}


def recognise(data: bytes) -> bool:
    """Whether the first line names the format."""
    return data.startswith(_FIRST.encode())


def read(data: bytes) -> ImportedTournament:
    """The tournament; everything that is wrong with the file is reported at once."""
    try:
        first, *lines = data.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise extension_error("The file is not UTF-8.", "Save it as UTF-8.") from error
    event = EventData(name=first.partition(";")[2].strip())
    numbers: dict[str, PlayerId] = {}
    for number, line in enumerate(lines, 2):
        where = Message("place.line", line=number)
        problem = _add(event, numbers, line.split(";"), where) if line.strip() else ""
        if problem:
            event.problems.append(FieldProblem(where, problem))
    return event.imported("hill_night")


def _add(event: EventData, numbers: dict[str, PlayerId], cells: list[str], where: Message) -> str:
    """Add a match or a bye; what is wrong with the line, or nothing."""
    if len(cells) != 4 or not cells[0].strip().isdecimal():
        return "must be round;player;result;player"
    round_no, names = int(cells[0]), [cells[1].strip(), cells[3].strip()]
    if not 1 <= round_no <= len(event.rounds) + 1:
        return "the rounds must follow each other from 1"
    if round_no > len(event.rounds):
        event.rounds.append(PlayedRound())
    result = cells[2].strip()
    is_bye = result == "bye"
    players = []
    for name in names[:1] if is_bye else names:
        if name not in numbers:
            numbers[name] = event.add_player(Player(name), where)
        players.append(numbers[name])
    if is_bye:
        event.rounds[-1].byes[players[0]] = ByeKind.PAIRING
        return ""
    if result not in _RESULTS:
        return f"{result!r} is not a result: use 1-0, 0-1, = or nothing"
    event.rounds[-1].matches.append(Match((players[0], players[1]), _RESULTS[result]))
    return ""


FORMAT = FileFormat(
    name="hill_results", title="Results of a hill night", recognise=recognise, read=read
)
