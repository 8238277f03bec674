"""What the engine tells, in the language of the page or the sheet."""
