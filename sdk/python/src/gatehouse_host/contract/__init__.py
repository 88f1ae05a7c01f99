"""The messages of the contract, and their two encodings."""
