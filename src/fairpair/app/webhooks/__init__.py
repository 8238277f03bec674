"""Other programs that are told what happens."""
