"""The artifacts, and what static checks say."""

from __future__ import annotations

import shutil
import tarfile
import zipfile
from pathlib import Path

from .support.combinations import EVERY_TEST
from .support.processes import PACKAGE, PYTHON, program, run


def test_is_typed() -> None:
    run([program("mypy"), "--strict"], cwd=PACKAGE)


def test_installs_into_an_empty_environment(tmp_path: Path) -> None:
    source = tmp_path / "source"
    kept = shutil.ignore_patterns("__pycache__", "*.egg-info", "build", "dist", ".*")
    shutil.copytree(PACKAGE, source, ignore=kept)
    run([PYTHON, "-m", "build", "--no-isolation", "--outdir", str(tmp_path / "dist"), str(source)])
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    (archive,) = (tmp_path / "dist").glob("*.tar.gz")
    modules = {str(path.relative_to(PACKAGE / "src")) for path in (PACKAGE / "src").rglob("*.py")}
    with zipfile.ZipFile(wheel) as files:
        names = set(files.namelist())
    assert modules | {"gatehouse_host/py.typed"} <= names
    assert not [name for name in names if not name.startswith(("gatehouse_host/", "gatehouse_host-"))]
    with tarfile.open(archive) as files:
        packed = files.getnames()
    assert any(name.endswith("/src/gatehouse_host/py.typed") for name in packed)

    # The wheel was built from the sdist, as pip would build it again.
    for artifact in (wheel, archive) if EVERY_TEST else (wheel,):
        # The sdist is built without network too, so it needs the setuptools of the system.
        site = [] if artifact is wheel else ["--system-site-packages"]
        venv = tmp_path / f"venv-{artifact.suffix}"
        # The pip of the system, because a copy in each environment takes seconds.
        run([PYTHON, "-m", "venv", "--without-pip", *site, str(venv)])
        python = str(venv / "bin" / "python")
        install = ["install", "--no-index", "--no-deps", "--no-build-isolation", "--no-compile", str(artifact)]
        run([PYTHON, "-m", "pip", "--python", python, *install])
        code = "import gatehouse_host as g; print(g.__file__, g.Host('A').describe().protocol_version)"
        printed = run([python, "-c", code], cwd=tmp_path)
        assert str(venv) in printed and printed.strip().endswith(" 1")
