"""Rating lists of FIDE, of federations and of clubs, read as a stream and row by row."""
