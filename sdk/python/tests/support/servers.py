"""Applications of tests/apps under the servers that people use."""

from __future__ import annotations

from typing import Callable

from .processes import PACKAGE, PYTHON, Process, answers, free_port

APPS = PACKAGE / "tests" / "apps"


def serve(start: Callable[..., Process], server: str, module: str, env: dict[str, str]) -> str:
    """The origin of an application under gunicorn (WSGI) or uvicorn (ASGI)."""
    port = free_port()
    if server == "gunicorn":
        settings = ["--bind", f"127.0.0.1:{port}", "--threads", "8", "--worker-class", "gthread", "--keep-alive", "75"]
        # It ends workers that take longer to start; the default is 30 seconds.
        settings += ["--timeout", "300"]
        command = [PYTHON, "-m", "gunicorn", *settings, "--chdir", str(APPS), f"{module}:app"]
    else:
        command = [
            PYTHON,
            "-m",
            "uvicorn",
            "--no-proxy-headers",
            "--timeout-keep-alive",
            "75",
            "--port",
            str(port),
            "--app-dir",
            str(APPS),
            f"{module}:asgi",
        ]
    process = start(*command, env=env)
    origin = f"http://127.0.0.1:{port}"
    process.until(answers(f"{origin}/"), server)
    return origin
