"""What an application does with the backend and the tokens, on SQLAlchemy. check-host holds the contract."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Column, Integer, String, create_engine, event, text
from sqlalchemy.orm import Session, declarative_base

from gatehouse_host import DeadlineExceeded, MintRefused, OpaqueTokens, SqlBackend, Unavailable, migrate
from gatehouse_host.contract import backend as contract
from gatehouse_host.contract.backend import AbortReason, Operation
from gatehouse_host.service.call import Call
from gatehouse_host.service.rpcs import Rpc
from gatehouse_host.service.transactor import Transactor

from .support.records import (
    RESOURCE,
    client,
    committed,
    mint,
    minted,
    now,
    redeem_refresh_token,
    refresh_token,
    run,
    sha256,
)

Base: Any = declarative_base()


class Visit(Base):
    __tablename__ = "visits"
    id = Column(Integer, primary_key=True)
    user_id = Column(String(50), nullable=False)


@pytest.fixture
def engine(database_url: str) -> Any:
    engine = create_engine(database_url)
    Base.metadata.create_all(engine)
    migrate(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def tokens(engine: Any) -> OpaqueTokens:
    return OpaqueTokens(engine)


@pytest.fixture
def backend(engine: Any, tokens: OpaqueTokens) -> SqlBackend:
    return SqlBackend(engine, tokens)


def test_a_sweep_keeps_what_has_not_expired_by_the_clock_of_the_host(backend: SqlBackend, tokens: OpaqueTokens) -> None:
    token = minted(backend)
    sweep = contract.SweepExpired(before=now() + timedelta(days=365))
    (swept,) = committed(backend, Operation(sweep_expired=sweep))
    assert swept.sweep_expired is not None
    assert swept.sweep_expired.refresh_tokens_removed == 0
    assert tokens.verify(token, RESOURCE) is not None


def test_verifies_a_token_for_its_resource_only(backend: SqlBackend, tokens: OpaqueTokens) -> None:
    token = minted(backend)
    for bearer in (token, f"Bearer {token}", f"bearer  {token}"):
        grant = tokens.verify(bearer, RESOURCE)
        assert grant is not None
        assert (grant.user_id, grant.client_id, grant.scopes, grant.grant_context) == ("1", "c1", ("read",), b"tenant")
    assert asyncio.run(tokens.averify(token, RESOURCE)) == grant
    assert tokens.verify(token, "https://other.example/mcp") is None
    for bearer in (None, "", "Bearer ", f"Basic {token}", f"{token}x", "Bearer a b", "\0"):
        assert tokens.verify(bearer, RESOURCE) is None


def test_does_not_verify_an_expired_token(backend: SqlBackend, tokens: OpaqueTokens) -> None:
    assert tokens.verify(minted(backend, expires_at=now() - timedelta(seconds=1)), RESOURCE) is None


def test_takes_nobody_for_no_user(backend: SqlBackend) -> None:
    """(HC-92)"""
    token = minted(backend, user_id="None")
    assert token
    with pytest.raises(TypeError, match="id of the user who is signed in"):
        backend.connected_apps(None)
    with pytest.raises(TypeError, match="id of the user who is signed in"):
        asyncio.run(backend.adisconnect(None, "l1"))
    assert [app.lineage_id for app in backend.connected_apps("None")] == ["l1"]


def test_a_refresh_with_fewer_scopes_keeps_their_order(backend: SqlBackend, tokens: OpaqueTokens) -> None:
    """(HC-74) As the other SDKs do."""
    token = refresh_token(scopes=("read", "write", "ai"))
    committed(
        backend,
        Operation(create_client=contract.CreateClient(client=client())),
        Operation(create_refresh_token=contract.CreateRefreshToken(refresh_token=token)),
    )
    (result,) = committed(backend, Operation(redeem_refresh_token=redeem_refresh_token(scopes=("ai", "read"))))
    assert result.redeem_refresh_token is not None and result.redeem_refresh_token.minted is not None
    grant = tokens.verify(result.redeem_refresh_token.minted.access_token, RESOURCE)
    assert grant is not None and grant.scopes == ("read", "ai")


def test_challenges(tokens: OpaqueTokens) -> None:
    url = "https://app.example/.well-known/oauth-protected-resource"
    assert tokens.challenge("https://app.example") == f'Bearer resource_metadata="{url}"'
    challenge = tokens.challenge("https://app.example", RESOURCE, presented=True)
    assert challenge == f'Bearer error="invalid_token", resource_metadata="{url}/mcp"'
    # RFC 9728 §3.1 removes the slash that follows the host, and no other one.
    for resource, inserted in (
        ("https://app.example/", ""),
        ("https://app.example/mcp/", "/mcp/"),
        ("https://app.example/?a=b", "?a=b"),
        ("https://app.example/a%2Fb/mcp?a=b", "/a%2Fb/mcp?a=b"),
    ):
        assert tokens.challenge("https://app.example", resource) == f'Bearer resource_metadata="{url}{inserted}"'
    assert tokens.challenge("https://app.example", "/mcp", scope="write").startswith(
        'Bearer error="insufficient_scope", scope="write", '
    )


def test_a_hook_is_part_of_the_transaction(engine: Any, backend: SqlBackend, tokens: OpaqueTokens) -> None:
    @tokens.before_mint
    def visit(tx: Session, request: contract.MintAccessToken) -> None:
        tx.add(Visit(user_id=request.user_id))
        tx.flush()
        if request.user_id == "2":
            raise MintRefused("Not — you")

    minted(backend)
    refused = run(backend, Operation(mint_access_token=mint("l2", "2")))
    assert refused.aborted is not None
    assert refused.aborted.reason is AbortReason.ABORT_REASON_MINT_REFUSED
    assert refused.aborted.public_reason == "Not ? you"
    with Session(engine) as db:
        assert [row.user_id for row in db.query(Visit)] == ["1"]


def test_a_hook_that_fails_rolls_everything_back(
    backend: SqlBackend, tokens: OpaqueTokens, caplog: pytest.LogCaptureFixture
) -> None:
    @tokens.before_mint
    def fail(tx: Session, request: contract.MintAccessToken) -> None:
        tx.execute(text("select * from nowhere where a = :context"), {"context": request.grant_context.decode()})

    create = Operation(create_client=contract.CreateClient(client=client()))
    operation = Operation(mint_access_token=mint(grant_context=b"secret-context"))
    rpc = Rpc("/BackendService/Transact", contract.TransactRequest, Transactor(backend).transact)
    with pytest.raises(Exception) as caught, caplog.at_level(logging.ERROR):
        rpc.invoke(lambda: contract.TransactRequest(operations=(create, operation)), Call(request_id="r1"))
    assert str(caught.value).startswith("the database has no table nowhere: ")
    assert "r1" in caplog.text and "nowhere" in caplog.text
    assert "secret-context" not in caplog.text
    found = committed(backend, Operation(find_client=contract.FindClient("c1")))[0].find_client
    assert found is not None and found.client is None


def test_lists_and_disconnects_apps(backend: SqlBackend, tokens: OpaqueTokens) -> None:
    committed(backend, Operation(create_client=contract.CreateClient(client=client())))
    token = minted(backend)
    minted(backend, "l2", "2")
    (app,) = backend.connected_apps(1)
    assert (app.client_name, app.lineage_id, app.scopes) == ("Ä client", "l1", ("read",))
    assert asyncio.run(backend.aconnected_apps(1)) == [app]
    assert not backend.disconnect(2, "l1")
    assert tokens.verify(token, RESOURCE) is not None
    assert backend.disconnect(1, "l1")
    assert not asyncio.run(backend.adisconnect(1, "l1"))
    assert tokens.verify(token, RESOURCE) is None
    assert backend.connected_apps(1) == []
    spent = run(backend, Operation(spend_refresh_token=contract.SpendRefreshToken(sha256("refresh of l1"), now())))
    assert spent.aborted is not None and spent.aborted.reason is AbortReason.ABORT_REASON_LINEAGE_REVOKED


def test_nothing_commits_after_the_deadline(backend: SqlBackend, tokens: OpaqueTokens) -> None:
    call = Call.within(0.5)

    @tokens.before_mint
    def slow(_tx: Session, _request: contract.MintAccessToken) -> None:
        while time.monotonic() < call.deadline:
            time.sleep(0.05)

    create = Operation(create_client=contract.CreateClient(client=client()))
    with pytest.raises(DeadlineExceeded):
        run(backend, create, Operation(mint_access_token=mint()), call=call)
    found = committed(backend, Operation(find_client=contract.FindClient("c1")))[0].find_client
    assert found is not None and found.client is None


def test_nothing_commits_after_a_cancellation(backend: SqlBackend, tokens: OpaqueTokens) -> None:
    call = Call()

    @tokens.before_mint
    def leave(_tx: Session, _request: contract.MintAccessToken) -> None:
        call.cancelled.set()

    with pytest.raises(DeadlineExceeded):
        run(backend, Operation(mint_access_token=mint()), call=call)


def test_the_count_follows_revocations_by_the_application(engine: Any, backend: SqlBackend) -> None:
    create = contract.CreateClient(client=client(), cap=1)
    committed(backend, Operation(create_client=create))
    another = Operation(create_client=contract.CreateClient(client=client("c2"), cap=1))
    assert run(backend, another).aborted is not None
    with engine.begin() as connection:
        connection.execute(text("update gatehouse_clients set revoked_at = 1"))
    result = committed(backend, another)[0].create_client
    assert result is not None and result.client_count == 1


def test_of_concurrent_writers_each_waits_for_its_turn(backend: SqlBackend) -> None:
    committed(backend, Operation(create_refresh_token=contract.CreateRefreshToken(refresh_token=refresh_token())))
    outcomes: list[Any] = []

    def spend() -> None:
        operation = Operation(spend_refresh_token=contract.SpendRefreshToken(sha256("r1"), now()))
        outcomes.append(run(backend, operation).aborted)

    threads = [threading.Thread(target=spend) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(outcomes) == 12
    assert sum(outcome is None for outcome in outcomes) == 1


def test_a_child_does_not_use_its_parents_connections(engine: Any, backend: SqlBackend) -> None:
    """As gunicorn --preload does: connect, then fork."""
    committed(backend, Operation(create_client=contract.CreateClient(client=client("parent"))))
    children = []
    for number in range(3):
        pid = os.fork()
        if pid == 0:
            try:
                for round in range(5):
                    create = contract.CreateClient(client=client(f"child-{number}-{round}"))
                    committed(backend, Operation(create_client=create))
                os._exit(0)
            except BaseException:
                os._exit(1)
        children.append(pid)
    for round in range(5):
        committed(backend, Operation(create_client=contract.CreateClient(client=client(f"parent-{round}"))))
    assert [os.waitpid(pid, 0)[1] for pid in children] == [0, 0, 0]
    with engine.connect() as connection:
        assert connection.execute(text("select count(*) from gatehouse_clients")).scalar() == 21


def test_works_with_an_engine_in_autocommit_mode(database_url: str) -> None:
    engine = create_engine(database_url, isolation_level="AUTOCOMMIT")
    migrate(engine)
    tokens = OpaqueTokens(engine)
    backend = SqlBackend(engine, tokens)
    create = Operation(create_client=contract.CreateClient(client=client()))
    twice = run(backend, create, create)
    assert twice.aborted is not None
    found = committed(backend, Operation(find_client=contract.FindClient("c1")))[0].find_client
    assert found is not None and found.client is None
    engine.dispose()


def test_works_with_an_engine_that_begins_by_itself(tmp_path: Any) -> None:
    """The recipe of SQLAlchemy's documentation for SAVEPOINT on SQLite."""
    engine = create_engine(f"sqlite:///{tmp_path}/app.db")

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN")

    migrate(engine)
    backend = SqlBackend(engine, OpaqueTokens(engine))
    create = Operation(create_client=contract.CreateClient(client=client()))
    assert run(backend, create, create).aborted is not None
    committed(backend, create)


def test_says_that_the_database_is_away(tmp_path: Any) -> None:
    away = create_engine("postgresql://nobody@127.0.0.1:1/none")
    with pytest.raises(Unavailable):
        OpaqueTokens(away).verify("token", RESOURCE)
    missing = create_engine(f"sqlite:///{tmp_path}/no/such/folder.db")
    with pytest.raises(Unavailable):
        OpaqueTokens(missing).verify("token", RESOURCE)


def test_takes_only_databases_that_it_knows() -> None:
    with pytest.raises(TypeError, match="an Engine of SQLAlchemy or a connection of Django, not str"):
        OpaqueTokens("sqlite:///app.db")
