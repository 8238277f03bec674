"""Operations that change something: strict JSON in, JSON out, all in one worker thread."""

from collections.abc import Callable, Coroutine
from functools import partial
from http import HTTPStatus
from typing import Any

from anyio import to_thread
from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError

from fairpair.api.bodies import invalid_request, parse_json
from fairpair.api.openapi import DescribedRoute
from fairpair.api.plans import Arguments, Plan, plan_of
from fairpair.core.errors import DomainError
from fairpair.http.response_cache import encode_json

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class JsonRoute(DescribedRoute):
    """A route whose operation follows a plan; one that reads a file from its body leaves it to
    FastAPI.

    Callers without permission are told that first, whatever they sent.
    """

    def get_route_handler(self) -> Handler:
        """What answers a request."""
        plan = plan_of(self.dependant)
        if plan is None:
            self.response_field = self.described().response_field
            return super().get_route_handler()
        answer = partial(self._answer, plan)

        async def handle(request: Request) -> Response:
            content = await request.body()  # even if it does not count: then all of it is here
            state = request.app.state
            await state.guard.reject_wrong_key(request)
            work = partial(answer, request, content)
            try:
                return await to_thread.run_sync(work, limiter=state.command_threads)
            except DomainError:
                if hasattr(request.state, "role"):  # what is refused to others has no words
                    state.guard.use_words(request)
                raise

        return handle

    def _answer(self, plan: Plan, request: Request, content: bytes) -> Response:
        headers = Response()
        read_body = partial(parse_json, content, request)
        try:
            shown = plan.run(Arguments(request, read_body, headers))
        except RequestValidationError as error:
            model = None if self.body_field is None else self.body_field.field_info.annotation
            raise invalid_request(error, model) from error
        if isinstance(shown, Response):
            return shown
        status = self.status_code or HTTPStatus.OK
        if status == HTTPStatus.NO_CONTENT:
            answer = Response(status_code=status)
        else:
            answer = Response(encode_json(shown), status, media_type="application/json")
        answer.raw_headers += [one for one in headers.raw_headers if one[0] != b"content-length"]
        return answer
