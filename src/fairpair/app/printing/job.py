"""The job to print, and what all sheets have in common."""

from base64 import b64encode
from collections.abc import Sequence
from datetime import datetime

from fairpair.app.views.info import format_days, start_of
from fairpair.app.views.people import Person
from fairpair.app.views.rounds import (
    RoundView,
    planned_rounds,
    position_text,
    round_view,
    starting_position,
)
from fairpair.app.views.standings import Record
from fairpair.core.addresses import is_loopback
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import NotFoundError
from fairpair.core.ids import TournamentId
from fairpair.core.players import Team
from fairpair.core.rounds import RoundRef, RoundStatus
from fairpair.core.stored import StoredPicture
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import GameConventions, conventions_of, player_fields_of
from fairpair.language.languages import DEFAULT, Language
from fairpair.language.texts import current_texts
from fairpair.paper import Paper
from fairpair.paper.layout import qr_picture
from fairpair.paper.model import Head, PlayerLabel


@dataclass(frozen=True, slots=True)
class Job:
    """What to print, and how. `t` is the tournament as the reader may see it.

    `address` is where phones reach the server, like `http://192.168.1.5:8000`; without it, or if
    it names the computer itself, there are no codes. `at` is when it is printed, for people.
    """

    id: TournamentId
    t: Tournament
    version: int
    at: str
    paper: Paper = Paper.A4
    stage: int | None = None
    round: int | None = None
    address: str = ""
    language: Language = DEFAULT
    logo: StoredPicture | None = None

    def text(self, text: str, **values: object) -> str:
        """A text in the current language, with values for what is in braces."""
        found = current_texts().gettext(text)
        return found.format(**values) if values else found

    def head(self, title: str, about: RoundRef | str | None = None) -> Head:
        """The head of every page: about a round with its name and when it begins, else words."""
        ref = about if isinstance(about, RoundRef) else None
        header = self.t.header
        return Head(
            event=self.t.name,
            title=self.text(title),
            round=str(about or "") if ref is None else self._round_and_position(ref),
            at=self.at,
            language=self.language,
            place=join_parts(header.city, format_days(header), self._fide_note()),
            start="" if ref is None else start_of(self.t, ref),
            logo="" if self.logo is None else picture_drawing(self.logo),
        )

    def _round_and_position(self, ref: RoundRef) -> str:
        """`Round 3`, in Chess960 with the starting position."""
        return join_parts(self.round_words(ref), str(position_text(starting_position(self.t, ref))))

    def _fide_note(self) -> str:
        """That the tournament left FIDE mode, and when."""
        left = self.t.fide_exit if self.t.rules.fide else None
        if left is None:
            return ""
        if not left.round_no:
            return self.text("Not in FIDE mode since before round 1")
        return self.text("Not in FIDE mode since round {n}", n=left.round_no)

    @property
    def conventions(self) -> GameConventions:
        """How the game writes things."""
        return conventions_of(self.t.rules)

    def format_record(self, record: Record) -> str:
        """Won, drawn and lost matches in the order of the game."""
        return self.conventions.format_record(record.wins, record.draws, record.losses)

    def player_label(
        self, one: Person, points: str = "", *, club: bool = True, members: Sequence[str] = ()
    ) -> PlayerLabel:
        """A player with the club and the fields of this game after the name, or a team."""
        fields = (*player_fields_of(self.t.rules), "club" if club else "")
        shown = [name for name in ("title", "rating", "club", "federation") if name in fields]
        details = (str(getattr(one, name) or "") for name in shown)
        return PlayerLabel(one.name, join_parts(*details, ", ".join(members)), points)

    @property
    def ref(self) -> RoundRef | None:
        """The requested round, or the latest one."""
        if self.round is not None:
            return RoundRef(self.stage or 1, self.round)
        stages = [ref for ref in self.t.rounds if self.stage in (None, ref.stage)]
        return max(stages, default=None)

    def view(self) -> RoundView:
        """The round to print; `NotFoundError` if there is none."""
        ref = self.ref
        if ref is None:
            raise NotFoundError("no-round.to-print")
        return round_view(self.t, self.version, ref.stage, ref.round_no)

    def round_words(self, ref: RoundRef) -> str:
        """`Round 3 of 7`, or the name of a round of a knock-out; a draft is marked."""
        planned = next((r for r in planned_rounds(self.t) if r.ref == ref), None)
        words = str(planned.title if planned else ref.title)
        if ref.stage == 1 and self.t.rules.rounds:
            words = self.text("{round} of {rounds}", round=words, rounds=self.t.rules.rounds)
        found = self.t.rounds.get(ref)
        draft = found is not None and found.status == RoundStatus.DRAFT
        return f"{words} {self.text('(not published)')}" if draft else words

    @property
    def sides(self) -> tuple[str, str]:
        """What the two sides of a table are called."""
        if self.t.rules.has_colours:
            return self.text("White"), self.text("Black")
        if self.teams:
            return self.text("Team A"), self.text("Team B")
        return self.text("Player A"), self.text("Player B")

    @property
    def teams(self) -> bool:
        """Whether teams play."""
        return any(isinstance(entry.entrant, Team) for entry in self.t.entries.values())

    def code(self, path: str) -> str:
        """A picture that leads to a page of ours, if there is an address that leads there."""
        return "" if is_loopback(self.address) else qr_picture(self.address.rstrip("/") + path)


def picture_drawing(picture: StoredPicture) -> str:
    """A picture as the text of an SVG file, which a template can read."""
    data = f"data:{picture.media_type};base64,{b64encode(picture.data).decode()}"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        f'<image width="100" height="100" href="{data}"/></svg>'
    )


def local_time(now: str) -> str:
    """A moment as the clock on the wall of this computer shows it, with its distance from UTC."""
    here = datetime.fromisoformat(now).astimezone()
    return here.strftime("%Y-%m-%d %H:%M (UTC%z)").replace("+0000", "")


def join_parts(*parts: str) -> str:
    """What there is of these, with dots between; none begins a line."""
    return "\N{NO-BREAK SPACE}· ".join(filter(None, parts))


def format_halves(text: str) -> str:
    """A result with the half as one sign.

    >>> format_halves("1/2-1/2")
    '½-½'
    """
    return text.replace("1/2", "½")
