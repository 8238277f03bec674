"""What the server writes down, on standard error: a line of text, or of JSON, for each thing."""

import logging
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

from fairpair.app.access.key_text import redact
from fairpair.http.log_fields import REQUEST_ID, REQUESTS

LogFormat = Literal["text", "json"]
LogLevel = Literal["info", "warning"]
_FIRST = ("timestamp", "level", "event", "logger")
_QUOTED = frozenset(" \t=\r\n\"'")


def set_up_logs(format_: LogFormat, level: LogLevel) -> None:
    """Send everything, that of libraries too, through one door without secrets."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Formatter(_as_json if format_ == "json" else _as_text))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    REQUESTS.setLevel(level.upper())


class _Formatter(logging.Formatter):
    """Makes a line of the fields of a record, without keys in them."""

    def __init__(self, render: Callable[[dict[str, Any]], str]) -> None:
        super().__init__()
        self._render = render

    def format(self, record: logging.LogRecord) -> str:
        """The line; tracebacks become text, without the values of variables."""
        fields: dict[str, Any] | None = getattr(record, "fields", None)
        line: dict[str, Any] = {**(fields or {}), "event": record.getMessage()}
        if request := REQUEST_ID.get():
            line["request_id"] = request
        line["level"] = record.levelname.lower()
        line["timestamp"] = _moment(record.created)
        if fields is None:
            line["logger"] = record.name
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        shown = {key: redact(one) if isinstance(one, str) else one for key, one in line.items()}
        return self._render(shown)


def _moment(seconds: float) -> str:
    moment = datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None)
    return moment.isoformat(timespec="microseconds") + "Z"


def _as_json(line: dict[str, Any]) -> str:
    return msgspec.json.encode(line, enc_hook=repr).decode()


def _as_text(line: dict[str, Any]) -> str:
    """The time, what happened on one line, and the fields by name.

    >>> _as_text({"ms": 1.5, "event": "request", "level": "info", "timestamp": "2026-11-16T09:00Z"})
    '2026-11-16T09:00Z [info     ] request ms=1.5'
    """
    event = " ".join(map(str.strip, line["event"].splitlines()))
    parts = [line["timestamp"], f"[{line['level']:9}]", event]
    if "logger" in line:
        parts.append(f"[{line['logger']}]")
    more = sorted(line.keys() - {*_FIRST, "exception"})
    parts += [f"{name}={_value(line[name])}" for name in more]
    text = " ".join(parts)
    return f"{text}\n{line['exception']}" if "exception" in line else text


def _value(value: object) -> str:
    return value if isinstance(value, str) and not _QUOTED.intersection(value) else repr(value)
