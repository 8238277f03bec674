"""The tournament records: 012 to 222, XXR and XXC."""

from fairpair.formats.trf.draft import Draft
from fairpair.formats.trf.fields import MOST_ROUNDS, Record, number, quoted
from fairpair.formats.trf.findings import Findings
from fairpair.formats.trf.records import Colour, TrfEvent

_INITIAL: dict[str, Colour] = {"W": "w", "B": "b", "white1": "w", "black1": "b"}
_FIRST_DATE, _DATE_STEP = 92, 10


def read_text(record: Record, draft: Draft) -> None:
    """A record that is one text from column 5 on (012 ... 222); the first one counts."""
    known = draft.texts.setdefault(record.line.key, record.line)
    if known.value != record.line.value:
        message = f"Record {record.line.key} stands twice; {quoted(record.line.value)} is not used."
        record.note(1, "repeated-record", message)


def read_deputy(record: Record, draft: Draft) -> None:
    """112: a deputy arbiter, one a line."""
    draft.deputies.append(record.line.value)


def read_dates(record: Record, draft: Draft) -> None:
    """132: `YY/MM/DD`, round r at columns 92+10(r-1) to 99+10(r-1)."""
    if record.line.text[4 : _FIRST_DATE - 1].strip():
        column = record.line.start_of(5, _FIRST_DATE - 1)
        message = "Record 132: the dates of the rounds begin in column 92; this text is left out."
        record.note(column, "stray-text", message)
    starts = range(_FIRST_DATE, len(record.line.text) + 1, _DATE_STEP)
    draft.round_dates = tuple(record.line.cut(start, start + 7) for start in starts)


def read_rounds(record: Record, draft: Draft) -> None:
    """142 and XXR: the number of rounds."""
    rounds = number(record.line.value)
    if rounds is None or not 1 <= rounds <= MOST_ROUNDS:
        fault = f"the number of rounds must be from 1 to {MOST_ROUNDS}, not "
        fault += quoted(record.line.value)
        record.bad(5, fault)
    elif draft.rounds not in (None, rounds):
        record.contradiction(5, f"says {rounds} rounds, an earlier one {draft.rounds}")
    else:
        draft.rounds = rounds


def read_colour(record: Record, draft: Draft) -> None:
    """152: initial colour, `W` or `B` in column 5."""
    colour = _INITIAL.get(record.line.value.upper())
    if colour is None:
        record.bad(5, f"the initial colour must be W or B, not {quoted(record.line.value)}")
    else:
        _set_colour(record, colour, draft)


def read_configuration(record: Record, draft: Draft) -> None:
    """XXC: `white1` or `black1` for the initial colour, `rank` to rank by file position."""
    for column, word in record.words():
        if word == "rank":
            draft.rank_by_position = True
        elif word in ("white1", "black1"):
            _set_colour(record, _INITIAL[word], draft)
        else:
            message = f"Record XXC: {quoted(word)} is not known; known are white1, black1 and rank."
            record.note(column, "unknown-setting", message)


def event(draft: Draft, found: Findings) -> TrfEvent:
    """The event from all texts; the declared numbers are compared with what is there."""

    def text(key: str) -> str:
        return draft.texts[key].value if key in draft.texts else ""

    return TrfEvent(
        name=text("012"),
        city=text("022"),
        federation=text("032"),
        start=text("042"),
        end=text("052"),
        players_declared=_declared("062", len(draft.players), draft, found),
        rated_declared=_declared("072", None, draft, found),
        teams_declared=_declared("082", None, draft, found),
        kind=text("092"),
        chief_arbiter=text("102"),
        deputy_arbiters=tuple(draft.deputies),
        time_control=text("122"),
        time_control_code=text("222"),
        round_dates=draft.round_dates,
        ranking_method=text("172"),
        program=text("182"),
    )


def codes(key: str, draft: Draft) -> tuple[str, ...]:
    """Tie-break codes as written, comma separated (202, 212)."""
    text = draft.texts[key].value if key in draft.texts else ""
    return tuple(code.strip() for code in text.split(",") if code.strip())


def _declared(key: str, counted: int | None, draft: Draft, found: Findings) -> int | None:
    """062, 072, 082: informative; programs write `12` or `12 (10 rated)`."""
    line = draft.texts.get(key)
    if line is None or not line.value:
        return None
    value = number(line.value.split()[0])
    if value is None:
        message = f"Record {key} is no number: {quoted(line.value)}."
        found.note(line.number, 5, "declared-number", message)
    elif counted not in (None, value):
        message = f"Record {key} says {value}, but the file has {counted} players."
        found.note(line.number, 5, "declared-number", message)
    return value


def _set_colour(record: Record, colour: Colour, draft: Draft) -> None:
    if draft.initial_colour not in (None, colour):
        record.contradiction(5, "gives another initial colour than an earlier one")
    draft.initial_colour = colour
