"""Texts and files to values and back, without file handles."""
