"""AdminDirectoryService over a Directory."""

from __future__ import annotations

from typing import Any, Callable, TypeVar

from ...contract import admin_directory as wire
from ...contract.message import Message
from ...contract.rules import check
from ...service.call import Call
from ...service.rpcs import Rpc
from ..directory.ports import Directory

T = TypeVar("T")

_SERVICE = "/gatehouse.host.v1.AdminDirectoryService"


def directory_rpcs(directory: Directory) -> list[Rpc]:
    def rotate(request: wire.RotateTokenRequest, call: Call) -> wire.RotateTokenResponse:
        retirement = _given(request.retirement)
        verdict = directory.rotate(_given(request.token), _given(request.at), retirement, call)
        if isinstance(verdict, wire.TokenRefusal):
            return wire.RotateTokenResponse(refusal=verdict)
        return wire.RotateTokenResponse(administrator=verdict)

    def blacklist(request: wire.BlacklistTokenRequest, call: Call) -> wire.BlacklistTokenResponse:
        directory.blacklist(_given(request.token), _given(request.retirement), call)
        return wire.BlacklistTokenResponse()

    def create(request: wire.CreateAdministratorRequest, call: Call) -> wire.CreateAdministratorResponse:
        outcome = directory.create(request, call)
        if isinstance(outcome, wire.CreateAdministratorRefused):
            return wire.CreateAdministratorResponse(refused=outcome)
        return wire.CreateAdministratorResponse(created=outcome)

    return [
        _rpc(
            wire.FindAdministratorRequest,
            lambda request, call: wire.FindAdministratorResponse(directory.find_credentials(request.identifier, call)),
        ),
        _rpc(
            wire.RecordSignInRequest,
            lambda request, call: wire.RecordSignInResponse(directory.record_sign_in(request, call)),
        ),
        _rpc(wire.AuthenticateTokenRequest, lambda request, call: authenticate_token(directory, request, call)),
        _rpc(wire.RotateTokenRequest, rotate),
        _rpc(wire.BlacklistTokenRequest, blacklist),
        _rpc(wire.CreateAdministratorRequest, create),
        _rpc(
            wire.SetPasswordRequest,
            lambda request, call: wire.SetPasswordResponse(
                directory.set_password(request.identifier, request.password_hash, call)
            ),
        ),
        _rpc(wire.MigrateRequest, lambda _request, call: wire.MigrateResponse(tuple(directory.migrate(call)))),
    ]


def authenticate_token(
    directory: Directory, request: wire.AuthenticateTokenRequest, call: Call
) -> wire.AuthenticateTokenResponse:
    """AuthenticateToken, which a read can carry as well."""
    verdict = directory.authenticate(_given(request.token), _given(request.at), call)
    if isinstance(verdict, wire.TokenRefusal):
        return wire.AuthenticateTokenResponse(refusal=verdict)
    return wire.AuthenticateTokenResponse(administrator=verdict)


def _rpc(request: type[Message], answer: Callable[[Any, Call], Message]) -> Rpc:
    def handler(message: Message, call: Call) -> Message:
        check(message)
        return answer(message, call)

    return Rpc(f"{_SERVICE}/{request.__name__.removesuffix('Request')}", request, handler)


def _given(value: T | None) -> T:
    """A required field; the request was checked."""
    assert value is not None
    return value
