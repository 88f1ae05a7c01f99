"""The engine of a test application: DATABASE_URL."""

import os

from sqlalchemy import create_engine, event


def open_engine():
    url = os.environ["DATABASE_URL"]
    # As the README says: connections beyond the size of the pool are closed after each use.
    engine = create_engine(url) if url.startswith("sqlite") else create_engine(url, pool_size=20)
    if engine.dialect.name == "sqlite":
        # Tests need no durability across a crash of the machine.
        event.listen(engine, "connect", lambda connection, _: connection.execute("pragma synchronous = off"))
    return engine
