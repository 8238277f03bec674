"""Swiss pairing for every game but FIDE chess: methods, limits and criteria are rules."""
