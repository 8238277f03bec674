"""Rename, archive, copy and delete a tournament, and save its rules, on pages."""

from .browser import Browser


def test_rename_and_archive(admin: Browser) -> None:
    here = admin.create("Spring Cup")
    admin.desk("/settings")
    admin.desk("/manage")
    page = admin.send("/manage/rename", name="Autumn Cup")
    assert "Tournament renamed to Autumn Cup" in page.text
    page = admin.send("/manage/archive")
    assert "Tournament archived" in page.text
    assert f"/desk/{here}" not in admin.open("/").links
    assert f"/desk/{here}" in admin.open("/?state=archived").links
    admin.desk("/manage")
    admin.send("/manage/unarchive")
    assert f"/desk/{here}" in admin.open("/?state=coming").links
    assert "No tournaments match" in admin.open("/?state=finished&q=autumn").text


def test_a_copy_leads_to_its_key(admin: Browser) -> None:
    first = admin.create("Monday Cup", "Ana\nBo")
    admin.desk("/manage")
    page = admin.send("/manage/copy", copy="Tuesday Cup", players="yes")
    second = admin.made(page)
    assert second != first
    assert [entry.entrant.name for entry in admin.t.entries.values()] == ["Ana", "Bo"]


def test_rules_become_a_preset_for_new_tournaments(admin: Browser) -> None:
    admin.create("Model Cup", rounds="3")
    admin.desk("/manage")
    page = admin.send("/manage/preset", preset="House rules")
    assert "saved as a preset" in page.text
    page = admin.send("/manage/preset", 409, preset="mtg_standard")
    assert "built-in preset" in page.text
    admin.create("Next Cup", preset="House rules")
    assert admin.t.rules.rounds == 3


def test_saved_presets_are_renamed_and_deleted(admin: Browser) -> None:
    admin.create("Model Cup", rounds="3")
    admin.desk("/manage")
    admin.send("/manage/preset", preset="Own rules")
    assert "/presets" in admin.open("/new").links
    form = admin.open("/presets").form("/presets/rename", preset="Own rules")
    new = "Thursday <b>club</b>"
    page = admin.send(form, name=new)
    assert "Own rules" not in admin.open("/new").text
    page = admin.send(page.form("/presets/rename", preset=new), 409, name="fide_dutch")
    assert "built-in preset" in page.text
    assert dict(page.form("/presets/rename", preset=new).fields)["name"] == "fide_dutch"
    page = admin.send(page.form("/presets/delete", preset=new))
    assert new not in page.text
    admin.leave()
    assert "Access key" in admin.open("/presets").text


def test_deleting_needs_the_name_and_can_be_taken_back(admin: Browser) -> None:
    here = admin.create("Doomed Cup")
    page = admin.desk("/delete")
    assert f"/api/tournaments/{here}/export/archive.json" in page.links
    page = admin.send("/delete", 422, confirm="Doomed")
    assert "Type the name exactly: Doomed Cup" in page.text
    page = admin.send("/delete", confirm="doomed cup")
    assert "Doomed Cup has been deleted" in page.text
    for address in (f"/t/{here}", f"/desk/{here}", f"/desk/{here}/manage", f"/t/{here}/standings"):
        admin.open(address, 404)
    assert f"/desk/{here}" not in admin.open("/?state=all").links
    admin.open("/deleted")
    admin.send(f"/{here}/restore")
    assert admin.desk().status == 200


def test_an_organiser_manages_only_the_own_tournament(admin: Browser) -> None:
    admin.begin("Own Cup")
    own, key = admin.here, admin.key
    admin.begin("Other Cup")
    other = admin.here
    admin.log_in(key)
    page = admin.open(f"/desk/{own}/manage")
    assert "/manage/copy" not in page.html
    assert "/manage/preset" not in page.html
    for address in (f"/desk/{other}/manage", f"/desk/{other}/delete", "/deleted"):
        assert "/login" in str(admin.client.get(address).headers.get("location", "/login"))
    admin.open(f"/desk/{own}/delete")
    page = admin.send("/delete", confirm=own)
    assert "has been deleted" in page.text
    assert "Restore" not in page.text.replace("restore", "")
    assert own not in admin.tournaments
