"""What failed calls write to the log: no secret of a request (sdk/python/README.md, Logs), and one line for an outage."""

from __future__ import annotations

import json
import logging
from typing import Any, Callable

import pytest
from sqlalchemy import create_engine, text

from gatehouse_host import DeadlineExceeded, Unavailable
from gatehouse_host.contract.admin_record import CreateRecordRequest
from gatehouse_host.contract.faults import Code, Fault
from gatehouse_host.contract.host import DescribeRequest, DescribeResponse
from gatehouse_host.forward.outage import Outage
from gatehouse_host.log import log_failure
from gatehouse_host.outage_log import OutageLog
from gatehouse_host.service.call import Call
from gatehouse_host.service.rpcs import Rpc

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


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    found = [record.getMessage() for record in caplog.records if record.name == "gatehouse_host"]
    caplog.clear()
    return found


def test_an_outage_is_its_first_failure_a_count_every_ten_seconds_and_its_end(
    clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """docs/operations.md, Logs of an outage."""
    outage = OutageLog("still away", "back", clock)
    outage.succeeded()
    while clock.now < 25:
        outage.failed(lambda: "refused")
        # A peer that answers every second request has not recovered.
        outage.succeeded()
        clock.now += 0.5
    clock.now += 0.5
    outage.succeeded()
    outage.succeeded()
    assert lines(caplog) == [
        "refused (counting further failures)",
        "still away: 21 failures in 10 s",
        "still away: 41 failures in 20 s",
        "back, after 50 failures in 24 s",
    ]
    outage.failed(lambda: "of the evening")
    clock.now += 8 * 3600
    outage.failed(lambda: "of the morning")
    assert lines(caplog) == [f"of the {time} (counting further failures)" for time in ("evening", "morning")]


def test_calls_that_fail_because_the_database_is_away_share_a_line(caplog: pytest.LogCaptureFixture) -> None:
    """docs/operations.md, Logs of an outage. Another failure has its own line."""
    error: BaseException = Unavailable("connection refused")

    def fail(_request: DescribeRequest, _call: Call) -> DescribeResponse:
        raise error

    rpc = Rpc("/a.b.Service/Method", DescribeRequest, fail, OutageLog("still away", "back"))

    def code() -> Code:
        with pytest.raises(Fault) as raised:
            rpc.invoke(DescribeRequest, Call.within(5))
        return raised.value.code

    assert [code() for _ in range(3)] == [Code.UNAVAILABLE] * 3
    [line] = lines(caplog)
    assert line.startswith("Method failed: UNAVAILABLE (request ") and "connection refused" in line
    for error, expected in ((DeadlineExceeded(), Code.DEADLINE_EXCEEDED), (KeyError("x"), Code.INTERNAL)):
        assert [code(), code()] == [expected] * 2
        assert len(lines(caplog)) == 2


def test_a_forwarding_application_has_one_line_for_an_outage_of_gatehouse(caplog: pytest.LogCaptureFixture) -> None:
    """docs/operations.md, Logs of an outage."""
    outage = Outage()
    for _ in range(3):
        outage.failed("GET", "/oauth/mcp/authorize?client_id=secret", OSError("refused"))
        outage.succeeded()
    expected = "GET /oauth/mcp/authorize got no answer from Gatehouse: refused (counting further failures)"
    assert lines(caplog) == [expected]


class _OfARequest(logging.Filter):
    """As one that adds the user of a request, which a thread of its own does not have."""

    def filter(self, record: logging.LogRecord) -> bool:
        raise RuntimeError("working outside of request context")


def test_a_log_of_the_application_that_fails_fails_no_call(capsys: pytest.CaptureFixture[str]) -> None:
    """HC-95"""
    away, now = [True], [100.0]

    def describe(_request: Any, _call: Call) -> DescribeResponse:
        if away[0]:
            raise Unavailable("the database is down")
        return DescribeResponse()

    rpc = Rpc("/a.b.Service/Method", DescribeRequest, describe, OutageLog("still away", "back", lambda: now[0]))
    handler = logging.StreamHandler()
    handler.addFilter(_OfARequest())
    logger = logging.getLogger("gatehouse_host")
    logger.addHandler(handler)
    try:
        with pytest.raises(Fault) as failed:
            rpc.invoke(DescribeRequest, Call())
        assert failed.value.code is Code.UNAVAILABLE
        away[0], now[0] = False, 102.0
        assert rpc.invoke(DescribeRequest, Call()) == DescribeResponse()
    finally:
        logger.removeHandler(handler)
    told = capsys.readouterr().err
    assert told.count("RuntimeError: working outside of request context") == 2
    # The failure that could not be logged may have secrets of its request (HC-96).
    assert "the database is down" not in told
