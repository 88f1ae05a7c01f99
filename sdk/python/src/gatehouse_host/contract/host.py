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
class StreamSocket(Message):
    """StreamSocket is a Unix socket in Linux's abstract namespace, which reaches processes of the same network
    namespace. A daemon in another one, or that cannot connect to it, uses gRPC. One connection carries one stream,
    with the messages of its rpc: - Each side sends frames: a byte of flags, four bytes with the length of the
    message (big endian), the message. The flags are 0; they are 2 for StreamEnded, the last frame of the host. No
    message has more than 4 MiB. - The first frame of the daemon is StreamOpening. The host answers with
    StreamAccepted, or with StreamEnded. - All other frames are messages of the rpc. A side that sends nothing more
    ends its half of the connection. The host first sends StreamEnded. A connection that ends without it is a broken
    stream, with the status UNAVAILABLE.
    """

    #: Its name: "gatehouse-3f8a…", chosen at random at each start of the host. The address is a NUL and the name,
    #: which fills it: some programs pad a shorter one with NULs, others do not, and then another process could take
    #: the other form.
    name: str = ""
    #: Random, for the proofs of both sides that they know it. A caller that may call Describe may open a stream.
    key: bytes = b""
    #: The network namespace of the host: what /proc/sys/kernel/random/boot_id contains, "/", and where
    #: /proc/self/ns/net points: "5f0c3a6e-…/net:[4026531840]". A daemon in another one does not connect: there, any
    #: process can take the name, and relay everything, the proofs included, to a process beside the host.
    network: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.StreamSocket"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "name", "name", Kind.STRING, rules=Rules(required=True, min_bytes=107, max_bytes=107, pattern='[!-~]*')),
        Field(2, "key", "key", Kind.BYTES, secret=True, rules=Rules(required=True, min_bytes=32, max_bytes=32)),
        Field(3, "network", "network", Kind.STRING, rules=Rules(required=True, max_characters=100, pattern='[!-~]*')),
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
    #: Where this host also serves TransactStream and AdminStream, without gRPC. It changes only speed. Absent: only
    #: over gRPC.
    stream_socket: StreamSocket | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.DescribeResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "protocol_version", "protocolVersion", Kind.UINT32),
        Field(2, "application_name", "applicationName", Kind.STRING, rules=Rules(max_characters=100, pattern='[^\\x00-\\x1f\\x7f-\\x9f]*')),
        Field(3, "capabilities", "capabilities", Kind.ENUM, repeated=True, of=Capability),
        Field(4, "oauth", "oauth", Kind.MESSAGE, presence=True, of=OAuthOptions),
        Field(5, "admin", "admin", Kind.MESSAGE, presence=True, of=AdminRegistration),
        Field(6, "stream_socket", "streamSocket", Kind.MESSAGE, presence=True, of=StreamSocket),
    )


@dataclass(frozen=True)
class StreamOpening(Message):
    """StreamOpening names the rpc of a stream."""

    #: "/gatehouse.host.v1.BackendService/TransactStream".
    path: str = ""
    #: HMAC-SHA-256 of "daemon" with the key. A host closes the connection of a peer with another proof.
    proof: bytes = b""

    NAME: ClassVar[str] = "gatehouse.host.v1.StreamOpening"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "path", "path", Kind.STRING, rules=Rules(required=True, max_characters=100, pattern='[!-~]*')),
        Field(2, "proof", "proof", Kind.BYTES, secret=True, rules=Rules(required=True, min_bytes=32, max_bytes=32)),
    )


@dataclass(frozen=True)
class StreamAccepted(Message):
    """StreamAccepted precedes the messages of the host."""

    #: HMAC-SHA-256 of "host" with the key: a process that took the name of a host that has ended cannot know it.
    proof: bytes = b""

    NAME: ClassVar[str] = "gatehouse.host.v1.StreamAccepted"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "proof", "proof", Kind.BYTES, secret=True, rules=Rules(required=True, min_bytes=32, max_bytes=32)),
    )


@dataclass(frozen=True)
class StreamEnded(Message):
    """StreamEnded is the gRPC status of a stream."""

    #: 0 if the stream ended as the daemon or the host announced.
    code: int = 0
    #: For the daemon's log.
    message: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.StreamEnded"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "code", "code", Kind.UINT32),
        Field(2, "message", "message", Kind.STRING),
    )
