"""Second factors of administrators (HC-57; admin_second_factor.proto), on both databases."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from gatehouse_host.contract import admin_directory as directory
from gatehouse_host.contract import admin_second_factor as factor
from gatehouse_host.contract.admin_account import AccountRefusal as Refusal
from gatehouse_host.contract.faults import Code, Fault

from .support.admin_calls import AdminCalls
from .support.administrators import ROLES, admin, authenticate, create, grant, said, sql, update

SECRET, RESEALED = "sealed-by-gatehouse_1", "sealed-with-a-newer-key"
CODES = tuple(f"{number:064x}" for number in range(1, 11))


def set_(call: AdminCalls, who: Any, version: int = 0, secret: str = SECRET, step: int = 100) -> Any:
    return call(factor.SetSecondFactorRequest(who.id, version, secret, step, CODES))


def use(call: AdminCalls, who: Any, secret: str = SECRET, resealed: str = "", **code: Any) -> bool:
    return bool(call(factor.UseSecondFactorRequest(who.id, secret, resealed_secret=resealed, **code)).accepted)


def found(call: AdminCalls, who: Any) -> Any:
    return call(factor.GetSecondFactorRequest(who.id)).second_factor


def test_a_second_factor_ends_the_sessions_without_it(engine: Any, call: AdminCalls) -> None:
    ada = admin(call, "ada")
    assert found(call, ada) is None
    assert set_(call, ada, version=3).refusal is Refusal.ACCOUNT_REFUSAL_STALE
    made = set_(call, ada).administrator
    assert (made.has_second_factor, made.token_version) == (True, 1)
    assert found(call, ada) == factor.SecondFactor(SECRET, 10)
    assert authenticate(call, ada).refusal is directory.TokenRefusal.TOKEN_REFUSAL_STALE
    assert set_(call, ada, version=1).refusal is Refusal.ACCOUNT_REFUSAL_FORBIDDEN
    # The values are those of the TypeScript SDK, so that a host can change its language.
    hashes = "[" + ",".join(f'"{code}"' for code in CODES) + "]"
    stored = "select user_id, sealed_secret, last_step, recovery_hashes from backend_second_factors"
    assert sql(engine, stored) == [(int(ada.id), SECRET, 100, hashes)]


@pytest.mark.parametrize("code", [{"recovery_hash": CODES[3]}, {"step": 101}])
def test_of_uses_of_one_code_at_once_exactly_one_is_accepted(engine: Any, call: AdminCalls, code: Any) -> None:
    ada = admin(call, "ada")
    set_(call, ada)
    together = Barrier(6)

    def use_at_once(_: int) -> bool:
        together.wait(30)
        return use(call, ada, **code)

    with ThreadPoolExecutor(6) as threads:
        assert [*threads.map(use_at_once, range(6))].count(True) == 1
    assert found(call, ada).recovery_codes_left == (9 if "recovery_hash" in code else 10)


def test_different_recovery_codes_at_once_are_all_accepted(call: AdminCalls) -> None:
    ada = admin(call, "ada")
    set_(call, ada)
    with ThreadPoolExecutor(5) as threads:
        assert all(threads.map(lambda code: use(call, ada, recovery_hash=code), CODES[:5]))
    assert found(call, ada).recovery_codes_left == 5


def test_a_code_of_the_app_is_later_than_every_one_before(call: AdminCalls) -> None:
    ada = admin(call, "ada")
    set_(call, ada, step=100)
    # The code that confirmed the secret counts.
    assert [use(call, ada, step=step) for step in (100, 99, 102, 101, 102, 103)] == [
        False, False, True, False, False, True
    ]  # fmt: skip
    assert not use(call, ada, secret="another", step=200)
    assert use(call, ada, step=104, resealed=RESEALED)
    assert found(call, ada).sealed_secret == RESEALED
    # A refused code reseals nothing.
    assert not use(call, ada, secret=RESEALED, step=104, resealed=SECRET)
    assert found(call, ada).sealed_secret == RESEALED


def test_new_recovery_codes_replace_the_earlier_ones(call: AdminCalls) -> None:
    ada = admin(call, "ada")
    set_(call, ada)
    new = ("f" * 64,)
    assert call(factor.SetRecoveryCodesRequest(ada.id, "another", new)).replaced is False
    assert call(factor.SetRecoveryCodesRequest(ada.id, SECRET, new)).replaced is True
    assert not use(call, ada, recovery_hash=CODES[0])
    assert use(call, ada, recovery_hash=new[0]) and found(call, ada).recovery_codes_left == 0


def test_those_who_may_manage_an_administrator_remove_the_second_factor(engine: Any, call: AdminCalls) -> None:
    ada, bob, eve = admin(call, "ada", superuser=True), admin(call, "bob"), admin(call, "eve")
    grant(engine, bob, "backend.administrators")
    for who in (ada, eve):
        set_(call, who)
    remove = factor.RemoveSecondFactorRequest
    assert call(remove(ada.id, bob.id)).refusal is Refusal.ACCOUNT_REFUSAL_FORBIDDEN
    removed = call(remove(eve.id, bob.id)).administrator
    assert (removed.has_second_factor, removed.token_version) == (False, 2)
    assert call(remove(eve.id, eve.id)).refusal is Refusal.ACCOUNT_REFUSAL_STALE
    # An operator.
    assert call(remove(ada.id, "")).administrator.token_version == 2
    assert call(remove("999", ada.id)).refusal is Refusal.ACCOUNT_REFUSAL_UNKNOWN


def test_an_inactive_administrator_has_none(engine: Any, call: AdminCalls) -> None:
    ada = admin(call, "ada")
    set_(call, ada)
    sql(engine, "update backend_users set is_activated = 0")
    assert found(call, ada) is None
    assert not use(call, ada, step=101)
    assert call(factor.SetRecoveryCodesRequest(ada.id, SECRET, CODES)).replaced is False


def test_a_role_demands_a_second_factor(engine: Any, call: AdminCalls) -> None:
    ada, bob = admin(call, "ada", superuser=True), admin(call, "bob")
    role = create(call, ada, ROLES, code="strict", name="Strict").created.id
    sql(engine, "update backend_users set role_id = :role where id = :id", role=int(role), id=int(bob.id))
    assert authenticate(call, bob).administrator.must_have_second_factor is False
    assert said(update(call, ada, role, ROLES, requires_second_factor=1)) == "done"
    assert authenticate(call, bob).administrator.must_have_second_factor is True
    assert said(update(call, ada, role, ROLES, requires_second_factor=2)).startswith("requires_second_factor: ")


def test_no_secret_reaches_the_log(engine: Any, call: AdminCalls, caplog: pytest.LogCaptureFixture) -> None:
    ada = admin(call, "ada")
    sql(engine, "drop table backend_views")
    sql(engine, "alter table backend_second_factors rename to moved")
    with caplog.at_level(logging.DEBUG):
        for attempt in (lambda: set_(call, ada), lambda: use(call, ada, recovery_hash=CODES[0])):
            with pytest.raises(Fault) as raised:
                attempt()
            assert raised.value.code is Code.INTERNAL
    assert "failed: INTERNAL" in caplog.text
    assert SECRET not in caplog.text and CODES[0] not in caplog.text
