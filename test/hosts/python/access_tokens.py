"""The application's own access tokens: random, kept as hashes."""

import hashlib
import secrets
import time
from typing import NamedTuple

from gatehouse.host.v1 import backend_pb2

# A real application would query its users table; here one name represents all users who may not have a token.
DEACTIVATED_USER = "deactivated"


class AccessToken(NamedTuple):
    info: backend_pb2.AccessTokenInfo
    expires_at_ns: int


class AccessTokens:
    def mint_access_token(self, operation):
        self.refuse_revoked(operation.lineage_id)
        if operation.user_id == DEACTIVATED_USER:
            self.abort("MINT_REFUSED", "this account is deactivated")
        token = secrets.token_urlsafe(32)
        info = backend_pb2.AccessTokenInfo(
            lineage_id=operation.lineage_id, client_id=operation.client_id, user_id=operation.user_id
        )
        self.tables["access_tokens"][hash_of(token)] = AccessToken(info, operation.expires_at.ToNanoseconds())
        return backend_pb2.MintAccessTokenResult(access_token=token)

    def find_access_token(self, operation):
        token = self.tables["access_tokens"].get(hash_of(operation.access_token))
        live = token is not None and self.is_live_access_token(token)
        return backend_pb2.FindAccessTokenResult(access_token=token.info if live else None)

    def is_live_access_token(self, token):
        return time.time_ns() < token.expires_at_ns and token.info.lineage_id not in self.tables["revoked_lineages"]


def hash_of(token):
    return hashlib.sha256(token.encode()).digest()
