"""A preset: its rules are in a TOML file beside this module."""

from importlib.resources import files

from fairpair.plugin import read_preset

PRESET = read_preset(
    "hill_night", (files("fairpair_example") / "hill_night.toml").read_text(encoding="utf-8")
)
