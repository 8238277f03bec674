"""How answers are made, kept and sent."""
