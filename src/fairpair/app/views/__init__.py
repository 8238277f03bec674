"""What pages and programs are shown, as plain typed data."""

from fairpair.app.views.tournaments import Summary, state_text, summaries

__all__ = ["Summary", "state_text", "summaries"]
