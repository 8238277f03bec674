"""The FIDE (Dutch) system, C.04.3 in the edition applied from 1 February 2026."""
