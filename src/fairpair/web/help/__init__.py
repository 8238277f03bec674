"""Help: the documentation as pages of the running server."""
