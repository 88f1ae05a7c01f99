"""The statements of the admin half, for the application's tables."""
