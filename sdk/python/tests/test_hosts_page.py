"""The applications of docs/hosts/python.md and of the README's chapter about the admin backend pass check-host (HC-9)."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Callable

import pytest

from .support.check_host import TOKEN
from .support.combinations import EVERY_TEST
from .support.daemon import MAIN
from .support.processes import PACKAGE, PYTHON, REPOSITORY, Process, answers, free_port, program, run
from .support.readme import code

PAGE = (REPOSITORY / "docs/hosts/python.md").read_text()
#: ``make test`` follows the page, and ``make every-test`` the README too.
PAGES = [
    pytest.param(
        dict(re.findall(r"^```(?:python|yaml) (\S+)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)),
        "app",
        "insert into products (name, price) values ('Tea', 3), ('Mug', 7)",
        id="docs/hosts/python.md",
    ),
    pytest.param(
        {"shop_admin.py": code("admin")},
        "shop_admin",
        "insert into products (sku, title, unit, price, active, archived, version) values"
        " ('A1', 'Apples', 'kg', 2.5, 0, 0, 1), ('B2', 'Bread', 'pc', 3, 0, 0, 1)",
        id="README.md",
    ),
]


@pytest.mark.parametrize(("files", "application", "rows"), PAGES if EVERY_TEST else PAGES[:1])
def test_passes(
    files: dict[str, str], application: str, rows: str, tmp_path: Path, start: Callable[..., Process]
) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    port = free_port()
    origin, database = f"http://127.0.0.1:{port}", tmp_path / "shop.db"
    env = {"GATEHOUSE_HOST__TOKEN": TOKEN, "SECRET_KEY": "of-the-test", "PYTHONPATH": str(PACKAGE / "src")}
    settings = ["--bind", f"127.0.0.1:{port}", "--threads", "8", "--keep-alive", "75", "--chdir", tmp_path]
    host = start(PYTHON, "-m", "gunicorn", *settings, f"{application}:app", env=env)
    host.until(answers(f"{origin}/"), "the application")
    with sqlite3.connect(database) as products:
        products.execute(rows)
    products.close()
    if "gatehouse.yaml" in files:
        configured = {
            "GATEHOUSE_HOST__URL": origin,
            "GATEHOUSE_HOST__TOKEN": TOKEN,
            "GATEHOUSE_ADMIN__JWT__SECRET": "x" * 32,
        }
        checked = run([program("node"), str(MAIN), "check", "--config", "gatehouse.yaml"], env=configured, cwd=tmp_path)
        assert "OK: 1 controller" in checked
    # As the page says it.
    (tmp_path / "token").write_text(TOKEN)
    command = [program("node"), str(MAIN), "check-host", "--url", origin, "--token-file", "token", "--scratch", "--deadline", "30s"]
    report = run(command, env={}, cwd=tmp_path)
    assert "checks passed" in report and "bulk/delete-matching" in report
