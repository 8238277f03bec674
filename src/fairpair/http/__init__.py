"""What the API and the web pages share: who asks, limits, problems, cached responses, streams."""
