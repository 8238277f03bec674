"""What the API and the web pages share: access, limits, errors, cached responses, streams."""
