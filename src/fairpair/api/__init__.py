"""The REST shell."""
