"""Files that nobody meant: every format, mutilated in every way, through every entrance.

They stand apart from `tests/formats`, as a file goes through formats, use cases and commands alike.
`python -m abuse_files --help` (in `tests`) runs as many of them as you like.
"""
