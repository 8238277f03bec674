"""Where rating lists are kept: a file of their own beside SQLite's, or tables in PostgreSQL."""
