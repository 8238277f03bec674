"""What happened: commands, events, and the state they give."""
