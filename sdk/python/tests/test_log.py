"""No secret of a request reaches the log, in no spelling and in no part of a traceback (sdk/python/README.md, Logs)."""

from __future__ import annotations

import json
import logging
from typing import Any, Callable

import pytest
from sqlalchemy import create_engine, text

from gatehouse_host.contract.admin_record import CreateRecordRequest
from gatehouse_host.log import log_failure

from .support.admin_calls import CALLER, written

DIAGNOSIS = "diagnosis:\n  HIV positive"
PATH = r"C:\keys\HIV positive"
QUOTED = "HIV \"positive\", isn't"
LONG = "begin " + "HIV positive, " * 60


def logged(note: str, work: Callable[[], Any], caplog: pytest.LogCaptureFixture) -> str:
    """What the log says of a call with this note whose work fails."""
    request = CreateRecordRequest(CALLER, "acme.shop.notes", written({"note": note}))
    with caplog.at_level(logging.ERROR, "gatehouse_host"):
        try:
            work()
        except Exception as error:
            log_failure("CreateRecord", "r1", error, request)
    assert "CreateRecord failed: INTERNAL (request r1)" in caplog.text
    return caplog.text


@pytest.mark.parametrize("note", [DIAGNOSIS, PATH, QUOTED, "Übergewicht, HIV positive"])
@pytest.mark.parametrize("spelled", [str, repr, json.dumps, lambda note: str({"note": note}), str.splitlines])
def test_a_secret_is_replaced_in_every_spelling(
    note: str, spelled: Callable[[str], Any], caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise ValueError(f"bad note {spelled(note)}")

    found = logged(note, fail, caplog)
    assert "bad note" in found and "[secret]" in found and "HIV" not in found


def test_a_key_that_is_a_secret_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    """The text of a KeyError is the repr() of the key."""
    found = logged(DIAGNOSIS, lambda: {}[DIAGNOSIS], caplog)  # type: ignore[var-annotated]
    assert "KeyError: '[secret]'" in found and "HIV" not in found


@pytest.mark.parametrize("note", [DIAGNOSIS, LONG], ids=["lines", "long"])
@pytest.mark.parametrize("is_cause", [True, False], ids=["cause", "context"])
def test_parameters_of_statements_are_left_out_of_the_whole_chain(
    note: str, is_cause: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """SQLAlchemy shortens long parameters, so that they could not be found in the text."""

    def fail() -> None:
        try:
            with create_engine("sqlite://").begin() as connection:
                connection.execute(text("insert into nowhere (note) values (:note)"), {"note": note})
        except Exception as error:
            try:
                raise RuntimeError("could not note it") from (error if is_cause else None)
            except RuntimeError as second:
                second.__suppress_context__ = False
                raise ValueError("so the record is refused")

    found = logged(note, fail, caplog)
    assert "insert into nowhere" in found and "so the record is refused" in found and "HIV" not in found
