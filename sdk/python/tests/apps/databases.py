"""The engine of a test application: DATABASE_URL."""

import os

from sqlalchemy import create_engine, event


def open_engine():
    engine = create_engine(os.environ["DATABASE_URL"])
    if engine.dialect.name == "sqlite":
        # Tests need no durability across a crash of the machine.
        event.listen(engine, "connect", lambda connection, _: connection.execute("pragma synchronous = off"))
    return engine
