"""Who may do what: keys, roles, logins, and no secret in a log."""
