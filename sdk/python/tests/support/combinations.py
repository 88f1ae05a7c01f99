"""The combinations of host, transport and database on which check-host and the HTTP tests run."""

from __future__ import annotations

import os
from itertools import product
from typing import Any, Sequence

DATABASES = ("sqlite", "postgresql")
#: make every-test
EVERY_TEST = os.environ.get("EVERY_TEST") == "1"


def combinations(hosts: Sequence[tuple[str, ...]], *chosen: tuple[str, ...]) -> Any:
    """Each host with one database in ``make test``, and with every database in ``make every-test``.

    A chosen combination is a host and its database.
    """
    every = [(*host, database) for host, database in product(hosts, DATABASES)]
    unknown = [one for one in chosen if one not in every]
    assert not unknown, f"no such combination: {unknown}"
    return every if EVERY_TEST else list(chosen)
