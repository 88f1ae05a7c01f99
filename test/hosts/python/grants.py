"""The operations on codes, refresh tokens and lineages."""

import time

import grpc
from check import Fault
from gatehouse.host.v1 import backend_pb2

SWEEP_BATCH = 1000


class Grants:
    def create_code(self, operation):
        self.add("codes", operation.code.code_hash, operation.code)
        return backend_pb2.CreateCodeResult()

    def find_code(self, operation):
        return backend_pb2.FindCodeResult(code=self.tables["codes"].get(operation.code_hash))

    def spend_code(self, operation):
        code = self.tables["codes"].get(operation.code_hash)
        if code is None:
            self.abort("CODE_NOT_FOUND")
        if code.HasField("spent_at"):
            self.abort("CODE_ALREADY_SPENT")
        spent = self.changed(code, spent_at=operation.at, lineage_id=operation.lineage_id)
        self.tables["codes"][code.code_hash] = spent
        return backend_pb2.SpendCodeResult()

    def create_refresh_token(self, operation):
        token = operation.refresh_token
        self.refuse_revoked(token.lineage_id)
        self.add("refresh_tokens", token.token_hash, token)
        return backend_pb2.CreateRefreshTokenResult()

    def add(self, table, key, row):
        """Gatehouse never sends a hash twice; the stored row stays."""
        if key in self.tables[table]:
            raise Fault(grpc.StatusCode.INTERNAL, "the hash is stored already")
        self.tables[table][key] = row

    def find_refresh_token(self, operation):
        token = self.tables["refresh_tokens"].get(operation.token_hash)
        if token is not None and token.lineage_id in self.tables["revoked_lineages"]:
            token = self.changed(token, lineage_revoked=True)
        return backend_pb2.FindRefreshTokenResult(refresh_token=token)

    def spend_refresh_token(self, operation):
        token = self.tables["refresh_tokens"].get(operation.token_hash)
        if token is None:
            self.abort("REFRESH_TOKEN_NOT_FOUND")
        self.refuse_revoked(token.lineage_id)
        if token.HasField("spent_at"):
            self.abort("REFRESH_TOKEN_ALREADY_SPENT")
        self.tables["refresh_tokens"][token.token_hash] = self.changed(token, spent_at=operation.at)
        return backend_pb2.SpendRefreshTokenResult()

    def revoke_lineage(self, operation):
        revoked = self.tables["revoked_lineages"]
        newly = operation.lineage_id not in revoked
        revoked[operation.lineage_id] = True
        return backend_pb2.RevokeLineageResult(newly_revoked=newly)

    def refuse_revoked(self, lineage_id):
        if lineage_id in self.tables["revoked_lineages"]:
            self.abort("LINEAGE_REVOKED")

    def is_live_refresh_token(self, token):
        expired = token.expires_at.ToNanoseconds() <= time.time_ns()
        return not expired and token.lineage_id not in self.tables["revoked_lineages"]

    def sweep_expired(self, operation):
        before = operation.before.ToNanoseconds()

        def is_due(row):
            return row.expires_at.ToNanoseconds() < before

        codes = self.remove_batch("codes", is_due)
        tokens = self.remove_batch("refresh_tokens", is_due, SWEEP_BATCH - codes)
        result = backend_pb2.SweepExpiredResult(codes_removed=codes, refresh_tokens_removed=tokens)
        self.remove_batch("access_tokens", lambda row: not self.is_live_access_token(row))
        return result
