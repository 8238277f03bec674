"""Why a round was paired as it was: a trace as data, and texts from it."""
