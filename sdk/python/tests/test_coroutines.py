"""Functions with async, which nothing would await: an error at startup, not a check that passes in silence (HC-90)."""

from __future__ import annotations

import functools
from datetime import datetime, timedelta, timezone
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Column, Integer, String, create_engine
from sqlalchemy.orm import declarative_base

from gatehouse_host import Host, OpaqueTokens
from gatehouse_host.admin import Admin, Controller, Permission, Settings, action, options, partial, scope
from gatehouse_host.contract.backend import MintAccessToken
from gatehouse_host.mcp import McpServer

Base: Any = declarative_base()
NO_ASYNC = "must be a function without async"
HOOKS = (
    *("before_create", "after_create", "before_update", "after_update", "before_delete", "after_delete"),
    *("before_link", "after_link", "before_unlink", "after_unlink", "list_scope", "form_scope"),
)


class Note(Base):
    __tablename__ = "notes"
    id = Column(Integer, primary_key=True)
    title = Column(String(50))


async def never(*_given: Any) -> None:
    raise AssertionError("it does not run")


class Called:
    async def __call__(self, *_given: Any) -> None:
        await never()


@pytest.mark.parametrize("hook", [never, functools.partial(never, 1), Called()])
def test_before_mint_sign_in_and_run_of_tools(hook: Any) -> None:
    """(HC-90) The token would be minted for a user whom the hook refuses."""
    engine = create_engine("sqlite://")
    with pytest.raises(TypeError, match=f"before_mint: {NO_ASYNC}"):
        OpaqueTokens(engine).before_mint(hook)
    with pytest.raises(TypeError, match=f"sign_in: {NO_ASYNC}"):
        Host("Shop", sign_in=hook)
    with pytest.raises(TypeError, match=f"run: {NO_ASYNC}"):
        McpServer("a", "1", "https://a.example", "https://a.example/mcp", OpaqueTokens(engine), [], run=hook)


@pytest.mark.filterwarnings("error")
def test_a_hook_that_returns_a_coroutine_lets_no_token_through() -> None:
    """(HC-90)"""
    tokens = OpaqueTokens(create_engine("sqlite://"))
    tokens.before_mint(lambda tx, mint: never())
    at = datetime.now(timezone.utc)
    request = MintAccessToken(user_id="1", at=at, expires_at=at + timedelta(hours=1))
    with pytest.raises(TypeError, match="before_mint: returned an awaitable"):
        tokens.within(SimpleNamespace(handle=None)).mint(request)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", HOOKS)
def test_hooks_and_scopes_of_controllers(name: str) -> None:
    """(HC-90)"""
    kind = type("Notes", (Controller,), {"id": "acme.shop.notes", "model": Note, name: lambda self, *given: None})
    broken = type("Notes", (kind,), {name: Called.__call__})
    with pytest.raises(TypeError, match=rf"Notes\.{name}: {NO_ASYNC}"):
        Admin(create_engine("sqlite://"), [broken], plugin="acme.shop", permissions=[Permission("acme.shop.a", "A")])


@pytest.mark.parametrize("mark", [action("Do"), options, partial, scope])
def test_decorated_methods(mark: Any) -> None:
    """(HC-90)"""
    with pytest.raises(TypeError, match=f"never: {NO_ASYNC}"):
        mark(never)


@pytest.mark.parametrize("name", ["before_save", "after_save"])
def test_hooks_of_settings(name: str) -> None:
    """(HC-90)"""

    class Shop(Settings, code="shop"):
        closed: bool = False

    setattr(Shop, name, Called.__call__)
    with pytest.raises(TypeError, match=rf"Shop\.{name}: {NO_ASYNC}"):
        Admin(create_engine("sqlite://"), [Shop], plugin="acme.shop")
