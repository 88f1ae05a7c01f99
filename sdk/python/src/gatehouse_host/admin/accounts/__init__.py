"""How administrators manage their colleagues and themselves: accounts, sessions, second factors, saved views."""
