"""Finds the errors in a request before any of it runs."""

import grpc

MAX_OPERATIONS = 16
HASH_BYTES = 32
MAX_GRANT_CONTEXT = 4096


class Fault(Exception):
    """A gRPC status, for a unary call or for one transaction of a stream."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code
        self.message = message


# By operation, the path of each field that must not be missing or empty.
REQUIRED = {
    "find_client": ("client_id",),
    "create_client": (
        "client.client_id",
        "client.redirect_uris",
        "client.token_endpoint_auth_method",
        "client.grant_types",
        "client.registered_at",
    ),
    "sweep_unconsented_clients": ("registered_before",),
    "stamp_consent": ("client_id", "at"),
    "create_code": (
        "code.code_hash",
        "code.client_id",
        "code.user_id",
        "code.redirect_uri",
        "code.code_challenge",
        "code.scopes",
        "code.resource",
        "code.issued_at",
        "code.expires_at",
        "code.grant_context",
    ),
    "find_code": ("code_hash",),
    "spend_code": ("code_hash", "lineage_id", "at"),
    "create_refresh_token": (
        "refresh_token.token_hash",
        "refresh_token.lineage_id",
        "refresh_token.client_id",
        "refresh_token.user_id",
        "refresh_token.scopes",
        "refresh_token.resource",
        "refresh_token.issued_at",
        "refresh_token.expires_at",
        "refresh_token.lineage_started_at",
        "refresh_token.grant_context",
    ),
    "find_refresh_token": ("token_hash",),
    "spend_refresh_token": ("token_hash", "at"),
    "revoke_lineage": ("lineage_id", "at"),
    "sweep_expired": ("before",),
    "mint_access_token": (
        "user_id",
        "client_id",
        "scopes",
        "resource",
        "lineage_id",
        "expires_at",
        "grant_context",
        "at",
    ),
    "find_access_token": ("access_token",),
}


def check_request(request):
    count = len(request.operations)
    if not 1 <= count <= MAX_OPERATIONS:
        raise malformed(f"operations: 1 to {MAX_OPERATIONS}, got {count}")
    for index, operation in enumerate(request.operations):
        kind = operation.WhichOneof("operation")
        if kind is None:
            message = f"operations[{index}]: an operation that this host does not know"
            raise Fault(grpc.StatusCode.UNIMPLEMENTED, message)
        for path in REQUIRED[kind]:
            problem = problem_of(getattr(operation, kind), path)
            if problem is not None:
                raise malformed(f"operations[{index}].{kind}.{path} {problem}")


def problem_of(message, path):
    *parents, name = path.split(".")
    for parent in parents:
        message = getattr(message, parent)
    value = getattr(message, name)
    if name.endswith("_hash"):
        return None if len(value) == HASH_BYTES else f"has {len(value)} bytes instead of {HASH_BYTES}"
    if name == "grant_context":
        return None if len(value) <= MAX_GRANT_CONTEXT else f"has more than {MAX_GRANT_CONTEXT} bytes"
    is_set = message.HasField(name) if is_message(message, name) else bool(value)
    return None if is_set else "is missing"


def is_message(message, name):
    field = message.DESCRIPTOR.fields_by_name[name]
    return field.message_type is not None and field.label != field.LABEL_REPEATED


def malformed(message):
    return Fault(grpc.StatusCode.INVALID_ARGUMENT, message)
