"""The operations on clients."""

from gatehouse.host.v1 import backend_pb2


class Clients:
    def find_client(self, operation):
        return backend_pb2.FindClientResult(client=self.tables["clients"].get(operation.client_id))

    def create_client(self, operation):
        clients, client = self.tables["clients"], operation.client
        before = clients.get(client.client_id)
        if before is not None:
            if not operation.replace_existing:
                self.abort("CLIENT_ALREADY_EXISTS")
            client = replaced(before, client)
        elif operation.cap > 0 and self.unrevoked() >= operation.cap:
            evictable = [c for c in clients.values() if is_evictable(c)]
            if not operation.evict_oldest_unconsented or not evictable:
                self.abort("CLIENT_CAP_REACHED")
            oldest = min(evictable, key=lambda c: c.registered_at.ToNanoseconds())
            del clients[oldest.client_id]
            if self.unrevoked() >= operation.cap:
                self.abort("CLIENT_CAP_REACHED")
        clients[client.client_id] = client
        return backend_pb2.CreateClientResult(client_count=self.unrevoked())

    def unrevoked(self):
        return sum(1 for client in self.tables["clients"].values() if not client.HasField("revoked_at"))

    def sweep_unconsented_clients(self, operation):
        live = self.clients_with_live_tokens()
        before = operation.registered_before.ToNanoseconds()
        removed = self.remove_batch(
            "clients",
            lambda client: client.self_registered
            and not client.HasField("consented_at")
            and not client.HasField("revoked_at")
            and client.registered_at.ToNanoseconds() < before
            and client.client_id not in live,
        )
        return backend_pb2.SweepUnconsentedClientsResult(removed=removed)

    def clients_with_live_tokens(self):
        refresh_tokens = (t for t in self.tables["refresh_tokens"].values() if self.is_live_refresh_token(t))
        access_tokens = (t.info for t in self.tables["access_tokens"].values() if self.is_live_access_token(t))
        return {token.client_id for token in (*refresh_tokens, *access_tokens)}

    def stamp_consent(self, operation):
        client = self.tables["clients"].get(operation.client_id)
        if client is None or client.HasField("revoked_at"):
            self.abort("CLIENT_NOT_FOUND")
        if not client.HasField("consented_at"):
            self.tables["clients"][client.client_id] = self.changed(client, consented_at=operation.at)
        return backend_pb2.StampConsentResult()


def is_evictable(client):
    return client.self_registered and not client.HasField("revoked_at") and not client.HasField("consented_at")


def replaced(before, client):
    """The new metadata with the old history."""
    merged = backend_pb2.Client()
    merged.CopyFrom(client)
    for field in ("registered_at", "consented_at", "revoked_at"):
        merged.ClearField(field)
        if before.HasField(field):
            getattr(merged, field).CopyFrom(getattr(before, field))
    return merged
