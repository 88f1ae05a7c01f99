"""Passkeys of administrators (HC-80; admin_passkey.proto), on both databases."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from threading import Barrier
from typing import Any

import pytest

from gatehouse_host.contract import admin_directory as directory
from gatehouse_host.contract import admin_passkey as wire
from gatehouse_host.contract import admin_second_factor as factor
from gatehouse_host.contract.admin_account import AccountRefusal as Refusal
from gatehouse_host.contract.faults import Code, Fault

from .support.admin_calls import AdminCalls
from .support.administrators import admin, authenticate, sql

ADDED = datetime(2026, 11, 27, 12, 0, 0, 123000, tzinfo=timezone.utc)
CODES = tuple(f"{number:064x}" for number in range(1, 11))
KEY = wire.Passkey("credential_1", "cose-key", 5, ("usb", "nfc"), True, "Schlüssel", ADDED)
APP = "sealed-by-gatehouse_1"


def add(call: AdminCalls, who: Any, version: int = 0, key: wire.Passkey = KEY, codes: Any = CODES) -> Any:
    return call(wire.AddPasskeyRequest(who.id, version, key, codes))


def listed(call: AdminCalls, who: Any) -> Any:
    return call(wire.ListPasskeysRequest(who.id)).passkeys


def use(call: AdminCalls, who: Any, count: int, credential: str = KEY.credential_id) -> bool:
    request = wire.UsePasskeyRequest(who.id, credential, count, False, ADDED + timedelta(hours=1))
    return bool(call(request).accepted)


def factor_of(call: AdminCalls, who: Any) -> Any:
    return call(factor.GetSecondFactorRequest(who.id)).second_factor


def test_a_passkey_is_a_second_factor_with_recovery_codes(engine: Any, call: AdminCalls) -> None:
    ada, bob = admin(call, "ada"), admin(call, "bob")
    assert listed(call, ada) == ()
    stale = wire.AddPasskeyRefusal.ADD_PASSKEY_REFUSAL_STALE
    assert add(call, ada, version=3).refusal is stale
    made = add(call, ada).administrator
    assert (made.has_second_factor, made.token_version) == (True, 1)
    assert listed(call, ada) == (KEY,)
    assert factor_of(call, ada) == factor.SecondFactor("", 10)
    assert authenticate(call, ada).refusal is directory.TokenRefusal.TOKEN_REFUSAL_STALE
    registered = wire.AddPasskeyRefusal.ADD_PASSKEY_REFUSAL_REGISTERED
    assert [add(call, ada, 1).refusal, add(call, bob).refusal] == [registered, registered]
    # The values are those of the TypeScript SDK, so that a host can change its language.
    stored = "select credential_id, user_id, public_key, sign_count, transports, backed_up, name, used_at from backend_passkeys"
    row = ("credential_1", int(ada.id), "cose-key", 5, '["usb","nfc"]', 1, "Schlüssel", None)
    assert sql(engine, stored) == [row]
    second = replace(KEY, credential_id="credential_2", created_at=ADDED + timedelta(seconds=1))
    assert add(call, ada, 1, second, ()).administrator.token_version == 2
    assert [listed(call, ada), factor_of(call, ada).recovery_codes_left] == [(KEY, second), 10]


def test_an_administrator_has_at_most_20(call: AdminCalls) -> None:
    ada = admin(call, "ada")
    for number in range(20):
        assert add(call, ada, number, replace(KEY, credential_id=f"key-{number}")).administrator
    refused = add(call, ada, 20, replace(KEY, credential_id="one-more")).refusal
    assert refused is wire.AddPasskeyRefusal.ADD_PASSKEY_REFUSAL_TOO_MANY


def test_of_uses_of_one_counter_at_once_exactly_one_is_accepted(call: AdminCalls) -> None:
    ada = admin(call, "ada")
    add(call, ada)
    assert [use(call, ada, count) for count in (5, 4, 0)] == [False, False, False]
    assert not use(call, ada, 9, "another")
    together = Barrier(6)

    def use_at_once(_: int) -> bool:
        together.wait(30)
        return use(call, ada, 6)

    with ThreadPoolExecutor(6) as threads:
        assert [*threads.map(use_at_once, range(6))].count(True) == 1
    used = replace(KEY, sign_count=6, backed_up=False, used_at=ADDED + timedelta(hours=1))
    assert listed(call, ada) == (used,)
    assert use(call, ada, 2**32 - 1)


def test_an_authenticator_without_a_counter_always_sends_0(call: AdminCalls) -> None:
    ada = admin(call, "ada")
    add(call, ada, key=replace(KEY, sign_count=0))
    assert [use(call, ada, count) for count in (0, 0, 1, 0)] == [True, True, True, False]


def test_a_passkey_is_renamed_and_removed_by_its_administrator(call: AdminCalls) -> None:
    ada, bob = admin(call, "ada"), admin(call, "bob")
    add(call, ada)
    id = KEY.credential_id
    assert call(wire.RenamePasskeyRequest(bob.id, id, "Mine")).renamed is False
    assert call(wire.RenamePasskeyRequest(ada.id, id, "Office")).renamed is True
    assert listed(call, ada) == (replace(KEY, name="Office"),)
    assert call(wire.RemovePasskeyRequest(bob.id, id)).refusal is Refusal.ACCOUNT_REFUSAL_STALE
    gone = call(wire.RemovePasskeyRequest(ada.id, id)).administrator
    assert (gone.has_second_factor, gone.token_version) == (False, 2)
    assert factor_of(call, ada) is None
    assert call(wire.RemovePasskeyRequest("999", id)).refusal is Refusal.ACCOUNT_REFUSAL_UNKNOWN


def test_an_app_comes_and_goes_beside_a_passkey(call: AdminCalls) -> None:
    ada = admin(call, "ada")
    remove_app = wire.RemoveAuthenticatorAppRequest(ada.id)
    add(call, ada)
    assert call(remove_app).refusal is Refusal.ACCOUNT_REFUSAL_STALE
    set_app = factor.SetSecondFactorRequest(ada.id, 1, APP, 100, ())
    assert call(set_app).administrator.token_version == 2
    assert factor_of(call, ada) == factor.SecondFactor(APP, 10)
    assert call(remove_app).administrator.has_second_factor is True
    assert [factor_of(call, ada), listed(call, ada)] == [factor.SecondFactor("", 10), (KEY,)]
    step = factor.UseSecondFactorRequest(ada.id, "", step=200)
    code = factor.UseSecondFactorRequest(ada.id, "", recovery_hash=CODES[0])
    assert [call(step).accepted, call(code).accepted, call(code).accepted] == [False, True, False]
    call(replace(set_app, token_version=3))
    assert call(wire.RemovePasskeyRequest(ada.id, KEY.credential_id)).administrator.has_second_factor is True
    assert call(remove_app).administrator.has_second_factor is False
    assert factor_of(call, ada) is None


def test_the_reset_of_a_second_factor_removes_passkeys(call: AdminCalls) -> None:
    ada = admin(call, "ada")
    add(call, ada)
    assert call(factor.RemoveSecondFactorRequest(ada.id, "")).administrator.has_second_factor is False
    assert listed(call, ada) == ()
    assert add(call, ada, 2).administrator.has_second_factor is True


def test_an_inactive_administrator_has_none(engine: Any, call: AdminCalls) -> None:
    ada = admin(call, "ada")
    add(call, ada)
    sql(engine, "update backend_users set is_activated = 0")
    assert listed(call, ada) == () and not use(call, ada, 6)
    assert call(wire.RenamePasskeyRequest(ada.id, KEY.credential_id, "x")).renamed is False
    for request in (wire.RemovePasskeyRequest(ada.id, "x"), wire.RemoveAuthenticatorAppRequest(ada.id)):
        assert call(request).refusal is Refusal.ACCOUNT_REFUSAL_UNKNOWN


def test_no_credential_id_reaches_the_log(engine: Any, call: AdminCalls, caplog: pytest.LogCaptureFixture) -> None:
    ada = admin(call, "ada")
    sql(engine, "alter table backend_passkeys rename to moved")
    with caplog.at_level(logging.DEBUG):
        for attempt in (lambda: add(call, ada), lambda: use(call, ada, 6)):
            with pytest.raises(Fault) as raised:
                attempt()
            assert raised.value.code is Code.INTERNAL
    assert "failed: INTERNAL" in caplog.text
    assert KEY.credential_id not in caplog.text
