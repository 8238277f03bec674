"""Another pairing engine: a program of this computer that reads a report file and writes pairs.

It is started for every round, or once if its command has `{requests}`. Then it reads a request a
line, with the path of a file in TRF26, and answers each with a line:

| request | answer |
|---|---|
| `pair ROUND FILE` | the boards of this round, White first, and the bye: `4-1 2-3 5-0` |
| `rank ROUND FILE` | everybody's rank after it by the file's tie-breaks: `1:1 2:3 3:2` |
| `name` | its name and version |
| any | `refused: WHY` |
"""

import atexit
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer

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
_REFUSED = "refused:"
_REQUESTS = "{requests}"
"""In the command of a program that is started once."""


class ReferenceRefusedError(Exception):
    """The engine did not pair a file; the text is what it said."""


@dataclass(frozen=True, slots=True)
class ReferenceEngine:
    """The command of an engine, with `{input}` and `{output}` for the files, or `{requests}`."""

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
        has_places = any("{input}" in word or word == _REQUESTS for word in words)
        return cls(words if has_places else (*words, *_USUAL))

    @property
    def name(self) -> str:
        """What it calls itself, else the command as it was given, without folders."""
        told = _running(tuple(self.words)).ask("name").strip() if self._is_started_once else ""
        if told and not told.startswith(_REFUSED):
            return told
        return shlex.join((Path(self.words[0]).name, *self.words[1:]))

    def pair(self, file: TrfFile) -> Proposal:
        """The next round of a file.

        `ReferenceRefusedError` if there is no answer, or one that is no pairing of this round.
        """
        if self._is_started_once:
            pairs = self._ask(
                "pair", file.rounds_played + 1, _with_points(file, coming=False)
            ).split()
            lines = [str(len(pairs)), *(one.replace("-", " ") for one in pairs)]
            return _read_pairs("\n".join(lines), file.rounds_played + 1)
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
                raise _missing(self.words[0], error) from error
            except subprocess.TimeoutExpired as error:
                raise ReferenceRefusedError(f"no answer within {_PATIENCE} s") from error
            if done.returncode or not target.exists():
                raise ReferenceRefusedError(_last_words(done))
            return _read_pairs(target.read_text("utf-8", "replace"), file.rounds_played + 1)

    def ranks(self, file: TrfFile) -> Mapping[int, int]:
        """Everybody's rank by the tie-breaks of a file.

        `ReferenceRefusedError` if the engine does not rank, or not by these tie-breaks.
        """
        if not self._is_started_once:
            raise ReferenceRefusedError("only pairs are compared")
        answer = self._ask("rank", file.rounds_played, file)
        try:
            found = [one.split(":") for one in answer.split()]
            return {int(player): int(rank) for player, rank in found}
        except ValueError as error:
            raise ReferenceRefusedError(f"not a list of ranks: {answer[:80]!r}") from error

    @property
    def _is_started_once(self) -> bool:
        return _REQUESTS in self.words

    def _ask(self, what: str, round_no: int, file: TrfFile) -> str:
        """The line that the running program answers with."""
        program = _running(tuple(self.words))
        with TemporaryDirectory() as folder:
            path = Path(folder, "file.trf")
            path.write_bytes(write(file))
            patience = Timer(_PATIENCE, program.kill)
            patience.start()
            try:
                answer = program.ask(f"{what} {round_no} {path}")
            finally:
                patience.cancel()
        if not answer.endswith("\n"):
            _running.cache_clear()
            raise ReferenceRefusedError("the program ended")
        if answer.startswith(_REFUSED):
            raise ReferenceRefusedError(answer.removeprefix(_REFUSED).strip()[:200])
        return answer


class _Program:
    """A program that answers one line to each."""

    def __init__(self, words: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user names the program
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
            )
        except OSError as error:
            raise _missing(words[0], error) from error

    def ask(self, request: str) -> str:
        """Its answer; nothing if it has ended."""
        source, target = self._process.stdin, self._process.stdout
        if source is None or target is None:
            return ""
        try:
            source.write(f"{request}\n")
            source.flush()
        except OSError:
            return ""
        return target.readline()

    def kill(self) -> None:
        """End it: whoever waits for an answer gets none."""
        self._process.kill()

    def close(self) -> None:
        """End it, and let go of it."""
        with self._process:
            self._process.kill()


@cache
def _running(words: tuple[str, ...]) -> _Program:
    """The program of a command, started when it is first asked; it ends with this process."""
    program = _Program([word for word in words if word != _REQUESTS])
    atexit.register(program.close)
    return program


def _missing(engine: str, error: OSError) -> InvalidInputError:
    return InvalidInputError("reference-engine-missing", engine=engine, problem=str(error))


def _with_points(file: TrfFile, *, coming: bool = True) -> TrfFile:
    """With everybody's points and a rank, without which some engines read no player.

    In TRF16 a bye of the round to be paired is a cell, so its points are counted; TRF26 has it in a
    record of its own, and the points are those of the rounds before.
    """
    worth = file.points.worth
    byes = {bye.id: worth(bye.kind) for bye in file.byes} if coming else {}
    players = tuple(
        replace(
            one,
            points=sum(
                (worth(x.result, x.colour) for x in one.rounds), byes.get(one.id, Fraction(0))
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
