"""Access: keys, roles and logins; keeps secrets out of logs."""
