"""gatehouse check-host against the admin half of hosts of this package (AD-…, HC-…)."""

from __future__ import annotations

from typing import Callable

import pytest

from .support.check_host import TOKEN, check_host, selected
from .support.combinations import EVERY_TEST, combinations
from .support.processes import PACKAGE, PYTHON, Process, free_port
from .support.servers import serve

#: A check of each optional capability: without the capability, it does not run.
CAPABILITIES = (
    "sessions/reads",
    "bulk/delete-matching",
    "accounts/caller-as-stored",
    "session-list/tokens",
    "second-factors/recovery-codes",
    "passkeys/app",
    "views/sharing",
    "search/pages-of-lists",
    "import/repeated",
)
#: Parts of names. Every check runs over HTTP in test_hosts_page.py, with SQLAlchemy on SQLite. Over gRPC, with Django on PostgreSQL, run
#: all that have a form for the stream, in that form, and of the others those that depend on the library or the database.
OVER_GRPC = (
    *("(stream)", "describe/", "token/", "admin-stream/", "directory/malformed", "partials/", "actions/"),
    *("records/comparisons", "records/sorts", "records/searches", "records/update", "records/delete", "relations/write"),
    *("settings/", "bulk/batches", "bulk/walk", "bulk/delete-matching", "bulk/labels", "bulk/runs-the-action"),
    *("import/creates", "import/repeated", "import/all-or-none", "import/deadline", "import/updates"),
)
#: Messages of every kind.
OVER_HTTP = ("describe/", "sessions/reads", "bulk/delete-matching", "search/pages-of-lists", "import/repeated")
#: Also the checks that write, and the data of a partial.
WRITING = ("--scratch", "--partial", "stats")


@pytest.mark.parametrize(
    ("application", "database_url"),
    combinations([("admin_grpc_host.py",), ("admin_django_host.py",)], ("admin_django_host.py", "postgresql")),
    indirect=["database_url"],
)
def test_passes_over_grpc(application: str, database_url: str, start: Callable[..., Process]) -> None:
    address = f"127.0.0.1:{free_port()}"
    env = {"DATABASE_URL": database_url, "HOST_ADDRESS": address, "GATEHOUSE_HOST__TOKEN": TOKEN}
    host = start(PYTHON, PACKAGE / "tests" / "apps" / application, env=env)
    host.until(lambda: "listening on" in host.output, "the host")
    report = check_host("--address", address, *WRITING, *selected(OVER_GRPC))
    assert "checks passed" in report and "records/written-values (stream)" in report
    assert all(check in report for check in CAPABILITIES)
    assert host.end() == 0, host.output
    assert "Traceback" not in host.output


@pytest.mark.parametrize(
    ("module", "encoding", "database_url"),
    combinations(
        [("admin_wsgi_host", "json"), ("admin_wsgi_host", "proto"), ("admin_django_host", "json")],
        ("admin_django_host", "json", "postgresql"),
    ),
    indirect=["database_url"],
)
def test_passes_over_http(module: str, encoding: str, database_url: str, start: Callable[..., Process]) -> None:
    env = {"DATABASE_URL": database_url, "GATEHOUSE_HOST__TOKEN": TOKEN}
    origin = serve(start, "gunicorn", module, env)
    report = check_host("--url", origin, "--encoding", encoding, *WRITING, *selected(OVER_HTTP))
    assert "checks passed" in report and (not EVERY_TEST or "records/written-values" in report)
    expected = [check for check in CAPABILITIES if EVERY_TEST or check.startswith(OVER_HTTP)]
    assert len(expected) >= 4 and all(check in report for check in expected)
