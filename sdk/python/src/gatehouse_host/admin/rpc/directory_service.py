"""AdminDirectoryService over a Directory."""

from __future__ import annotations

from ...contract import admin_directory as wire
from ...service.call import Call
from ...service.rpcs import Rpc
from ..directory.ports import Directory
from .checked import checked, given

_SERVICE = "/gatehouse.host.v1.AdminDirectoryService"


def directory_rpcs(directory: Directory) -> list[Rpc]:
    def rotate(request: wire.RotateTokenRequest, call: Call) -> wire.RotateTokenResponse:
        retirement = given(request.retirement)
        verdict = directory.rotate(given(request.token), given(request.at), retirement, call)
        if isinstance(verdict, wire.TokenRefusal):
            return wire.RotateTokenResponse(refusal=verdict)
        return wire.RotateTokenResponse(administrator=verdict)

    def blacklist(request: wire.BlacklistTokenRequest, call: Call) -> wire.BlacklistTokenResponse:
        directory.blacklist(given(request.token), given(request.retirement), call)
        return wire.BlacklistTokenResponse()

    def create(request: wire.CreateAdministratorRequest, call: Call) -> wire.CreateAdministratorResponse:
        outcome = directory.create(request, call)
        if isinstance(outcome, wire.CreateAdministratorRefused):
            return wire.CreateAdministratorResponse(refused=outcome)
        return wire.CreateAdministratorResponse(created=outcome)

    return [
        checked(
            _SERVICE,
            wire.FindAdministratorRequest,
            lambda request, call: wire.FindAdministratorResponse(directory.find_credentials(request.identifier, call)),
        ),
        checked(
            _SERVICE,
            wire.RecordSignInRequest,
            lambda request, call: wire.RecordSignInResponse(directory.record_sign_in(request, call)),
        ),
        checked(
            _SERVICE,
            wire.AuthenticateTokenRequest,
            lambda request, call: authenticate_token(directory, request, call),
        ),
        checked(_SERVICE, wire.RotateTokenRequest, rotate),
        checked(_SERVICE, wire.BlacklistTokenRequest, blacklist),
        checked(_SERVICE, wire.CreateAdministratorRequest, create),
        checked(
            _SERVICE,
            wire.SetPasswordRequest,
            lambda request, call: wire.SetPasswordResponse(
                directory.set_password(request.identifier, request.password_hash, call)
            ),
        ),
        checked(
            _SERVICE,
            wire.MigrateRequest,
            lambda _request, call: wire.MigrateResponse(tuple(directory.migrate(call))),
        ),
    ]


def authenticate_token(
    directory: Directory, request: wire.AuthenticateTokenRequest, call: Call
) -> wire.AuthenticateTokenResponse:
    """AuthenticateToken, which a read can carry as well."""
    verdict = directory.authenticate(given(request.token), given(request.at), call)
    if isinstance(verdict, wire.TokenRefusal):
        return wire.AuthenticateTokenResponse(refusal=verdict)
    return wire.AuthenticateTokenResponse(administrator=verdict)
