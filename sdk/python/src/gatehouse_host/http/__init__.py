"""The HTTP transport: Connect's unary protocol (https://connectrpc.com/docs/protocol/), in the application's server."""
