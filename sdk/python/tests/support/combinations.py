"""The combinations of host, library, transport and database with which tests run."""

from __future__ import annotations

import os
from itertools import product
from typing import Any, Mapping, Sequence

DATABASES = ("sqlite", "postgresql")
#: make every-test
EVERY_TEST = os.environ.get("EVERY_TEST") == "1"

#: The pairs of ``make test``, by the fixture that has the library as its parameter. In each of them both libraries and both
#: databases occur, and all pairs occur in the two.
PAIRS = {
    "call": {("sqlalchemy", "sqlite"), ("django", "postgresql")},
    "shop": {("django", "sqlite"), ("sqlalchemy", "postgresql")},
}


def is_usual(parameters: Mapping[str, object]) -> bool:
    """Whether a test with these parameters of its fixtures runs in ``make test``."""
    database = parameters.get("database_url")
    return EVERY_TEST or all(
        (parameters[fixture], database) in pairs
        for fixture, pairs in PAIRS.items()
        if fixture in parameters and database is not None
    )


def combinations(hosts: Sequence[tuple[str, ...]], *chosen: tuple[str, ...]) -> Any:
    """Each host with one database in ``make test``, and with every database in ``make every-test``.

    A chosen combination is a host and its database.
    """
    every = [(*host, database) for host, database in product(hosts, DATABASES)]
    unknown = [one for one in chosen if one not in every]
    assert not unknown, f"no such combination: {unknown}"
    return every if EVERY_TEST else list(chosen)
