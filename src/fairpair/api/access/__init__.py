"""Who asks, and may they: keys, logins, pages of strangers."""
