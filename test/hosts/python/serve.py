"""Serves an object as a gRPC service, by the descriptor in the proto file: no generated stubs are needed."""

import hmac

import grpc
from google.protobuf import message_factory

_classes = message_factory.MessageFactory()


def serving(implementation, service, token):
    handlers = {}
    for method in service.methods:
        behavior = getattr(implementation, method.name, None)
        if behavior is not None:
            handlers[method.name] = _handler(_guarded(behavior, token), method)
    return grpc.method_handlers_generic_handler(service.full_name, handlers)


def _handler(behavior, method):
    # Only TransactStream streams in this contract, and it does so both ways.
    kind = grpc.stream_stream_rpc_method_handler if _streams(method) else grpc.unary_unary_rpc_method_handler
    request = _classes.GetPrototype(method.input_type)
    response = _classes.GetPrototype(method.output_type)
    return kind(behavior, request.FromString, response.SerializeToString)


def _streams(method):
    return method.name == "TransactStream"


def _guarded(behavior, token):
    if token == "":
        return behavior
    expected = f"Bearer {token}".encode()

    async def guarded(request, context):
        sent = [value for name, value in context.invocation_metadata() if name == "authorization"]
        if len(sent) != 1 or not hmac.compare_digest(sent[0].encode(), expected):
            await context.abort(grpc.StatusCode.UNAUTHENTICATED, "the shared token is missing or wrong")
        return await behavior(request, context)

    return guarded
