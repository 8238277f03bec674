from storage.conftest import address, sqlite_path  # noqa: F401
