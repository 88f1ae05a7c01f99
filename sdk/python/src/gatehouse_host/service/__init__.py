"""The host's side of the contract, without a transport."""
