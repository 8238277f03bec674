"""`fairpair players NAME bye`, `missed`, `table`, `apart` and `together`: arrangements."""

import click

from fairpair.cli.desk.here import Desk, reason_option, writing
from fairpair.cli.desk.players import players
from fairpair.core.rounds import (
    FOR_MISSED_ROUNDS,
    HIGHEST_TABLE,
    MOST_ROUNDS,
    REQUESTABLE,
    ByeKind,
)


@players.command()
@click.argument("player")
@click.argument("round_no", metavar="ROUND", type=click.IntRange(1, MOST_ROUNDS))
@click.option(
    "--kind",
    type=click.Choice([kind.value for kind in REQUESTABLE]),
    default="half",
    show_default=True,
    help="How it counts.",
)
@click.option("--withdraw", is_flag=True, help="Pair the player in that round after all.")
@writing
def bye(desk: Desk, player: str, round_no: int, kind: str, withdraw: bool) -> None:
    """Leave PLAYER out of the coming round ROUND.

    For a round that is paired already see `fairpair round NAME bye`.

    \b
        fairpair players friday bye Ana 3
        fairpair players friday bye Ana 3 --kind zero
        fairpair players friday bye Ana 3 --withdraw
    """
    from fairpair.app.use_cases.edits import set_bye
    from fairpair.log.commands import WithdrawByeRequest

    who = desk.player(player)
    if withdraw:
        desk.tell(desk.execute(WithdrawByeRequest(who, round_no)))
        return
    desk.tell(set_bye(desk.service, desk.order(), who, round_no, ByeKind(kind)))


@players.command()
@click.argument("player")
@click.argument("number", metavar="[TABLE]", type=click.IntRange(1, HIGHEST_TABLE), required=False)
@writing
def table(desk: Desk, player: str, number: int | None) -> None:
    """Keep PLAYER at one TABLE in all coming rounds; without a TABLE anywhere again.

    \b
        fairpair players friday table Ana 3
        fairpair players friday table Ana
    """
    from fairpair.app.use_cases.edits import run_idempotent
    from fairpair.log.commands import FixTable

    desk.tell(run_idempotent(desk.service, desk.order(), FixTable(desk.player(player), number)))


@players.command()
@click.argument("a")
@click.argument("b")
@click.option("--soft", is_flag=True, help="Only if it can be helped, rather than never.")
@click.option(
    "--from-round", type=click.IntRange(1, MOST_ROUNDS), default=1, help="Only from this round on."
)
@click.option("--until-round", type=click.IntRange(1, MOST_ROUNDS), help="Only until this round.")
@writing
def apart(desk: Desk, a: str, b: str, soft: bool, **rounds: int | None) -> None:
    """Keep the players A and B apart.

    \b
        fairpair players friday apart Ana Bo
        fairpair players friday apart 3 8 --soft --until-round 3
    """
    from fairpair.app.use_cases.edits import set_pairing_restriction
    from fairpair.core.tournament import PairingRestriction

    terms = PairingRestriction(not soft, rounds["from_round"] or 1, rounds["until_round"])
    desk.tell(
        set_pairing_restriction(desk.service, desk.order(), desk.player(a), desk.player(b), terms)
    )


@players.command()
@click.argument("a")
@click.argument("b")
@writing
def together(desk: Desk, a: str, b: str) -> None:
    """Let the players A and B meet who were kept apart.

    \b
        fairpair players friday together Ana Bo
    """
    from fairpair.log.commands import AllowPair

    desk.tell(desk.execute(AllowPair(desk.player(a), desk.player(b))))


@players.command()
@click.argument("player")
@click.argument("kind", type=click.Choice([kind.value for kind in FOR_MISSED_ROUNDS]))
@reason_option
@writing
def missed(desk: Desk, player: str, kind: str, reason: str) -> None:
    """Count all rounds that PLAYER was not there for as KIND; after the start with a reason.

    \b
        fairpair players friday missed Quinn zero --reason "the train was late"
    """
    from fairpair.log.commands import SetMissedRounds

    desk.tell(desk.execute(SetMissedRounds(desk.player(player), ByeKind(kind), reason)))
