"""Round robin by Berger tables: everybody meets everybody, once a cycle (FIDE C.05, annex 1)."""
