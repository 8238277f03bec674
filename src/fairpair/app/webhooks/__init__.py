"""Webhooks: other programs that are notified about events."""
