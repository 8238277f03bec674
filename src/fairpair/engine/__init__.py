"""Pure functions over the core: pairing, standings, cuts."""
