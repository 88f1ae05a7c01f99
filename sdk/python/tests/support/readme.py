"""The blocks of code in the README of the package."""

from __future__ import annotations

import re

from .processes import PACKAGE

README = (PACKAGE / "README.md").read_text()
#: Files of a plugin, and of Gatehouse's configuration.
FILES = re.findall(r"^```(?:yaml|html) (\S+)\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
BLOCKS = re.findall(r"^```python (\w+)\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def code(name: str) -> str:
    return "\n\n".join(text for block, text in BLOCKS if block == name)
