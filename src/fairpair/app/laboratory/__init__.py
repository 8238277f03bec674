"""The format laboratory: formats compared by many simulated events with the same luck."""
