"""The tie-breaks, one small module each, in folders by where they come from."""
