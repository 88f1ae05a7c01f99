"""gatehouse/host/v1/host.proto. Written by scripts/generate_contract.py; do not edit."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import ClassVar

from .admin_registration import AdminRegistration
from .message import Field, Kind, Message, Rules
from .oauth_options import OAuthOptions


class Capability(enum.IntEnum):
    """Capability names a feature that a host may implement."""

    #: Never sent.
    CAPABILITY_UNSPECIFIED = 0
    #: BackendService.Transact. Without it, every OAuth endpoint that needs storage returns 500.
    CAPABILITY_BACKEND = 1
    #: BackendService.TransactStream, which changes only speed. Needs CAPABILITY_BACKEND.
    CAPABILITY_TRANSACT_STREAM = 2
    #: SignInService, which the built-in consent page needs.
    CAPABILITY_SIGN_IN = 3
    #: AdminDirectoryService and AdminRecordService.
    CAPABILITY_ADMIN = 4
    #: AdminStreamService, which changes only speed. Needs CAPABILITY_ADMIN.
    CAPABILITY_ADMIN_STREAM = 5
    #: The operations RedeemCode and RedeemRefreshToken, with which a token request takes one transaction instead of
    #: two. Needs CAPABILITY_BACKEND.
    CAPABILITY_REDEEM = 6
    #: AdminCaller.session, with which an administrator's read takes one call instead of two. Needs CAPABILITY_ADMIN.
    CAPABILITY_ADMIN_SESSION = 7
    #: AdminAccountService and the built-in controllers that it describes: administrators, roles, one's own account.
    #: With CAPABILITY_ADMIN_STREAM, the stream carries its calls too. Needs CAPABILITY_ADMIN.
    CAPABILITY_ADMIN_ACCOUNTS = 8
    #: AdminSessionService: the list of an administrator's sessions. With CAPABILITY_ADMIN_STREAM, the stream carries
    #: its calls too. Needs CAPABILITY_ADMIN_ACCOUNTS.
    CAPABILITY_ADMIN_SESSION_LIST = 9
    #: AdminBulkService: export, and actions on many records. With CAPABILITY_ADMIN_STREAM, the stream carries its
    #: calls too. Needs CAPABILITY_ADMIN.
    CAPABILITY_ADMIN_BULK = 10
    #: AdminSecondFactorService: codes of an app after the password, and roles that demand them. With
    #: CAPABILITY_ADMIN_STREAM, the stream carries its calls too. Needs CAPABILITY_ADMIN_ACCOUNTS.
    CAPABILITY_ADMIN_SECOND_FACTOR = 11
    #: AdminViewService: saved views of lists. With CAPABILITY_ADMIN_STREAM, the stream carries its calls too. Needs
    #: CAPABILITY_ADMIN_ACCOUNTS.
    CAPABILITY_ADMIN_VIEWS = 12
    #: AdminBulkService.ImportRecords and ListOptionsRequest.labels: import of files into lists. Needs
    #: CAPABILITY_ADMIN_BULK.
    CAPABILITY_ADMIN_IMPORT = 13
    #: AdminSearchService: a search in the records of several controllers. With CAPABILITY_ADMIN_STREAM, the stream
    #: carries its calls too. Needs CAPABILITY_ADMIN.
    CAPABILITY_ADMIN_SEARCH = 14
    #: AdminPasskeyService: passkeys as a second factor. With CAPABILITY_ADMIN_STREAM, the stream carries its calls
    #: too. Needs CAPABILITY_ADMIN_SECOND_FACTOR.
    CAPABILITY_ADMIN_PASSKEYS = 15
    #: NewRecord.existing and WalkRecordsRequest.scope: imports that also update records. Needs
    #: CAPABILITY_ADMIN_IMPORT.
    CAPABILITY_ADMIN_IMPORT_UPDATE = 16


@dataclass(frozen=True)
class DescribeRequest(Message):
    """DescribeRequest introduces the daemon."""

    #: Version of the calling daemon, for the host's log: "0.1.0".
    gatehouse_version: str = ""
    #: Version of this contract that the daemon speaks. This file describes version 1.
    protocol_version: int = 0

    NAME: ClassVar[str] = "gatehouse.host.v1.DescribeRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "gatehouse_version", "gatehouseVersion", Kind.STRING),
        Field(2, "protocol_version", "protocolVersion", Kind.UINT32),
    )


@dataclass(frozen=True)
class DescribeResponse(Message):
    """DescribeResponse introduces the host."""

    #: Version of this contract that the host speaks: 1.
    protocol_version: int = 0
    #: Name of the application, shown on the built-in consent page and in logs: "Acme Notes".
    application_name: str = ""
    #: Capabilities of the host beyond Describe. Order and repetition have no meaning. The daemon ignores values that
    #: it does not know, so that a newer host can serve an older daemon.
    capabilities: tuple[Capability, ...] = ()
    #: Options of the authorization server. Absent: the host wants no authorization server, and the OAuth endpoints
    #: do not exist.
    oauth: OAuthOptions | None = None
    #: The host's registration for the admin backend; needs CAPABILITY_ADMIN. Absent, or without controllers: the
    #: host wants no admin backend, and the admin routes do not exist.
    admin: AdminRegistration | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.DescribeResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "protocol_version", "protocolVersion", Kind.UINT32),
        Field(2, "application_name", "applicationName", Kind.STRING, rules=Rules(max_characters=100, pattern='[^\\x00-\\x1f\\x7f-\\x9f]*')),
        Field(3, "capabilities", "capabilities", Kind.ENUM, repeated=True, of=Capability),
        Field(4, "oauth", "oauth", Kind.MESSAGE, presence=True, of=OAuthOptions),
        Field(5, "admin", "admin", Kind.MESSAGE, presence=True, of=AdminRegistration),
    )
