"""gatehouse/host/v1/backend.proto. Written by scripts/generate_contract.py; do not edit."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from .message import Field, Kind, Message, Rules
from .oauth_options import TokenEndpointAuthMethod


class AbortReason(enum.IntEnum):
    """AbortReason is why a transaction was aborted."""

    #: Never sent.
    ABORT_REASON_UNSPECIFIED = 0
    #: CreateClient: `cap` unrevoked clients already exist.
    ABORT_REASON_CLIENT_CAP_REACHED = 1
    #: StampConsent: the client does not exist, or it is revoked.
    ABORT_REASON_CLIENT_NOT_FOUND = 2
    #: CreateClient: a client with that id exists, and replace_existing is false.
    ABORT_REASON_CLIENT_ALREADY_EXISTS = 3
    #: SpendCode, RedeemCode: the code does not exist.
    ABORT_REASON_CODE_NOT_FOUND = 4
    #: SpendCode, RedeemCode: the code is already spent.
    ABORT_REASON_CODE_ALREADY_SPENT = 5
    #: SpendRefreshToken, RedeemRefreshToken: the refresh token does not exist.
    ABORT_REASON_REFRESH_TOKEN_NOT_FOUND = 6
    #: SpendRefreshToken, RedeemRefreshToken: the refresh token is already spent.
    ABORT_REASON_REFRESH_TOKEN_ALREADY_SPENT = 7
    #: CreateRefreshToken, SpendRefreshToken, MintAccessToken, RedeemCode, RedeemRefreshToken: the lineage is
    #: revoked.
    ABORT_REASON_LINEAGE_REVOKED = 8
    #: MintAccessToken, RedeemCode, RedeemRefreshToken: the application refuses to mint a token for this user
    #: (deactivated, over quota …).
    ABORT_REASON_MINT_REFUSED = 9


@dataclass(frozen=True)
class FindClient(Message):
    """FindClient looks up a client, revoked ones too. Never aborts."""

    #: Exact id.
    client_id: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.FindClient"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "client_id", "clientId", Kind.STRING, rules=Rules(required=True, max_characters=2048, pattern='[^\\x00]*')),
    )


@dataclass(frozen=True)
class Client(Message):
    """Client is a registered client (RFC 7591 §2 defines its metadata)."""

    #: Identifier, base64url alphabet, or the https URL of a client metadata document.
    client_id: str = ""
    #: Display name that the client supplied; empty if it supplied none.
    client_name: str = ""
    #: Redirect URIs, compared as exact strings.
    redirect_uris: tuple[str, ...] = ()
    #: How the client authenticates at the token endpoint.
    token_endpoint_auth_method: TokenEndpointAuthMethod = TokenEndpointAuthMethod.TOKEN_ENDPOINT_AUTH_METHOD_UNSPECIFIED
    #: SHA-256 of the client's secret; empty for public clients, and only for them.
    secret_hash: bytes = b""
    #: Maximum scopes: no request can exceed them.
    scopes: tuple[str, ...] = ()
    #: Grant types the client may use: "authorization_code", "refresh_token".
    grant_types: tuple[str, ...] = ()
    #: When the client was registered.
    registered_at: datetime | None = None
    #: When the client first received consent; absent until then.
    consented_at: datetime | None = None
    #: When the client was revoked; absent if it is not revoked. Every endpoint rejects a revoked client, and it does
    #: not count towards the cap.
    revoked_at: datetime | None = None
    #: Whether the client registered itself (RFC 7591); false if the application's own tooling created it.
    self_registered: bool = False
    #: Other registered metadata by its RFC 7591 name (client_uri, logo_uri, software_id …): a JSON object (RFC
    #: 8259), which the host may return in another form (spaces, order, escapes). Empty if there is none.
    metadata_json: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.Client"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "client_id", "clientId", Kind.STRING, rules=Rules(required=True, max_characters=2048, pattern='[^\\x00]*')),
        Field(2, "client_name", "clientName", Kind.STRING, rules=Rules(pattern='[^\\x00]*')),
        Field(3, "redirect_uris", "redirectUris", Kind.STRING, repeated=True, rules=Rules(required=True, items=Rules(required=True, max_characters=2048, pattern='[^\\x00]*'))),
        Field(4, "token_endpoint_auth_method", "tokenEndpointAuthMethod", Kind.ENUM, of=TokenEndpointAuthMethod, rules=Rules(required=True)),
        Field(5, "secret_hash", "secretHash", Kind.BYTES, secret=True, rules=Rules(min_bytes=32, max_bytes=32)),
        Field(6, "scopes", "scopes", Kind.STRING, repeated=True, rules=Rules(required=True, items=Rules(required=True, pattern='[\\x21\\x23-\\x5b\\x5d-\\x7e]+'))),
        Field(7, "grant_types", "grantTypes", Kind.STRING, repeated=True, rules=Rules(required=True, items=Rules(required=True, pattern='[\\x21\\x23-\\x5b\\x5d-\\x7e]+'))),
        Field(8, "registered_at", "registeredAt", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
        Field(9, "consented_at", "consentedAt", Kind.TIMESTAMP, presence=True),
        Field(10, "revoked_at", "revokedAt", Kind.TIMESTAMP, presence=True),
        Field(11, "self_registered", "selfRegistered", Kind.BOOL),
        Field(12, "metadata_json", "metadataJson", Kind.STRING, rules=Rules(max_bytes=16384)),
    )


@dataclass(frozen=True)
class CreateClient(Message):
    """CreateClient stores a new client, with the consent and the revocation that it has, if fewer than `cap` unrevoked
    clients exist. The count and the creation are one atomic step: of any number of concurrent creations, no more
    succeed than there is room for. Aborts with CLIENT_CAP_REACHED, CLIENT_ALREADY_EXISTS.
    """

    #: The client to store.
    client: Client | None = None
    #: Maximum number of unrevoked clients, this one included. 0 means no limit.
    cap: int = 0
    #: At the cap, first remove the unrevoked client that registered longest ago among those that registered
    #: themselves and never received consent. If there is none, or if removing one is not enough because the cap was
    #: lowered, abort with CLIENT_CAP_REACHED.
    evict_oldest_unconsented: bool = False
    #: If a client with that id exists, replace its metadata, keep its registered_at, consented_at and revoked_at,
    #: and do not apply the cap. For clients identified by a metadata document.
    replace_existing: bool = False

    NAME: ClassVar[str] = "gatehouse.host.v1.CreateClient"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "client", "client", Kind.MESSAGE, presence=True, of=Client, rules=Rules(required=True)),
        Field(2, "cap", "cap", Kind.UINT32),
        Field(3, "evict_oldest_unconsented", "evictOldestUnconsented", Kind.BOOL),
        Field(4, "replace_existing", "replaceExisting", Kind.BOOL),
    )


@dataclass(frozen=True)
class SweepUnconsentedClients(Message):
    """SweepUnconsentedClients removes clients that registered themselves before `registered_before`, never received
    consent, and hold no live token: no access token, and no refresh token of an unrevoked lineage, that expires
    later than now by the host's clock, spent or not. A revoked client stays: without its row it would no longer be
    revoked. One call removes at most 1000 clients. If codes, tokens or lineages have a foreign key to the client,
    delete those rows with it: none of them is live. Never aborts.
    """

    #: Clients registered at or after this time stay.
    registered_before: datetime | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.SweepUnconsentedClients"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "registered_before", "registeredBefore", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class StampConsent(Message):
    """StampConsent records that a client received consent. A client that already has a stamp keeps it. Aborts with
    CLIENT_NOT_FOUND.
    """

    #: The client.
    client_id: str = ""
    #: The current time, by Gatehouse's clock.
    at: datetime | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.StampConsent"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "client_id", "clientId", Kind.STRING, rules=Rules(required=True, max_characters=2048, pattern='[^\\x00]*')),
        Field(2, "at", "at", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class Code(Message):
    """Code is an issued authorization code."""

    #: SHA-256 of the code.
    code_hash: bytes = b""
    #: The client that it was issued to. Gatehouse creates a client before any code or token refers to it.
    client_id: str = ""
    #: The user who gave consent: the application's identifier, opaque to Gatehouse.
    user_id: str = ""
    #: Redirect URI of the authorization request, exact.
    redirect_uri: str = ""
    #: PKCE challenge, method S256, in base64url (RFC 7636 §4.2).
    code_challenge: str = ""
    #: Scopes granted.
    scopes: tuple[str, ...] = ()
    #: Resource the grant is for (RFC 8707).
    resource: str = ""
    #: When it was issued.
    issued_at: datetime | None = None
    #: When it expires.
    expires_at: datetime | None = None
    #: The grant context that the application attached at consent; empty if there is none.
    grant_context: bytes = b""
    #: When it was spent; absent if it is not spent. Only SpendCode and RedeemCode set it.
    spent_at: datetime | None = None
    #: Lineage of the tokens that it was exchanged for; empty if it is not spent. Only SpendCode and RedeemCode set
    #: it.
    lineage_id: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.Code"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "code_hash", "codeHash", Kind.BYTES, secret=True, rules=Rules(required=True, min_bytes=32, max_bytes=32)),
        Field(2, "client_id", "clientId", Kind.STRING, rules=Rules(required=True, max_characters=2048, pattern='[^\\x00]*')),
        Field(3, "user_id", "userId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(4, "redirect_uri", "redirectUri", Kind.STRING, rules=Rules(required=True, max_characters=2048, pattern='[^\\x00]*')),
        Field(5, "code_challenge", "codeChallenge", Kind.STRING, rules=Rules(required=True, pattern='[A-Za-z0-9_-]{43}')),
        Field(6, "scopes", "scopes", Kind.STRING, repeated=True, rules=Rules(required=True, items=Rules(required=True, pattern='[\\x21\\x23-\\x5b\\x5d-\\x7e]+'))),
        Field(7, "resource", "resource", Kind.STRING, rules=Rules(required=True, pattern='[^\\x00]*')),
        Field(8, "issued_at", "issuedAt", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
        Field(9, "expires_at", "expiresAt", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
        Field(10, "grant_context", "grantContext", Kind.BYTES, secret=True, rules=Rules(max_bytes=4096)),
        Field(11, "spent_at", "spentAt", Kind.TIMESTAMP, presence=True),
        Field(12, "lineage_id", "lineageId", Kind.STRING, rules=Rules(max_characters=255, pattern='[^\\x00]*')),
    )


@dataclass(frozen=True)
class CreateCode(Message):
    """CreateCode stores an issued code. Gatehouse never sends a hash twice: if the host holds the hash already, it
    keeps the stored code and answers INTERNAL. Never aborts.
    """

    #: The code; spent_at and lineage_id are absent.
    code: Code | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.CreateCode"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "code", "code", Kind.MESSAGE, presence=True, of=Code, rules=Rules(required=True, absent=('spent_at', 'lineage_id'))),
    )


@dataclass(frozen=True)
class FindCode(Message):
    """FindCode looks up a code, spent and expired ones too. Never aborts."""

    #: SHA-256 of the code.
    code_hash: bytes = b""

    NAME: ClassVar[str] = "gatehouse.host.v1.FindCode"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "code_hash", "codeHash", Kind.BYTES, secret=True, rules=Rules(required=True, min_bytes=32, max_bytes=32)),
    )


@dataclass(frozen=True)
class SpendCode(Message):
    """SpendCode marks an unspent code as spent, expired or not, and records the lineage, so that a replay of the code
    can revoke the lineage. It is a compare-and-set: of any number of concurrent spends, exactly one succeeds.
    Aborts with CODE_NOT_FOUND, CODE_ALREADY_SPENT.
    """

    #: SHA-256 of the code.
    code_hash: bytes = b""
    #: Lineage that the tokens of this exchange belong to.
    lineage_id: str = ""
    #: The current time, by Gatehouse's clock.
    at: datetime | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.SpendCode"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "code_hash", "codeHash", Kind.BYTES, secret=True, rules=Rules(required=True, min_bytes=32, max_bytes=32)),
        Field(2, "lineage_id", "lineageId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(3, "at", "at", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class RefreshToken(Message):
    """RefreshToken is one refresh token. A token and its successors share a lineage id."""

    #: SHA-256 of the token.
    token_hash: bytes = b""
    #: Lineage it belongs to.
    lineage_id: str = ""
    #: The client that it was issued to.
    client_id: str = ""
    #: The user who gave consent.
    user_id: str = ""
    #: Scopes of the original grant; a refresh with fewer scopes does not reduce them.
    scopes: tuple[str, ...] = ()
    #: Resource the grant is for.
    resource: str = ""
    #: When this token was issued.
    issued_at: datetime | None = None
    #: When this token expires.
    expires_at: datetime | None = None
    #: When the first token of the lineage was issued.
    lineage_started_at: datetime | None = None
    #: The grant context of the grant; empty if there is none.
    grant_context: bytes = b""
    #: When it was spent; absent if it is not spent. Only SpendRefreshToken and RedeemRefreshToken set it.
    spent_at: datetime | None = None
    #: Whether its lineage is revoked. Only RevokeLineage sets it.
    lineage_revoked: bool = False

    NAME: ClassVar[str] = "gatehouse.host.v1.RefreshToken"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "token_hash", "tokenHash", Kind.BYTES, secret=True, rules=Rules(required=True, min_bytes=32, max_bytes=32)),
        Field(2, "lineage_id", "lineageId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(3, "client_id", "clientId", Kind.STRING, rules=Rules(required=True, max_characters=2048, pattern='[^\\x00]*')),
        Field(4, "user_id", "userId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(5, "scopes", "scopes", Kind.STRING, repeated=True, rules=Rules(required=True, items=Rules(required=True, pattern='[\\x21\\x23-\\x5b\\x5d-\\x7e]+'))),
        Field(6, "resource", "resource", Kind.STRING, rules=Rules(required=True, pattern='[^\\x00]*')),
        Field(7, "issued_at", "issuedAt", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
        Field(8, "expires_at", "expiresAt", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
        Field(9, "lineage_started_at", "lineageStartedAt", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
        Field(10, "grant_context", "grantContext", Kind.BYTES, secret=True, rules=Rules(max_bytes=4096)),
        Field(11, "spent_at", "spentAt", Kind.TIMESTAMP, presence=True),
        Field(12, "lineage_revoked", "lineageRevoked", Kind.BOOL),
    )


@dataclass(frozen=True)
class CreateRefreshToken(Message):
    """CreateRefreshToken stores a refresh token; the first one of a lineage starts it. A hash that the host holds
    already is treated as in CreateCode. Aborts with LINEAGE_REVOKED.
    """

    #: The token; spent_at and lineage_revoked are absent.
    refresh_token: RefreshToken | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.CreateRefreshToken"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "refresh_token", "refreshToken", Kind.MESSAGE, presence=True, of=RefreshToken, rules=Rules(required=True, absent=('spent_at', 'lineage_revoked'))),
    )


@dataclass(frozen=True)
class FindRefreshToken(Message):
    """FindRefreshToken looks up a refresh token: spent, expired and revoked ones too. Never aborts."""

    #: SHA-256 of the token.
    token_hash: bytes = b""

    NAME: ClassVar[str] = "gatehouse.host.v1.FindRefreshToken"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "token_hash", "tokenHash", Kind.BYTES, secret=True, rules=Rules(required=True, min_bytes=32, max_bytes=32)),
    )


@dataclass(frozen=True)
class SpendRefreshToken(Message):
    """SpendRefreshToken marks an unspent refresh token as spent, expired or not. It is a compare-and-set: of any
    number of concurrent spends, exactly one succeeds. If the lineage is revoked and the token is spent, abort with
    LINEAGE_REVOKED. Aborts with REFRESH_TOKEN_NOT_FOUND, REFRESH_TOKEN_ALREADY_SPENT, LINEAGE_REVOKED.
    """

    #: SHA-256 of the token.
    token_hash: bytes = b""
    #: The current time, by Gatehouse's clock.
    at: datetime | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.SpendRefreshToken"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "token_hash", "tokenHash", Kind.BYTES, secret=True, rules=Rules(required=True, min_bytes=32, max_bytes=32)),
        Field(2, "at", "at", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class RevokeLineage(Message):
    """RevokeLineage revokes every refresh token of a lineage and every access token linked to it. The revocation is
    durable and idempotent, also for a lineage that the host does not know (yet): nothing can be added to it
    afterwards, not even by a rotation that runs at the same time. The host remembers it until every token of the
    lineage has expired, and for at least one day, regardless of sweeps. Never aborts.
    """

    #: The lineage.
    lineage_id: str = ""
    #: The current time, by Gatehouse's clock.
    at: datetime | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.RevokeLineage"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "lineage_id", "lineageId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "at", "at", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class SweepExpired(Message):
    """SweepExpired removes codes and refresh tokens that expired before `before`, at most 1000 rows of both kinds
    together, so that it never delays the request it runs with. The host removes expired access tokens whenever it
    chooses. Never aborts.
    """

    #: Rows that expire at or after this time stay. So may rows that are live by the host's own clock: this one may
    #: be ahead.
    before: datetime | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.SweepExpired"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "before", "before", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class MintAccessToken(Message):
    """MintAccessToken asks the application for an access token. The application chooses its format, which is opaque to
    Gatehouse. Aborts with MINT_REFUSED, LINEAGE_REVOKED.
    """

    #: The user who gave consent.
    user_id: str = ""
    #: The client that will use the token.
    client_id: str = ""
    #: Scopes of the token.
    scopes: tuple[str, ...] = ()
    #: Resource the token is for: its audience (RFC 8707 §2).
    resource: str = ""
    #: Lineage that the token belongs to: revoking the lineage revokes the token.
    lineage_id: str = ""
    #: When the token expires. The application may choose an earlier time, never a later one.
    expires_at: datetime | None = None
    #: The grant context of the grant; empty if there is none.
    grant_context: bytes = b""
    #: The current time, by Gatehouse's clock.
    at: datetime | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.MintAccessToken"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "user_id", "userId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "client_id", "clientId", Kind.STRING, rules=Rules(required=True, max_characters=2048, pattern='[^\\x00]*')),
        Field(3, "scopes", "scopes", Kind.STRING, repeated=True, rules=Rules(required=True, items=Rules(required=True, pattern='[\\x21\\x23-\\x5b\\x5d-\\x7e]+'))),
        Field(4, "resource", "resource", Kind.STRING, rules=Rules(required=True, pattern='[^\\x00]*')),
        Field(5, "lineage_id", "lineageId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(6, "expires_at", "expiresAt", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
        Field(7, "grant_context", "grantContext", Kind.BYTES, secret=True, rules=Rules(max_bytes=4096)),
        Field(8, "at", "at", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class FindAccessToken(Message):
    """FindAccessToken finds the lineage, client and user of a live access token. Never aborts."""

    #: The token as presented.
    access_token: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.FindAccessToken"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "access_token", "accessToken", Kind.STRING, secret=True, rules=Rules(required=True, max_characters=8192, pattern='[^\\x00]*')),
    )


@dataclass(frozen=True)
class ClientCredentials(Message):
    """ClientCredentials are what a client authenticates with at the token endpoint (RFC 6749 §2.3)."""

    #: The id that it sent.
    client_id: str = ""
    #: How it sent its secret, or that it sent none.
    token_endpoint_auth_method: TokenEndpointAuthMethod = TokenEndpointAuthMethod.TOKEN_ENDPOINT_AUTH_METHOD_UNSPECIFIED
    #: SHA-256 of the secret that it sent; empty with TOKEN_ENDPOINT_AUTH_METHOD_NONE.
    secret_hash: bytes = b""

    NAME: ClassVar[str] = "gatehouse.host.v1.ClientCredentials"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "client_id", "clientId", Kind.STRING, rules=Rules(required=True, max_characters=2048, pattern='[^\\x00]*')),
        Field(2, "token_endpoint_auth_method", "tokenEndpointAuthMethod", Kind.ENUM, of=TokenEndpointAuthMethod, rules=Rules(required=True)),
        Field(3, "secret_hash", "secretHash", Kind.BYTES, secret=True, rules=Rules(min_bytes=32, max_bytes=32)),
    )


@dataclass(frozen=True)
class RedeemCode(Message):
    """RedeemCode runs a whole code exchange as one operation: it finds the client and the code, and if every
    expectation of the table holds, it does what SpendCode, MintAccessToken and CreateRefreshToken would do.
    Gatehouse sends it instead of a first transaction that only reads, if the host offers CAPABILITY_REDEEM. |
    record | expectation | |--------|-------------------------------------------------------------------------------
    ------------------------------| | client | it exists and is not revoked | | client | its
    token_endpoint_auth_method is the one of `credentials` | | client | its secret_hash is the one of `credentials`,
    compared in constant time; both are empty for a public client | | client | its grant_types contain
    "authorization_code" | | code | it exists, and its client_id is the one of `credentials` | | code | its
    redirect_uri is `redirect_uri`, unless that is empty | | code | its code_challenge is `code_challenge`, compared
    in constant time | | code | it is not spent | | code | `at` is before its expires_at | | condition | answer |
    Gatehouse then | |-----------------------------------------------|----------------------------------------|-----
    --------------------------------------------| | every expectation holds | committed, with `minted` | judges the
    records itself, answers with tokens | | an expectation does not hold | committed, without `minted`; neither |
    judges the records itself: refuses, or revokes | | | code nor token is changed or created | the lineage of a
    spent code | | another transaction spent or removed the code | aborted with CODE_ALREADY_SPENT or | finds both
    records again and judges them | | after this one found it | CODE_NOT_FOUND | | | MintAccessToken would abort |
    aborted with its reason | the same, and then sends SpendCode | | | | and MintAccessToken | | `minted` although
    an expectation did not hold | not allowed | revokes the lineage, counts a contract | | | | violation, returns
    500 | The records in the answer are those that were found, as FindClient and FindCode return them: before the
    spend.
    """

    #: The client that sent the code.
    credentials: ClientCredentials | None = None
    #: SHA-256 of the code.
    code_hash: bytes = b""
    #: The redirect URI of the request; empty if it has none.
    redirect_uri: str = ""
    #: PKCE challenge of the verifier in the request, method S256, in base64url (RFC 7636 §4.6).
    code_challenge: str = ""
    #: Lineage for the code and both tokens. The refresh token starts it, at `at`.
    lineage_id: str = ""
    #: The current time, by Gatehouse's clock. The code is spent and the refresh token is issued at this time.
    at: datetime | None = None
    #: When the access token expires, as in MintAccessToken. It has user, client, scopes, resource and grant context
    #: of the code.
    access_token_expires_at: datetime | None = None
    #: SHA-256 of the refresh token to create. It has user, client, scopes, resource and grant context of the code.
    refresh_token_hash: bytes = b""
    #: When the refresh token expires.
    refresh_token_expires_at: datetime | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.RedeemCode"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "credentials", "credentials", Kind.MESSAGE, presence=True, of=ClientCredentials, rules=Rules(required=True)),
        Field(2, "code_hash", "codeHash", Kind.BYTES, secret=True, rules=Rules(required=True, min_bytes=32, max_bytes=32)),
        Field(3, "redirect_uri", "redirectUri", Kind.STRING, rules=Rules(max_characters=2048, pattern='[^\\x00]*')),
        Field(4, "code_challenge", "codeChallenge", Kind.STRING, rules=Rules(required=True, pattern='[A-Za-z0-9_-]{43}')),
        Field(5, "lineage_id", "lineageId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(6, "at", "at", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
        Field(7, "access_token_expires_at", "accessTokenExpiresAt", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
        Field(8, "refresh_token_hash", "refreshTokenHash", Kind.BYTES, secret=True, rules=Rules(required=True, min_bytes=32, max_bytes=32)),
        Field(9, "refresh_token_expires_at", "refreshTokenExpiresAt", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class RedeemRefreshToken(Message):
    """RedeemRefreshToken runs a whole refresh as one operation: it finds the client and the refresh token, and if
    every expectation of the table holds, it does what SpendRefreshToken, MintAccessToken and CreateRefreshToken
    would do. Gatehouse sends it instead of a first transaction that only reads, if the host offers
    CAPABILITY_REDEEM. | record | expectation | |---------------|---------------------------------------------------
    ---------------------------------------------------------| | client | it exists and is not revoked | | client |
    its token_endpoint_auth_method is the one of `credentials` | | client | its secret_hash is the one of
    `credentials`, compared in constant time; both are empty for a public client | | client | its grant_types
    contain "refresh_token" | | refresh token | it exists, and its client_id is the one of `credentials` | | refresh
    token | its lineage is not revoked | | refresh token | it is not spent | | refresh token | `at` is before its
    expires_at | | refresh token | `lineage_started_after` is before its lineage_started_at, unless it is absent | |
    refresh token | its scopes contain all of `scopes` | The outcomes are those of RedeemCode, with
    REFRESH_TOKEN_NOT_FOUND, REFRESH_TOKEN_ALREADY_SPENT and LINEAGE_REVOKED of SpendRefreshToken. Gatehouse does
    not send it while refresh_retry_window is on.
    """

    #: The client that sent the refresh token.
    credentials: ClientCredentials | None = None
    #: SHA-256 of the refresh token.
    token_hash: bytes = b""
    #: Scopes of the access token. Empty: all scopes of the refresh token.
    scopes: tuple[str, ...] = ()
    #: The time after which the lineage must have started (refresh_lineage_max_age); absent if lineages have no
    #: maximum age.
    lineage_started_after: datetime | None = None
    #: The current time, by Gatehouse's clock. The token is spent and its successor is issued at this time.
    at: datetime | None = None
    #: When the access token expires, as in MintAccessToken. It has user, client, resource, lineage and grant context
    #: of the refresh token.
    access_token_expires_at: datetime | None = None
    #: SHA-256 of the successor to create. It has user, client, all scopes, resource, lineage, lineage_started_at and
    #: grant context of the refresh token.
    successor_hash: bytes = b""
    #: When the successor expires.
    successor_expires_at: datetime | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.RedeemRefreshToken"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "credentials", "credentials", Kind.MESSAGE, presence=True, of=ClientCredentials, rules=Rules(required=True)),
        Field(2, "token_hash", "tokenHash", Kind.BYTES, secret=True, rules=Rules(required=True, min_bytes=32, max_bytes=32)),
        Field(3, "scopes", "scopes", Kind.STRING, repeated=True, rules=Rules(items=Rules(required=True, pattern='[\\x21\\x23-\\x5b\\x5d-\\x7e]+'))),
        Field(4, "lineage_started_after", "lineageStartedAfter", Kind.TIMESTAMP, presence=True),
        Field(5, "at", "at", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
        Field(6, "access_token_expires_at", "accessTokenExpiresAt", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
        Field(7, "successor_hash", "successorHash", Kind.BYTES, secret=True, rules=Rules(required=True, min_bytes=32, max_bytes=32)),
        Field(8, "successor_expires_at", "successorExpiresAt", Kind.TIMESTAMP, presence=True, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class Operation(Message):
    """Operation is one step of a transaction. Exactly one member is set."""

    #: Looks a client up.
    find_client: FindClient | None = None
    #: Creates a client.
    create_client: CreateClient | None = None
    #: Removes old clients that never received consent.
    sweep_unconsented_clients: SweepUnconsentedClients | None = None
    #: Records that a client received consent.
    stamp_consent: StampConsent | None = None
    #: Stores an issued code.
    create_code: CreateCode | None = None
    #: Looks a code up.
    find_code: FindCode | None = None
    #: Marks a code as spent.
    spend_code: SpendCode | None = None
    #: Stores a refresh token.
    create_refresh_token: CreateRefreshToken | None = None
    #: Looks a refresh token up.
    find_refresh_token: FindRefreshToken | None = None
    #: Marks a refresh token as spent.
    spend_refresh_token: SpendRefreshToken | None = None
    #: Revokes a lineage for good.
    revoke_lineage: RevokeLineage | None = None
    #: Removes expired codes and refresh tokens.
    sweep_expired: SweepExpired | None = None
    #: Mints an access token.
    mint_access_token: MintAccessToken | None = None
    #: Finds the lineage, client and user of a live access token.
    find_access_token: FindAccessToken | None = None
    #: Exchanges a code for tokens, if everything that it expects holds. Needs CAPABILITY_REDEEM.
    redeem_code: RedeemCode | None = None
    #: Exchanges a refresh token for new tokens, if everything that it expects holds. Needs CAPABILITY_REDEEM.
    redeem_refresh_token: RedeemRefreshToken | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.Operation"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "find_client", "findClient", Kind.MESSAGE, presence=True, oneof="operation", of=FindClient),
        Field(2, "create_client", "createClient", Kind.MESSAGE, presence=True, oneof="operation", of=CreateClient),
        Field(3, "sweep_unconsented_clients", "sweepUnconsentedClients", Kind.MESSAGE, presence=True, oneof="operation", of=SweepUnconsentedClients),
        Field(4, "stamp_consent", "stampConsent", Kind.MESSAGE, presence=True, oneof="operation", of=StampConsent),
        Field(5, "create_code", "createCode", Kind.MESSAGE, presence=True, oneof="operation", of=CreateCode),
        Field(6, "find_code", "findCode", Kind.MESSAGE, presence=True, oneof="operation", of=FindCode),
        Field(7, "spend_code", "spendCode", Kind.MESSAGE, presence=True, oneof="operation", of=SpendCode),
        Field(8, "create_refresh_token", "createRefreshToken", Kind.MESSAGE, presence=True, oneof="operation", of=CreateRefreshToken),
        Field(9, "find_refresh_token", "findRefreshToken", Kind.MESSAGE, presence=True, oneof="operation", of=FindRefreshToken),
        Field(10, "spend_refresh_token", "spendRefreshToken", Kind.MESSAGE, presence=True, oneof="operation", of=SpendRefreshToken),
        Field(11, "revoke_lineage", "revokeLineage", Kind.MESSAGE, presence=True, oneof="operation", of=RevokeLineage),
        Field(12, "sweep_expired", "sweepExpired", Kind.MESSAGE, presence=True, oneof="operation", of=SweepExpired),
        Field(13, "mint_access_token", "mintAccessToken", Kind.MESSAGE, presence=True, oneof="operation", of=MintAccessToken),
        Field(14, "find_access_token", "findAccessToken", Kind.MESSAGE, presence=True, oneof="operation", of=FindAccessToken),
        Field(15, "redeem_code", "redeemCode", Kind.MESSAGE, presence=True, oneof="operation", of=RedeemCode),
        Field(16, "redeem_refresh_token", "redeemRefreshToken", Kind.MESSAGE, presence=True, oneof="operation", of=RedeemRefreshToken),
    )


@dataclass(frozen=True)
class TransactRequest(Message):
    """TransactRequest is one transaction."""

    #: Run in this order.
    operations: tuple[Operation, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.TransactRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "operations", "operations", Kind.MESSAGE, repeated=True, of=Operation, rules=Rules(required=True, max_items=16)),
    )


@dataclass(frozen=True)
class FindClientResult(Message):
    """FindClientResult is the client; absent if it does not exist."""

    #: The client, if there is one.
    client: Client | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.FindClientResult"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "client", "client", Kind.MESSAGE, presence=True, of=Client),
    )


@dataclass(frozen=True)
class CreateClientResult(Message):
    """CreateClientResult is the result of a creation."""

    #: How many unrevoked clients exist now, this one included. Gatehouse reports it as a metric beside the cap.
    client_count: int = 0

    NAME: ClassVar[str] = "gatehouse.host.v1.CreateClientResult"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "client_count", "clientCount", Kind.UINT32),
    )


@dataclass(frozen=True)
class SweepUnconsentedClientsResult(Message):
    """SweepUnconsentedClientsResult is the result of a sweep."""

    #: How many clients were removed.
    removed: int = 0

    NAME: ClassVar[str] = "gatehouse.host.v1.SweepUnconsentedClientsResult"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "removed", "removed", Kind.UINT32),
    )


@dataclass(frozen=True)
class StampConsentResult(Message):
    """StampConsentResult is empty."""

    NAME: ClassVar[str] = "gatehouse.host.v1.StampConsentResult"


@dataclass(frozen=True)
class CreateCodeResult(Message):
    """CreateCodeResult is empty."""

    NAME: ClassVar[str] = "gatehouse.host.v1.CreateCodeResult"


@dataclass(frozen=True)
class FindCodeResult(Message):
    """FindCodeResult is the code; absent if it does not exist."""

    #: The code, if there is one.
    code: Code | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.FindCodeResult"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "code", "code", Kind.MESSAGE, presence=True, of=Code),
    )


@dataclass(frozen=True)
class SpendCodeResult(Message):
    """SpendCodeResult is empty."""

    NAME: ClassVar[str] = "gatehouse.host.v1.SpendCodeResult"


@dataclass(frozen=True)
class CreateRefreshTokenResult(Message):
    """CreateRefreshTokenResult is empty."""

    NAME: ClassVar[str] = "gatehouse.host.v1.CreateRefreshTokenResult"


@dataclass(frozen=True)
class FindRefreshTokenResult(Message):
    """FindRefreshTokenResult is the token; absent if it does not exist."""

    #: The token, if there is one.
    refresh_token: RefreshToken | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.FindRefreshTokenResult"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "refresh_token", "refreshToken", Kind.MESSAGE, presence=True, of=RefreshToken),
    )


@dataclass(frozen=True)
class SpendRefreshTokenResult(Message):
    """SpendRefreshTokenResult is empty."""

    NAME: ClassVar[str] = "gatehouse.host.v1.SpendRefreshTokenResult"


@dataclass(frozen=True)
class RevokeLineageResult(Message):
    """RevokeLineageResult is the result of a revocation."""

    #: Whether this call revoked it; false if it was already revoked.
    newly_revoked: bool = False

    NAME: ClassVar[str] = "gatehouse.host.v1.RevokeLineageResult"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "newly_revoked", "newlyRevoked", Kind.BOOL),
    )


@dataclass(frozen=True)
class SweepExpiredResult(Message):
    """SweepExpiredResult is the result of a sweep."""

    #: How many codes were removed.
    codes_removed: int = 0
    #: How many refresh tokens were removed.
    refresh_tokens_removed: int = 0

    NAME: ClassVar[str] = "gatehouse.host.v1.SweepExpiredResult"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "codes_removed", "codesRemoved", Kind.UINT32),
        Field(2, "refresh_tokens_removed", "refreshTokensRemoved", Kind.UINT32),
    )


@dataclass(frozen=True)
class MintAccessTokenResult(Message):
    """MintAccessTokenResult is the minted token."""

    #: The access token as the client will send it (RFC 6750 §2.1).
    access_token: str = ""
    #: When it expires, if earlier than requested; otherwise absent.
    expires_at: datetime | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.MintAccessTokenResult"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "access_token", "accessToken", Kind.STRING, secret=True, rules=Rules(required=True, max_characters=8192, pattern='[A-Za-z0-9._~+/-]+=*')),
        Field(2, "expires_at", "expiresAt", Kind.TIMESTAMP, presence=True),
    )


@dataclass(frozen=True)
class AccessTokenInfo(Message):
    """AccessTokenInfo is the lineage, client and user of a live access token."""

    #: Lineage that it belongs to.
    lineage_id: str = ""
    #: Client that it was minted for.
    client_id: str = ""
    #: User that it was minted for.
    user_id: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.AccessTokenInfo"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "lineage_id", "lineageId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
        Field(2, "client_id", "clientId", Kind.STRING, rules=Rules(required=True, max_characters=2048, pattern='[^\\x00]*')),
        Field(3, "user_id", "userId", Kind.STRING, rules=Rules(required=True, max_characters=255, pattern='[^\\x00]*')),
    )


@dataclass(frozen=True)
class FindAccessTokenResult(Message):
    """FindAccessTokenResult is the token's data; absent if the token is unknown, expired (by the host's clock) or
    revoked.
    """

    #: The data of the token, if it is live.
    access_token: AccessTokenInfo | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.FindAccessTokenResult"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "access_token", "accessToken", Kind.MESSAGE, presence=True, of=AccessTokenInfo),
    )


@dataclass(frozen=True)
class RedeemCodeResult(Message):
    """RedeemCodeResult is what was found, and what was minted."""

    #: The client, revoked or not; absent if it does not exist.
    client: Client | None = None
    #: The code as it was found, spent and expired ones too; absent if it does not exist.
    code: Code | None = None
    #: The access token; absent if an expectation did not hold.
    minted: MintAccessTokenResult | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.RedeemCodeResult"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "client", "client", Kind.MESSAGE, presence=True, of=Client),
        Field(2, "code", "code", Kind.MESSAGE, presence=True, of=Code),
        Field(3, "minted", "minted", Kind.MESSAGE, presence=True, of=MintAccessTokenResult),
    )


@dataclass(frozen=True)
class RedeemRefreshTokenResult(Message):
    """RedeemRefreshTokenResult is what was found, and what was minted."""

    #: The client, revoked or not; absent if it does not exist.
    client: Client | None = None
    #: The refresh token as it was found: spent, expired and revoked ones too; absent if it does not exist.
    refresh_token: RefreshToken | None = None
    #: The access token; absent if an expectation did not hold.
    minted: MintAccessTokenResult | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.RedeemRefreshTokenResult"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "client", "client", Kind.MESSAGE, presence=True, of=Client),
        Field(2, "refresh_token", "refreshToken", Kind.MESSAGE, presence=True, of=RefreshToken),
        Field(3, "minted", "minted", Kind.MESSAGE, presence=True, of=MintAccessTokenResult),
    )


@dataclass(frozen=True)
class OperationResult(Message):
    """OperationResult is the result of the operation of the same name."""

    #: Of FindClient.
    find_client: FindClientResult | None = None
    #: Of CreateClient.
    create_client: CreateClientResult | None = None
    #: Of SweepUnconsentedClients.
    sweep_unconsented_clients: SweepUnconsentedClientsResult | None = None
    #: Of StampConsent.
    stamp_consent: StampConsentResult | None = None
    #: Of CreateCode.
    create_code: CreateCodeResult | None = None
    #: Of FindCode.
    find_code: FindCodeResult | None = None
    #: Of SpendCode.
    spend_code: SpendCodeResult | None = None
    #: Of CreateRefreshToken.
    create_refresh_token: CreateRefreshTokenResult | None = None
    #: Of FindRefreshToken.
    find_refresh_token: FindRefreshTokenResult | None = None
    #: Of SpendRefreshToken.
    spend_refresh_token: SpendRefreshTokenResult | None = None
    #: Of RevokeLineage.
    revoke_lineage: RevokeLineageResult | None = None
    #: Of SweepExpired.
    sweep_expired: SweepExpiredResult | None = None
    #: Of MintAccessToken.
    mint_access_token: MintAccessTokenResult | None = None
    #: Of FindAccessToken.
    find_access_token: FindAccessTokenResult | None = None
    #: Of RedeemCode.
    redeem_code: RedeemCodeResult | None = None
    #: Of RedeemRefreshToken.
    redeem_refresh_token: RedeemRefreshTokenResult | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.OperationResult"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('result',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "find_client", "findClient", Kind.MESSAGE, presence=True, oneof="result", of=FindClientResult),
        Field(2, "create_client", "createClient", Kind.MESSAGE, presence=True, oneof="result", of=CreateClientResult),
        Field(3, "sweep_unconsented_clients", "sweepUnconsentedClients", Kind.MESSAGE, presence=True, oneof="result", of=SweepUnconsentedClientsResult),
        Field(4, "stamp_consent", "stampConsent", Kind.MESSAGE, presence=True, oneof="result", of=StampConsentResult),
        Field(5, "create_code", "createCode", Kind.MESSAGE, presence=True, oneof="result", of=CreateCodeResult),
        Field(6, "find_code", "findCode", Kind.MESSAGE, presence=True, oneof="result", of=FindCodeResult),
        Field(7, "spend_code", "spendCode", Kind.MESSAGE, presence=True, oneof="result", of=SpendCodeResult),
        Field(8, "create_refresh_token", "createRefreshToken", Kind.MESSAGE, presence=True, oneof="result", of=CreateRefreshTokenResult),
        Field(9, "find_refresh_token", "findRefreshToken", Kind.MESSAGE, presence=True, oneof="result", of=FindRefreshTokenResult),
        Field(10, "spend_refresh_token", "spendRefreshToken", Kind.MESSAGE, presence=True, oneof="result", of=SpendRefreshTokenResult),
        Field(11, "revoke_lineage", "revokeLineage", Kind.MESSAGE, presence=True, oneof="result", of=RevokeLineageResult),
        Field(12, "sweep_expired", "sweepExpired", Kind.MESSAGE, presence=True, oneof="result", of=SweepExpiredResult),
        Field(13, "mint_access_token", "mintAccessToken", Kind.MESSAGE, presence=True, oneof="result", of=MintAccessTokenResult),
        Field(14, "find_access_token", "findAccessToken", Kind.MESSAGE, presence=True, oneof="result", of=FindAccessTokenResult),
        Field(15, "redeem_code", "redeemCode", Kind.MESSAGE, presence=True, oneof="result", of=RedeemCodeResult),
        Field(16, "redeem_refresh_token", "redeemRefreshToken", Kind.MESSAGE, presence=True, oneof="result", of=RedeemRefreshTokenResult),
    )


@dataclass(frozen=True)
class Committed(Message):
    """Committed carries the results."""

    #: One result for each operation, in the same order and of the same kind.
    results: tuple[OperationResult, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.Committed"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "results", "results", Kind.MESSAGE, repeated=True, of=OperationResult, rules=Rules(required=True, max_items=16)),
    )


@dataclass(frozen=True)
class Aborted(Message):
    """Aborted names the operation whose precondition failed."""

    #: Index of that operation in the request, from 0.
    operation_index: int = 0
    #: Why. Each operation lists the reasons it may abort with.
    reason: AbortReason = AbortReason.ABORT_REASON_UNSPECIFIED
    #: For ABORT_REASON_MINT_REFUSED: a text for the client, printable ASCII. It becomes the error_description of the
    #: invalid_grant error. Otherwise empty.
    public_reason: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.Aborted"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "operation_index", "operationIndex", Kind.UINT32),
        Field(2, "reason", "reason", Kind.ENUM, of=AbortReason, rules=Rules(required=True)),
        Field(3, "public_reason", "publicReason", Kind.STRING, rules=Rules(max_characters=200, pattern='[ -~]*')),
    )


@dataclass(frozen=True)
class TransactResponse(Message):
    """TransactResponse is the outcome of a transaction."""

    #: Everything took effect and is durable.
    committed: Committed | None = None
    #: Nothing took effect.
    aborted: Aborted | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.TransactResponse"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "committed", "committed", Kind.MESSAGE, presence=True, oneof="outcome", of=Committed),
        Field(2, "aborted", "aborted", Kind.MESSAGE, presence=True, oneof="outcome", of=Aborted),
    )


@dataclass(frozen=True)
class StreamedTransaction(Message):
    """StreamedTransaction is one transaction on the stream."""

    #: Matches the answer to the request. Unique among the transactions in flight on this stream.
    id: int = 0
    #: The transaction.
    request: TransactRequest | None = None
    #: Time after receipt when Gatehouse stops waiting. The host rolls back a transaction that it has not committed
    #: by then.
    timeout: timedelta | None = None
    #: The request id, which a unary call carries as the metadata x-request-id.
    request_id: str = ""
    #: W3C trace context, as the metadata traceparent; empty when there is none.
    traceparent: str = ""
    #: W3C trace context, as the metadata tracestate; empty when there is none.
    tracestate: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.StreamedTransaction"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "id", "id", Kind.UINT32),
        Field(2, "request", "request", Kind.MESSAGE, presence=True, of=TransactRequest, rules=Rules(required=True)),
        Field(3, "timeout", "timeout", Kind.DURATION, presence=True),
        Field(4, "request_id", "requestId", Kind.STRING),
        Field(5, "traceparent", "traceparent", Kind.STRING),
        Field(6, "tracestate", "tracestate", Kind.STRING),
    )


@dataclass(frozen=True)
class TransactStreamRequest(Message):
    """TransactStreamRequest carries transactions to the host. Gatehouse puts transactions that are ready at the same
    moment in one message.
    """

    #: In any order.
    transactions: tuple[StreamedTransaction, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.TransactStreamRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "transactions", "transactions", Kind.MESSAGE, repeated=True, of=StreamedTransaction, rules=Rules(required=True)),
    )


@dataclass(frozen=True)
class Fault(Message):
    """Fault is a gRPC status for one transaction or call of a stream."""

    #: A gRPC status code other than OK, as a number: 14 is UNAVAILABLE.
    code: int = 0
    #: For the log; Gatehouse never shows it to a client.
    message: str = ""

    NAME: ClassVar[str] = "gatehouse.host.v1.Fault"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "code", "code", Kind.UINT32, rules=Rules(minimum=1)),
        Field(2, "message", "message", Kind.STRING),
    )


@dataclass(frozen=True)
class StreamedOutcome(Message):
    """StreamedOutcome is the result of one transaction on the stream."""

    #: The id of the transaction.
    id: int = 0
    #: The response that a unary call would have returned with status OK.
    response: TransactResponse | None = None
    #: The fault with which a unary call would have failed.
    fault: Fault | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.StreamedOutcome"
    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = ('outcome',)
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "id", "id", Kind.UINT32),
        Field(2, "response", "response", Kind.MESSAGE, presence=True, oneof="outcome", of=TransactResponse),
        Field(3, "fault", "fault", Kind.MESSAGE, presence=True, oneof="outcome", of=Fault),
    )


@dataclass(frozen=True)
class StreamClosing(Message):
    """StreamClosing announces that the host is ending the stream, as HTTP/2's GOAWAY does for a connection: the host
    takes no more requests, answers those it has taken, and then ends the stream with status OK. Gatehouse resends
    every request in flight that is not listed here, writes included, as a unary call. So list a request as soon as
    any part of it may have run, and ignore every request that arrives after you wrote this message.
    """

    #: Ids of the requests that the host has taken and not answered yet, in any order. The host answers each of them.
    taken: tuple[int, ...] = ()

    NAME: ClassVar[str] = "gatehouse.host.v1.StreamClosing"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "taken", "taken", Kind.UINT32, repeated=True),
    )


@dataclass(frozen=True)
class TransactStreamResponse(Message):
    """TransactStreamResponse carries answers back, in any order and grouping. Like every message, it stays below 4 MB,
    the default limit of gRPC: 64 answers always fit.
    """

    #: Empty only in the message that carries `closing`.
    outcomes: tuple[StreamedOutcome, ...] = ()
    #: Set in one message before the host ends the stream; absent otherwise. Optional: without it, the outcome of
    #: every request that the end of the stream leaves unanswered is unknown.
    closing: StreamClosing | None = None

    NAME: ClassVar[str] = "gatehouse.host.v1.TransactStreamResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (
        Field(1, "outcomes", "outcomes", Kind.MESSAGE, repeated=True, of=StreamedOutcome),
        Field(2, "closing", "closing", Kind.MESSAGE, presence=True, of=StreamClosing),
    )
