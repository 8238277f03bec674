"""What the server writes down, on standard error: a line of text, or of JSON, for each thing."""

import logging
import sys
from typing import Literal

import msgspec
import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from fairpair.app.access.key_text import redact

LogFormat = Literal["text", "json"]
LogLevel = Literal["info", "warning"]


def set_up_logs(format_: LogFormat, level: LogLevel) -> None:
    """Send everything, that of libraries too, through one door without secrets."""
    number = logging.getLevelNamesMapping()[level.upper()]
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper("iso", utc=True),
    ]
    structlog.configure(
        processors=[*shared, *_written(format_)],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.stdlib.add_logger_name],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *_written(format_),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(max(number, logging.WARNING))


def _written(format_: LogFormat) -> list[Processor]:
    # Tracebacks become text first, without the values of variables, so that they are redacted.
    shown = structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(),
        exception_formatter=structlog.dev.plain_traceback,
        pad_event_to=0,
    )
    last: Processor = _as_json if format_ == "json" else shown
    return [structlog.processors.format_exc_info, _redact, last]


def _redact(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = redact(value)
    return event


def _as_json(_logger: WrappedLogger, _method: str, event: EventDict) -> str:
    return msgspec.json.encode(event, enc_hook=repr).decode()
