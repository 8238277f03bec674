"""Score brackets, one after the other: what all Swiss systems have in common."""
