"""Functions that run after the commit cannot change the answer (HC-91), on both databases and both libraries."""

from __future__ import annotations

import logging
from typing import Any, Iterator

import pytest
from sqlalchemy import create_engine, event
from sqlalchemy.orm import Session

from gatehouse_host import OpaqueTokens, SqlBackend, migrate
from gatehouse_host.contract import backend as contract
from gatehouse_host.contract.backend import Operation

from .support.django_connection import connection_to
from .support.records import RESOURCE, client, committed, redeem_refresh_token, refresh_token, run


class _Conflict(Exception):
    """An error of another database, which the application uses after the commit."""

    sqlstate = "40001"


class _AfterCommit:
    """Runs after the commit of each transaction in which a token is minted."""

    def __init__(self) -> None:
        self.runs = 0
        self.error: Exception | None = None

    def __call__(self) -> None:
        self.runs += 1
        if self.error is not None:
            raise self.error


@pytest.fixture(params=["sqlalchemy", "django"])
def library(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def source(library: str, database_url: str) -> Iterator[Any]:
    if library == "django":
        connection = connection_to(database_url)
        migrate(connection)
        yield connection
        connection.close()
        return
    engine = create_engine(database_url)
    migrate(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def after_commit(library: str) -> Iterator[_AfterCommit]:
    after = _AfterCommit()
    if library == "django":
        yield after
        return

    def listener(session: Session) -> None:
        if not session.in_nested_transaction() and session.info.pop("minted", False):
            after()

    event.listen(Session, "after_commit", listener)
    yield after
    event.remove(Session, "after_commit", listener)


@pytest.fixture
def tokens(library: str, source: Any, after_commit: _AfterCommit) -> OpaqueTokens:
    tokens = OpaqueTokens(source)

    @tokens.before_mint
    def remember(tx: Any, request: contract.MintAccessToken) -> None:
        if library == "django":
            from django.db import transaction

            transaction.on_commit(after_commit, using=tx.alias)
        else:
            with tx.begin_nested():
                tx.info["minted"] = True

    return tokens


@pytest.mark.parametrize("error", [RuntimeError("the broker is away"), _Conflict("of another database")])
def test_an_error_after_the_commit_does_not_cost_a_client_its_tokens(
    source: Any, tokens: OpaqueTokens, after_commit: _AfterCommit, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    """(HC-91) A client that gets an error sends its refresh token again, which is spent: that would revoke the grant."""
    backend = SqlBackend(source, tokens)
    committed(
        backend,
        Operation(create_client=contract.CreateClient(client=client())),
        Operation(create_refresh_token=contract.CreateRefreshToken(refresh_token=refresh_token())),
    )
    after_commit.error = error
    with caplog.at_level(logging.ERROR, "gatehouse_host"):
        (redeemed,) = committed(backend, Operation(redeem_refresh_token=redeem_refresh_token()))
    assert redeemed.redeem_refresh_token is not None
    minted = redeemed.redeem_refresh_token.minted
    assert minted is not None and tokens.verify(minted.access_token, RESOURCE) is not None
    assert after_commit.runs == 1
    assert "runs after the commit failed" in caplog.text and str(error) in caplog.text
    after_commit.error = None
    (again,) = committed(backend, Operation(redeem_refresh_token=redeem_refresh_token("r2", "r3")))
    assert again.redeem_refresh_token is not None and again.redeem_refresh_token.minted is not None


def test_an_error_before_the_commit_rolls_back(source: Any, tokens: OpaqueTokens, after_commit: _AfterCommit) -> None:
    """(HC-50)"""

    @tokens.before_mint
    def fail(tx: Any, request: contract.MintAccessToken) -> None:
        raise RuntimeError("a bug")

    backend = SqlBackend(source, tokens)
    committed(
        backend,
        Operation(create_client=contract.CreateClient(client=client())),
        Operation(create_refresh_token=contract.CreateRefreshToken(refresh_token=refresh_token())),
    )
    with pytest.raises(RuntimeError, match="a bug"):
        run(backend, Operation(redeem_refresh_token=redeem_refresh_token()))
    assert after_commit.runs == 0
    find = contract.FindRefreshToken(token_hash=refresh_token().token_hash)
    (found,) = committed(backend, Operation(find_refresh_token=find))
    assert found.find_refresh_token is not None and found.find_refresh_token.refresh_token is not None
    assert found.find_refresh_token.refresh_token.spent_at is None
