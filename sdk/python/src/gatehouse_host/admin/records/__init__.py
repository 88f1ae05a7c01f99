"""Records of the application's models: read, written and linked inside one transaction."""
