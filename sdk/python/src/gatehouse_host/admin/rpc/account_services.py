"""The services beside AdminDirectoryService: accounts, sessions, second factors, passkeys and saved views."""

from __future__ import annotations

from typing import Any, TypeVar

from ...contract import admin_account as account
from ...contract import admin_passkey as passkey
from ...contract import admin_second_factor as factor
from ...contract import admin_session as session
from ...contract import admin_view as view
from ...contract.admin_directory import Administrator
from ...contract.message import Message
from ...service.call import Call
from ...service.rpcs import Rpc
from ..directory.ports import Accounts, Passkeys, SecondFactors, Sessions, Views
from .checked import checked, given

M = TypeVar("M", bound=Message)

_ACCOUNTS = "/gatehouse.host.v1.AdminAccountService"
_SESSIONS = "/gatehouse.host.v1.AdminSessionService"
_SECOND_FACTORS = "/gatehouse.host.v1.AdminSecondFactorService"
_PASSKEYS = "/gatehouse.host.v1.AdminPasskeyService"
_VIEWS = "/gatehouse.host.v1.AdminViewService"


def account_rpcs(accounts: Accounts) -> list[Rpc]:
    def set_preference(request: account.SetPreferenceRequest, call: Call) -> Message:
        outcome = accounts.set_preference(request.administrator_id, given(request.preference), call)
        return account.SetPreferenceResponse(outcome)

    return [
        checked(
            _ACCOUNTS,
            account.GetAccountRequest,
            lambda request, call: account.GetAccountResponse(accounts.find(request.administrator_id, call)),
        ),
        checked(
            _ACCOUNTS,
            account.ChangePasswordRequest,
            lambda request, call: _changed(account.ChangePasswordResponse, accounts.change_password(request, call)),
        ),
        checked(
            _ACCOUNTS,
            account.EndSessionsRequest,
            lambda request, call: _changed(account.EndSessionsResponse, accounts.end_sessions(request, call)),
        ),
        checked(
            _ACCOUNTS,
            account.UpdateProfileRequest,
            lambda request, call: account.UpdateProfileResponse(accounts.update_profile(request, call)),
        ),
        checked(
            _ACCOUNTS,
            account.GetPreferencesRequest,
            lambda request, call: account.GetPreferencesResponse(
                tuple(accounts.preferences(request.administrator_id, request.keys, call))
            ),
        ),
        checked(_ACCOUNTS, account.SetPreferenceRequest, set_preference),
    ]


def session_rpcs(sessions: Sessions) -> list[Rpc]:
    def touch(request: session.TouchSessionRequest, call: Call) -> Message:
        sessions.touch(request, call)
        return session.TouchSessionResponse()

    return [
        checked(
            _SESSIONS,
            session.OpenSessionRequest,
            lambda request, call: session.OpenSessionResponse(sessions.open(request, call)),
        ),
        checked(_SESSIONS, session.TouchSessionRequest, touch),
        checked(
            _SESSIONS,
            session.ListSessionsRequest,
            lambda request, call: session.ListSessionsResponse(
                tuple(sessions.of_administrator(request.administrator_id, given(request.at), call))
            ),
        ),
        checked(
            _SESSIONS,
            session.EndSessionRequest,
            lambda request, call: session.EndSessionResponse(sessions.end(request, call)),
        ),
    ]


def second_factor_rpcs(factors: SecondFactors) -> list[Rpc]:
    return [
        checked(
            _SECOND_FACTORS,
            factor.GetSecondFactorRequest,
            lambda request, call: factor.GetSecondFactorResponse(factors.find(request.administrator_id, call)),
        ),
        checked(
            _SECOND_FACTORS,
            factor.SetSecondFactorRequest,
            lambda request, call: _changed(factor.SetSecondFactorResponse, factors.set(request, call)),
        ),
        checked(
            _SECOND_FACTORS,
            factor.UseSecondFactorRequest,
            lambda request, call: factor.UseSecondFactorResponse(factors.use(request, call)),
        ),
        checked(
            _SECOND_FACTORS,
            factor.SetRecoveryCodesRequest,
            lambda request, call: factor.SetRecoveryCodesResponse(factors.set_recovery_codes(request, call)),
        ),
        checked(
            _SECOND_FACTORS,
            factor.RemoveSecondFactorRequest,
            lambda request, call: _changed(factor.RemoveSecondFactorResponse, factors.remove(request, call)),
        ),
    ]


def passkey_rpcs(passkeys: Passkeys) -> list[Rpc]:
    def add(request: passkey.AddPasskeyRequest, call: Call) -> Message:
        outcome = passkeys.add(request, given(request.passkey), call)
        if isinstance(outcome, passkey.AddPasskeyRefusal):
            return passkey.AddPasskeyResponse(refusal=outcome)
        return passkey.AddPasskeyResponse(administrator=outcome)

    return [
        checked(
            _PASSKEYS,
            passkey.ListPasskeysRequest,
            lambda request, call: passkey.ListPasskeysResponse(
                tuple(passkeys.of_administrator(request.administrator_id, call))
            ),
        ),
        checked(_PASSKEYS, passkey.AddPasskeyRequest, add),
        checked(
            _PASSKEYS,
            passkey.UsePasskeyRequest,
            lambda request, call: passkey.UsePasskeyResponse(passkeys.use(request, call)),
        ),
        checked(
            _PASSKEYS,
            passkey.RenamePasskeyRequest,
            lambda request, call: passkey.RenamePasskeyResponse(passkeys.rename(request, call)),
        ),
        checked(
            _PASSKEYS,
            passkey.RemovePasskeyRequest,
            lambda request, call: _changed(passkey.RemovePasskeyResponse, passkeys.remove(request, call)),
        ),
        checked(
            _PASSKEYS,
            passkey.RemoveAuthenticatorAppRequest,
            lambda request, call: _changed(
                passkey.RemoveAuthenticatorAppResponse, passkeys.remove_app(request.administrator_id, call)
            ),
        ),
    ]


def view_rpcs(views: Views) -> list[Rpc]:
    def save(request: view.SaveViewRequest, call: Call) -> Message:
        outcome = views.save(request, call)
        if isinstance(outcome, view.ViewRefusal):
            return view.SaveViewResponse(refusal=outcome)
        return view.SaveViewResponse(view=outcome)

    def delete(request: view.DeleteViewRequest, call: Call) -> Message:
        refusal = views.delete(request, call)
        return view.DeleteViewResponse(view.ViewRefusal.VIEW_REFUSAL_UNSPECIFIED if refusal is None else refusal)

    return [
        checked(
            _VIEWS,
            view.ListViewsRequest,
            lambda request, call: view.ListViewsResponse(
                tuple(views.of_list(request.administrator_id, request.list, call))
            ),
        ),
        checked(_VIEWS, view.SaveViewRequest, save),
        checked(_VIEWS, view.DeleteViewRequest, delete),
    ]


def _changed(response: type[M], outcome: Administrator | account.AccountRefusal) -> M:
    """The answer of an rpc that changes an account, or refuses to."""
    name = "refusal" if isinstance(outcome, account.AccountRefusal) else "administrator"
    found: dict[str, Any] = {name: outcome}
    return response(**found)
