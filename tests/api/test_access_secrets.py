"""Keys are shown once: they are in no log, no database and no message."""

import logging
import re
from pathlib import Path

import pytest

from fairpair.app.access.grants import Role, grant_of
from fairpair.app.access.key_text import chosen_digest, digest, redact
from fairpair.app.access.keys import Access
from fairpair.core.errors import InvalidInputError
from fairpair.storage import open_store

from .role_server import CUP, FakeClock, RoleServer, role_server

__all__ = ["role_server"]


def test_no_key_is_in_the_database_file(sqlite_path: Path) -> None:
    store = open_store(f"sqlite:///{sqlite_path}")
    access = Access(store.keys, FakeClock())
    admin = access.first_admin_key()
    assert admin
    made = [admin, *(access.make(role, CUP, label="seen") for role in list(Role)[1:4])]
    code = access.login_code(grant_of(made[1].kept))
    login = access.use_code(code)
    assert login
    secrets = [*(new.key for new in made), code, login.key]
    backup = sqlite_path.with_name("copy.db")
    store.backup(backup)  # type: ignore[union-attr]
    files = [path for path in sqlite_path.parent.iterdir() if path.is_file()]
    written = b"".join(path.read_bytes() for path in files)
    store.close()
    written += sqlite_path.read_bytes()
    assert b"seen" in written
    assert len(files) >= 3
    for secret in secrets:
        random_part = secret.rsplit("_", 1)[1].encode()
        assert digest(secret).encode() in written
        assert random_part not in written
        assert random_part[:10] not in written


@pytest.mark.parametrize("address", ["memory"], indirect=True)
def test_no_key_is_in_a_log_or_a_message(
    role_server: RoleServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "fairpair")
    caplog.set_level(logging.INFO, "uvicorn")
    key = role_server.key(Role.ORGANISER)
    path = "/api/tournaments/cup"
    said = [
        role_server.client.get(f"{path}/{role}", params={"key": given}).text
        for given in (key, key[:-1])
        for role in Role
    ]
    said += [
        role_server.client.post(f"/login/{key}").text,
        role_server.client.post("/api/login").text,
    ]
    assert len(said) == 12
    for line in said:
        assert key[7:-1] not in line
    assert key[7:-1] not in redact(caplog.text)


@pytest.mark.parametrize(
    "text",
    [
        "GET /api/tournaments/cup?key=SECRET HTTP/1.1",
        "GET /x?a=1&key=SECRET&b=2",
        "GET /login/SECRET HTTP/1.1",
        "Authorization: Bearer SECRET",
        "{'authorization': 'bearer SECRET'}",
        "Authorization: Basic SECRET==",
        "Cookie: a=b; fairpair-spring-open=SECRET; fairpair=SECRET",
        "set-cookie: fairpair=SECRET; Path=/",
        "the key fp_org_SECRET was shown",
        'said "fp_ply_SECRET".',
    ],
)
def test_secrets_are_blotted_out(text: str) -> None:
    assert "SECRET" not in redact(text)
    assert len(redact(text)) > len(text.replace("SECRET", ""))


def test_other_words_stay_as_they_are() -> None:
    text = "Round 3 of cup: table 12, Bo beats Ana; fp is short; /logins?keys=2 monkey=1"
    assert redact(text) == text


def test_what_holds_a_key_does_not_show_it() -> None:
    store = open_store("memory:")
    access = Access(store.keys, FakeClock())
    made = access.make(Role.ORGANISER, CUP)
    login = access.log_in(grant_of(made.kept))
    shown = repr([made, login, login.grant, access, store.keys.find(digest(made.key))])
    assert made.key[7:] not in shown
    assert login.key[7:] not in shown
    store.close()


@pytest.mark.parametrize(
    "key",
    ["short", "x" * 100, "fifteen-letters", "with blanks in between", "ключ" * 8, "a1b2" * 60],
)
def test_an_administrators_key_that_is_easily_guessed_is_refused_kindly(key: str) -> None:
    with pytest.raises(InvalidInputError) as caught:
        chosen_digest(key)
    assert caught.value.code == "weak-admin-key"
    assert key not in str(caught.value)
    assert "FAIRPAIR_ADMIN_KEY" in caught.value.hint


def test_a_good_administrators_key_is_kept_as_a_digest() -> None:
    assert re.fullmatch("[0-9a-f]{64}", chosen_digest("correct-horse-16"))


class TestTheAdministratorsKey:
    def test_it_is_made_once_and_can_be_reset(self) -> None:
        store = open_store("memory:")
        access = Access(store.keys, FakeClock())
        first = access.first_admin_key()
        assert first
        assert access.first_admin_key() is None
        login = access.log_in(access.admin())
        assert access.verify(login.key) == access.verify(first.key) == access.admin()
        second = access.reset_admin_key()
        assert access.verify(first.key) is None
        assert access.verify(login.key) is None
        assert access.verify(second.key)
        store.close()

    def test_a_chosen_one_stands_for_those_made_before(self) -> None:
        store = open_store("memory:")
        made = Access(store.keys, FakeClock()).first_admin_key()
        assert made
        old_login = Access(store.keys, FakeClock()).log_in(grant_of(made.kept))
        chosen = Access(store.keys, FakeClock(), digest("chosen"))
        assert chosen.first_admin_key() is None
        assert chosen.verify("chosen")
        assert chosen.verify(made.key) is None
        assert chosen.verify(old_login.key) is None
        login = chosen.log_in(chosen.admin())
        assert chosen.verify(login.key)
        assert Access(store.keys, FakeClock(), digest("another")).verify(login.key) is None
        assert Access(store.keys, FakeClock()).verify(login.key) is None
        assert store.keys.find(digest("chosen")) is None
        store.close()
