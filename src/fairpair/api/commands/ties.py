"""What the organiser decides about ties: values from outside, and the order of tied players."""

from fairpair.api.bodies import invalid_fields_error
from fairpair.api.commands import schemas
from fairpair.api.path_params import HERE
from fairpair.api.write_request import Organiser, write_router
from fairpair.app.use_cases import edits
from fairpair.app.views.command_results import CommandResult, command_result
from fairpair.core.errors import FieldProblem, InvalidValueError
from fairpair.core.numbers import parse_number
from fairpair.core.players import ExternalValue
from fairpair.log import commands as c

routes = write_router("standings")


@routes.put(f"{HERE}/ties/values", summary="Set external values")
def set_external_values(request: Organiser, body: schemas.ExternalValuesRequest) -> CommandResult:
    """The tie-break `EXT` ranks by them, such as the points of a play-off. The values of players
    who are not named stay.
    """
    values, problems = [], []
    for n, one in enumerate(body.values, 1):
        try:
            value = None if one.value is None else parse_number(one.value)
            values.append(ExternalValue(one.player, value))
        except InvalidValueError as error:
            problems.append(FieldProblem(f"values.{n}.value", error.text))
    if problems:
        raise invalid_fields_error(problems)
    command = c.SetExternalValues(tuple(values), body.meaning)
    return command_result(request.run(edits.run_idempotent, command))


@routes.put(f"{HERE}/ties/order", summary="Rank tied players")
def order_tied(request: Organiser, body: schemas.OrderTiedRequest) -> CommandResult:
    """Name all players of one tie, best first; it must remain after all tie-breaks. The order
    counts in the standings after this round, as long as they are tied. Undo the action to remove
    it.
    """
    command = c.OrderTied(tuple(body.players), body.reason, body.round)
    return command_result(request.run(edits.run_idempotent, command))
