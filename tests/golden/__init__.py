"""Databases and logs as earlier versions wrote them; README.md says what is here."""
