"""One method a use case; loads, decides, appends."""
