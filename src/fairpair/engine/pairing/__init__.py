"""Who plays whom."""
