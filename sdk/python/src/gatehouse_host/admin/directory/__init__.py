"""The directory of administrators: their tables, and what Gatehouse asks about them."""
