"""The operations that change something."""
