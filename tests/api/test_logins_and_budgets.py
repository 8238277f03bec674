"""Where somebody is logged in, logging out everywhere, and limits on what costs much."""

import httpx
import pytest

from fairpair.core.errors import OverloadedError, RateLimitedError
from fairpair.http.limits import Budget

from .app_server import AppServer


def browser(server: AppServer, key: str) -> httpx.Client:
    """A browser that has logged in with this key."""
    client = httpx.Client(base_url=server.client.base_url)
    assert client.post("/api/login", json={"key": key}).status_code == 200
    return client


def test_logins_are_listed_and_ended(event: AppServer) -> None:
    here = {"tournament": event.here}
    first, second = (browser(event, event.key) for _ in range(2))
    found = first.get("/api/logins", params=here).json()["logins"]
    assert [one["current"] for one in found] == [True, False]
    other = found[1]["id"]
    assert first.delete(f"/api/logins/{other}", params=here).status_code == 204
    assert second.get("/api/logins", params=here).status_code == 401
    again = first.delete(f"/api/logins/{other}", params=here)
    assert (again.status_code, again.json()["code"]) == (404, "no-login")
    first.close()
    second.close()


def test_logging_out_everywhere_keeps_the_key_and_other_keys(event: AppServer) -> None:
    judge = event.staff_key()
    mine = [browser(event, event.key) for _ in range(3)]
    theirs = browser(event, judge)
    assert event.client.get("/api/logins").status_code == 401
    assert event.ask("DELETE", "/api/logins").status_code == 204
    here = {"tournament": event.here}
    assert [one.get("/api/logins", params=here).status_code for one in mine] == [401] * 3
    assert theirs.get("/api/logins", params=here).status_code == 200
    assert event.ask("GET", "/api/logins").json() == {"logins": []}
    for one in (*mine, theirs):
        one.close()


def test_logging_out_everywhere_ends_login_links_that_nobody_has_used(event: AppServer) -> None:
    grant = event.access.verify(event.key)
    assert grant
    code = event.access.login_code(grant)
    assert event.ask("DELETE", "/api/logins").status_code == 204
    assert event.access.use_code(code) is None
    assert event.access.use_code(event.access.login_code(grant))


def test_an_address_has_a_budget_and_an_answer_in_memory_is_free(event: AppServer) -> None:
    cache = event.cache
    assert cache is not None
    cache.budget = Budget(3)
    for player in (1, 2, 3):
        assert event.client.get(f"{event.base}/rounds/1/why/{player}").status_code == 200
    refused = event.client.get(f"{event.base}/rounds/1/why/4")
    assert (refused.status_code, refused.json()["code"]) == (429, "too-many-explanations")
    assert int(refused.headers["retry-after"]) >= 1
    assert event.client.get(f"{event.base}/rounds/1/why/1").status_code == 200
    assert event.client.get(f"/t/{event.here}/why/1/1/5").status_code == 429
    assert event.client.get(f"{event.base}/rounds/1").status_code == 200
    cache.budget = Budget()


def test_only_some_are_made_at_once() -> None:
    budget = Budget(100, at_once=1, patience=0.01)
    with budget.spend("192.0.2.1"), pytest.raises(OverloadedError) as busy:
        budget.spend("192.0.2.2").__enter__()
    assert busy.value.retry_after >= 1
    with budget.spend("192.0.2.2"):
        pass


def test_each_address_has_its_own_budget() -> None:
    budget = Budget(1)
    for address in ("192.0.2.1", "192.0.2.2"):
        with budget.spend(address):
            pass
    with pytest.raises(RateLimitedError), budget.spend("192.0.2.1"):
        pass
