"""One file a revision; the newest is the last entry of `migrations.REVISIONS`."""
