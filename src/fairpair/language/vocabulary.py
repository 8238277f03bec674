"""The words of a game: which of the texts that differ by game it uses."""

CONTEXTS: dict[str, tuple[str, ...]] = {
    "chess": ("chess", "floats", "withdraw"),
    "team_chess": ("team_chess", "floats", "withdraw"),
    "cards": ("cards",),
    "pokemon": ("pokemon", "cards"),
    "wargame": ("wargame",),
}
"""For each vocabulary the contexts in which its texts are looked for, the first one first.

A context is a part of `VARIANTS`; a text that is in none of them is the same in all games.
"""
