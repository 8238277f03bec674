"""The files in deploy/: what they name exists, and the options they use are those of Fairpair."""

import ast
import configparser
import re
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from fairpair.app.access.key_text import ADMIN_KEY
from fairpair.cli.main import cli

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
CONTAINERFILE = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
SETTINGS = (DEPLOY / "fairpair.env.example").read_text(encoding="utf-8")
COMPOSE = ["compose.sqlite.yml", "compose.postgres.yml"]
VARIABLE = re.compile(r"\$\{(\w+)")


def composition(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))
    return found


def options_of(words: list[str]) -> dict[str, Any]:
    """What Fairpair makes of these words; a word it does not know is an error."""
    command, *rest = words
    return cli.all_commands()[command].make_context(command, rest, obj=None).params


def known_variables() -> set[str]:
    """All that `fairpair serve` reads, and those of PostgreSQL's own library."""
    serve = cli.all_commands()["serve"]
    found = {str(one.envvar) for one in serve.params if isinstance(one, click.Option)}
    return {*found, ADMIN_KEY, "PGPASSWORD"}


def port_in_the_container() -> str:
    [port] = re.findall(r"^EXPOSE (\d+)$", CONTAINERFILE, re.MULTILINE)
    assert f"FAIRPAIR_PORT={port}" in CONTAINERFILE
    return str(port)


def test_what_the_container_is_made_of_exists() -> None:
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", CONTAINERFILE, re.MULTILINE)
    assert len(copied) == 4
    for name in " ".join(copied).split():
        assert (ROOT / name).exists(), name
    variables = re.findall(r"(FAIRPAIR_\w+)=", CONTAINERFILE)
    assert set(variables) <= known_variables()
    [words] = re.findall(r"^CMD \[(.*)\]$", CONTAINERFILE, re.MULTILINE)
    assert options_of(yaml.safe_load(f"[{words}]"))


@pytest.mark.parametrize("name", COMPOSE)
def test_a_composition_starts_fairpair_as_it_can_be_started(name: str) -> None:
    fairpair = composition(name)["services"]["fairpair"]
    assert set(fairpair["environment"]) <= known_variables()
    assert "FAIRPAIR_PUBLIC_URL" in fairpair["environment"]
    options = options_of(fairpair["command"])
    assert (
        options["workers"] == 1 or "postgresql://" in fairpair["environment"]["FAIRPAIR_DATABASE"]
    )
    assert (DEPLOY / fairpair["build"]["context"] / fairpair["build"]["dockerfile"]).is_file()
    assert f":{port_in_the_container()}/api/ready" in fairpair["healthcheck"]["test"][-1]


@pytest.mark.parametrize("name", COMPOSE)
def test_a_composition_declares_what_its_services_use(name: str) -> None:
    found = composition(name)
    networks, volumes = found.get("networks", {}), set(found["volumes"])
    used = set()
    for service in found["services"].values():
        assert re.fullmatch(r"[\w./-]+:[\w.-]+", service["image"])
        assert service["restart"] == "unless-stopped"
        assert service["healthcheck"]["test"][0] == "CMD"
        assert set(service.get("networks", ())) <= set(networks)
        assert set(service.get("depends_on", ())) <= set(found["services"])
        for source in (one.split(":")[0] for one in service.get("volumes", ())):
            if source.startswith("."):
                assert (DEPLOY / source).is_file(), source
            else:
                used.add(source)
    assert used == volumes


def test_the_settings_are_those_of_the_compositions() -> None:
    offered = set(re.findall(r"^(\w+)=", SETTINGS, re.MULTILINE))
    used = {one for name in COMPOSE for one in VARIABLE.findall((DEPLOY / name).read_text("utf-8"))}
    assert offered == used


def test_the_data_is_in_the_volume() -> None:
    sqlite = composition("compose.sqlite.yml")["services"]["fairpair"]
    [folder] = re.findall(r"^VOLUME (\S+)$", CONTAINERFILE, re.MULTILINE)
    assert f"FAIRPAIR_DATABASE=sqlite:///{folder}/" in CONTAINERFILE
    assert sqlite["volumes"] == [f"data:{folder}"]
    assert sqlite["ports"][0].endswith(f":{port_in_the_container()}")


def test_the_proxy_leads_to_fairpair_and_only_it_is_trusted() -> None:
    found = composition("compose.postgres.yml")
    services, networks = found["services"], found["networks"]
    caddyfile = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert f"reverse_proxy fairpair:{port_in_the_container()}" in caddyfile
    assert set(re.findall(r"\{\$(\w+)\}", caddyfile)) == set(services["caddy"]["environment"])
    [subnet] = networks["web"]["ipam"]["config"]
    trusted = options_of(services["fairpair"]["command"])["trusted_proxies"]
    assert ip_network(trusted) == ip_network(subnet["subnet"])
    assert services["caddy"]["networks"] == ["web"]
    assert services["db"]["networks"] == ["storage"]
    assert networks["storage"]["internal"] is True
    assert [name for name, one in services.items() if "ports" in one] == ["caddy"]


@pytest.mark.parametrize("name", COMPOSE)
def test_docker_accepts_a_composition(name: str) -> None:
    docker = shutil.which("docker") or ""
    asked = [docker, "compose", "version"]
    if not docker or subprocess.run(asked, capture_output=True, check=False).returncode:
        pytest.skip("docker compose is not installed")
    filled = {"PATH": "/usr/bin", "POSTGRES_PASSWORD": "x", "FAIRPAIR_PUBLIC_URL": "https://x.org"}
    words = [docker, "compose", "-f", str(DEPLOY / name), "config", "--quiet"]
    done = subprocess.run(words, env=filled, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_caddy_accepts_its_file() -> None:
    caddy = shutil.which("caddy")
    if not caddy:
        pytest.skip("caddy is not installed")
    words = [caddy, "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    env = {"FAIRPAIR_PUBLIC_URL": "https://fairpair.example.org", "HOME": "/nonexistent"}
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def unit() -> configparser.RawConfigParser:
    found = configparser.RawConfigParser(strict=False)
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read(DEPLOY / "fairpair.service", encoding="utf-8")
    return found


def test_the_service_starts_fairpair_as_it_can_be_started() -> None:
    service = unit()["Service"]
    program, *words = shlex.split(service["ExecStart"])
    assert program == "/opt/fairpair/bin/fairpair"
    assert options_of(words)["host"] == "127.0.0.1"
    variable, _, database = service["Environment"].partition("=")
    assert variable in known_variables()
    assert database.startswith(f"sqlite:////var/lib/{service['StateDirectory']}/")


def test_systemd_accepts_the_service(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if not analyze:
        pytest.skip("systemd is not installed")
    text = (DEPLOY / "fairpair.service").read_text(encoding="utf-8")
    installed = tmp_path / "fairpair.service"
    installed.write_text(text.replace("/opt/fairpair/bin/fairpair", sys.executable))
    done = subprocess.run(
        [analyze, "verify", installed], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_double_click_starts_the_desktop() -> None:
    entry = configparser.RawConfigParser()
    entry.read(DEPLOY / "fairpair.desktop", encoding="utf-8")
    program, *words = entry["Desktop Entry"]["Exec"].split()
    assert (program, options_of(words)) == ("fairpair", {})
    assert entry["Desktop Entry"]["Terminal"] == "true"  # its window says how to stop it
    for name in ("fairpair.command", "fairpair.bat"):
        script = (DEPLOY / name).read_text(encoding="ascii")
        assert re.search(r"^(exec )?fairpair desktop\r?$", script, re.MULTILINE)
    assert (DEPLOY / "fairpair.command").stat().st_mode & 0o111


RELEASE = ROOT / ".github" / "workflows" / "release.yml"


def release_jobs() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(RELEASE.read_text(encoding="utf-8"))["jobs"]
    return found


def test_a_release_is_built_with_fixed_versions_on_three_systems() -> None:
    text = RELEASE.read_text(encoding="utf-8")
    actions = re.findall(r"uses: (\S+)", text)
    assert len(actions) > 8
    assert [one for one in actions if not re.fullmatch(r"[\w/-]+@v\d+\.\d+\.\d+", one)] == []
    assert re.search(r"^  PYINSTALLER: pyinstaller==[\d.]+$", text, re.MULTILINE)
    assert "-latest" not in text
    programs = release_jobs()["programs"]["strategy"]["matrix"]["include"]
    assert {one["system"].partition("-")[0] for one in programs} == {"windows", "macos", "ubuntu"}


def test_a_release_uses_files_that_exist() -> None:
    text = RELEASE.read_text(encoding="utf-8")
    named = set(re.findall(r"\b(?:tools|deploy|tests)/[\w/.-]+|requirements[\w.-]*\.lock", text))
    assert len(named) > 6
    for name in named:
        assert (ROOT / name).is_file(), name


def test_the_one_file_is_tried_with_every_python_it_is_made_for() -> None:
    tool = (ROOT / "tools" / "one_file.py").read_text(encoding="utf-8")
    [versions] = re.findall(r"^PYTHONS = (\(.*\))$", tool, re.MULTILINE)
    assert release_jobs()["one-file"]["strategy"]["matrix"]["python"] == list(
        ast.literal_eval(versions)
    )


def test_the_recipe_of_the_program_names_packages_that_exist() -> None:
    recipe = ast.parse((DEPLOY / "fairpair.spec").read_text(encoding="utf-8"))
    named = {
        one.targets[0].id: ast.literal_eval(one.value)
        for one in recipe.body
        if isinstance(one, ast.Assign)
        and isinstance(one.targets[0], ast.Name)
        and one.targets[0].id.isupper()
    }
    assert all(find_spec(name) for name in named["PACKAGES"])
    assert not set(named["LEFT_OUT"]) & set(named["PACKAGES"])
