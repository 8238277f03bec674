"""Pages of the staff travel packed, and being packed gives nothing away."""

from .browser import Browser


def test_a_page_of_the_desk_is_packed_for_who_understands_that(admin: Browser) -> None:
    here = f"/desk/{admin.create('Packed')}/players"
    packed = admin.client.get(here)
    plain = admin.client.get(here, headers={"Accept-Encoding": "identity"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) < len(plain.content) / 2
    assert "Content-Encoding" not in plain.headers
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert "<title>" in packed.text
    assert abs(len(packed.content) - len(plain.content)) < 10


def test_the_word_of_the_forms_is_another_one_on_every_page_and_each_counts(admin: Browser) -> None:
    here = f"/desk/{admin.create('Words')}/players"
    first, second = admin.open(here).form("/add"), admin.open(here).form("/add")
    one, other = (dict(form.fields)["csrf"] for form in (first, second))
    assert one != other
    admin.send(first, name="Eve")
    admin.send(second, name="Flo")
    admin.send(second, 403, name="Gus", csrf=one[:16] + other[16:])
    assert len(admin.t.entries) == 6


def test_an_answer_with_new_keys_is_not_packed(admin: Browser) -> None:
    here = f"/desk/{admin.create('Keys')}/access"
    page = admin.send(admin.open(here).form("/access/players"))
    assert page.html.count("/player/fp_ply_") >= 4
    assert "Content-Encoding" not in page.answer.headers
