"""Rating lists: imported, searched, and compared with the players of a tournament."""
