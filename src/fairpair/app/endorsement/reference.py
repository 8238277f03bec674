"""Another pairing engine: a program of this computer that reads a report file and writes pairs."""

import shlex
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError
from fairpair.core.ids import PlayerId
from fairpair.engine.pairing.proposal import Board, Proposal
from fairpair.formats.trf.model import TrfFile
from fairpair.formats.trf.writer import write

VARIABLE = "FAIRPAIR_REFERENCE_ENGINE"
_PATIENCE = 600
_USUAL = ("--dutch", "{input}", "-p", "{output}")
"""How bbpPairings and JaVaFo are called."""


class ReferenceRefusedError(Exception):
    """The engine did not pair a file; the text is what it said."""


@dataclass(frozen=True, slots=True)
class ReferenceEngine:
    """The command of an engine, with `{input}` and `{output}` for the files."""

    words: Sequence[str]

    @classmethod
    def read(cls, command: str) -> "ReferenceEngine":
        """The engine of a command line; without places for the files, as bbpPairings has them.

        >>> ReferenceEngine.read("bbpPairings").words
        ('bbpPairings', '--dutch', '{input}', '-p', '{output}')
        """
        words = tuple(shlex.split(command))
        if not words:
            raise InvalidInputError("no-reference-engine", variable=VARIABLE)
        has_places = any("{input}" in word for word in words)
        return cls(words if has_places else (*words, *_USUAL))

    @property
    def name(self) -> str:
        """The command as it was given, without folders."""
        return shlex.join((Path(self.words[0]).name, *self.words[1:]))

    def pair(self, file: TrfFile) -> Proposal:
        """The next round of a file.

        `ReferenceRefusedError` if there is no answer, or one that is no pairing of this round.
        """
        with TemporaryDirectory() as folder:
            source, target = Path(folder, "before.trf"), Path(folder, "pairs.txt")
            source.write_bytes(write(_with_points(file), dialect="trf16"))
            places = {"{input}": str(source), "{output}": str(target)}
            words = [_filled(word, places) for word in self.words]
            try:
                done = subprocess.run(  # noqa: S603 - the user names the program
                    words, capture_output=True, timeout=_PATIENCE, check=False
                )
            except OSError as error:
                raise InvalidInputError(
                    "reference-engine-missing", engine=self.words[0], problem=str(error)
                ) from error
            except subprocess.TimeoutExpired as error:
                raise ReferenceRefusedError(f"no answer within {_PATIENCE} s") from error
            if done.returncode or not target.exists():
                raise ReferenceRefusedError(_last_words(done))
            return _read_pairs(target.read_text("utf-8", "replace"), file.rounds_played + 1)


def _with_points(file: TrfFile) -> TrfFile:
    """With everybody's points and a rank, without which some engines read no player.

    A bye of the round to be paired is a cell of the file, so its points are counted.
    """
    worth = file.points.worth
    coming = {bye.id: worth(bye.kind) for bye in file.byes}
    players = tuple(
        replace(
            one,
            points=sum(
                (worth(x.result, x.colour) for x in one.rounds), coming.get(one.id, Fraction(0))
            ),
            rank=one.id,
        )
        for one in file.players
    )
    return replace(file, players=players)


def _filled(word: str, places: dict[str, str]) -> str:
    for place, value in places.items():
        word = word.replace(place, value)
    return word


def _last_words(done: "subprocess.CompletedProcess[bytes]") -> str:
    """The last line of what a program said."""
    said = (done.stderr or done.stdout).decode("utf-8", "replace").strip().splitlines()
    return said[-1][:200] if said else f"exit code {done.returncode}"


def _read_pairs(text: str, round_no: int) -> Proposal:
    """The number of pairs, then a pair a line, White first; an opponent of 0 is the bye."""
    lines = [line.split() for line in text.split("\n") if line.strip()]
    try:
        pairs = [(int(white), int(black)) for white, black in lines[1:]]
        declared = int(lines[0][0])
    except (ValueError, IndexError):
        pairs, declared = [], -1
    if len(pairs) != declared:
        raise ReferenceRefusedError(f"not a list of pairs: {text[:80]!r}")
    boards = [Board(PlayerId(one), PlayerId(other), "") for one, other in pairs if other]
    byes = [PlayerId(one) for one, other in pairs if not other]
    return Proposal(round_no, tuple(boards), byes[0] if byes else None)
