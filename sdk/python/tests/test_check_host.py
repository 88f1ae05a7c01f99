"""gatehouse check-host against hosts of this package."""

from __future__ import annotations

from typing import Callable

import pytest

from .support.check_host import TOKEN, check_host, selected
from .support.combinations import combinations
from .support.processes import PACKAGE, PYTHON, Process, free_port

#: Parts of names. Over gRPC a check of transactions runs twice. The unary calls of it reach the same functions as those over HTTP, where
#: Django's host passes every check, so these are the streamed ones, and what only gRPC and its server could fail.
GRPC_CHECKS = ("(stream)", "stream/", "describe/", "health/", "token/", "operation/", "cancellation/", "deadline/", "mint-refused")
#: What is about messages, headers, deadlines and calls at once.
ASGI_CHECKS = ("describe/", "token/", "malformed", "deadline/", "cancellation/", "transaction/", "under-concurrency")


@pytest.mark.parametrize(
    ("application", "database_url"),
    combinations([("grpc_host.py",), ("django_host.py",)], ("grpc_host.py", "sqlite")),
    indirect=["database_url"],
)
def test_passes_over_grpc(application: str, database_url: str, start: Callable[..., Process]) -> None:
    address = f"127.0.0.1:{free_port()}"
    env = {"DATABASE_URL": database_url, "HOST_ADDRESS": address, "GATEHOUSE_HOST__TOKEN": TOKEN}
    host = start(PYTHON, PACKAGE / "tests" / "apps" / application, env=env)
    host.until(lambda: "listening on" in host.output, "the host")
    report = check_host("--address", address, *selected(GRPC_CHECKS))
    assert "checks passed" in report
    assert all(check in report for check in ("sweep/expired-only (stream)", "stream/end", "redeem-code/mint-refused"))
    assert host.end() == 0, host.output


@pytest.mark.parametrize(
    ("server", "module", "encoding", "database"),
    combinations(
        [
            ("gunicorn", "flask_host", "json"),
            ("gunicorn", "django_host", "proto"),
            ("uvicorn", "fastapi_host", "proto"),
        ],
        ("gunicorn", "django_host", "proto", "postgresql"),
        ("uvicorn", "fastapi_host", "proto", "postgresql"),
    ),
)
def test_passes_over_http(
    server: str, module: str, encoding: str, database: str, host_at: Callable[[str, str, str], str]
) -> None:
    # The backend of FastAPI's host is Flask's, which passes every check: here are those that its server could fail.
    chosen = selected(ASGI_CHECKS) if server == "uvicorn" else []
    origin = host_at(server, module, database)
    assert "checks passed" in check_host("--url", origin, "--encoding", encoding, *chosen)
