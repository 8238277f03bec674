"""Chess by the FIDE rules: the cases of the list that arbiters check, by their names."""
