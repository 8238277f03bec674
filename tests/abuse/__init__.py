"""The abuse run: everything hostile people and broken clients do, to every route there is."""
