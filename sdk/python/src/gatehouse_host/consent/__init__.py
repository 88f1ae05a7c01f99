"""The consent operations, for the application's own consent page."""
