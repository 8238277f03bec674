"""Packages that only some parts need, and the extra of the installation that brings each.

`pip install fairpair` brings the engine, the file formats and the command line for files; the
server, paper, PostgreSQL and fast odds are extras, such as `fairpair[server]`.

A new extra is declared in `pyproject.toml` and in `EXTRAS`. The command line then turns a failed
import into one sentence; what `import fairpair` offers calls `require_package` before the import.
"""

from importlib.util import find_spec

from fairpair.core.errors import DomainError

EXTRAS = {
    "server": (
        *("alembic", "anyio", "babel", "fastapi", "fastapi_offline", "httptools", "httpx"),
        *("jinja2", "markdown_it", "markupsafe", "PIL", "prometheus_client", "pydantic"),
        *("python_multipart", "segno", "sqlalchemy", "starlette", "uvicorn"),
    ),
    "paper": ("noto_cjk_sans_otc", "pymupdf_fonts", "typst"),
    "postgres": ("psycopg",),
    "cluster": ("distributed",),
    "odds": ("numba", "numpy"),
}
"""The names by which each extra's packages are imported."""
EXTRA_OF = {package: extra for extra, packages in EXTRAS.items() for package in packages}


class MissingPackageError(DomainError):
    """An optional package is not installed."""


def missing_package(error: ImportError, extra: str = "") -> MissingPackageError | None:
    """What to tell the user of a failed import; nothing if no extra brings the package.

    The `extra` that is named includes the one of the package.

    >>> print(missing_package(ModuleNotFoundError(name="psycopg.rows")))
    This needs the package psycopg, installed with: pip install "fairpair[postgres]"
    """
    package = (error.name or "").partition(".")[0]
    if package not in EXTRA_OF:
        return None
    extra = extra or EXTRA_OF[package]
    return MissingPackageError("missing-package", package=package, extra=extra)


def require_package(name: str) -> None:
    """Refuse, with the extra that brings it, if the package is not installed."""
    if find_spec(name) is None:
        raise MissingPackageError("missing-package", package=name, extra=EXTRA_OF[name])
