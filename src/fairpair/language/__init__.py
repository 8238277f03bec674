"""Everything Fairpair says: messages as codes with values, and their texts in every language."""
