"""What the admin half reads off mapped classes, of SQLAlchemy and of Django."""
