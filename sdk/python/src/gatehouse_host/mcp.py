"""Serves tools to assistants: an MCP server over Streamable HTTP that keeps no sessions, behind access tokens.

An application with more than tools (resources, prompts, messages from the server) takes a library for MCP, and protects
it with ``tokens.verify`` and ``tokens.challenge``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Callable, Mapping, Protocol, Sequence

from .coroutines import require_function
from .log import logger
from .sql.tokens import Grant

_MAX_BODY = 256 * 1024
#: The versions of the protocol that this endpoint speaks, the preferred one first.
_VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26")
_PARSE_ERROR, _INVALID_REQUEST, _NO_METHOD, _INVALID_PARAMS, _INTERNAL_ERROR = -32700, -32600, -32601, -32602, -32603
#: Access depends on the token alone, never on a cookie, so clients in web pages of any origin are safe.
_CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "WWW-Authenticate",
    "Access-Control-Allow-Headers": "authorization, content-type, accept, mcp-protocol-version",
    "Access-Control-Allow-Methods": "GET, POST",
}


class Verifier(Protocol):
    """OpaqueTokens, or the application's own tokens."""

    def verify(self, bearer: str | None, resource: str) -> Grant | None: ...

    def challenge(self, origin: str, resource: str = "", *, presented: bool = False, scope: str = "") -> str: ...


class ToolFailure(Exception):
    """An error that the assistant may read: "text must have 1 to 2000 characters"."""


@dataclass(frozen=True)
class Tool:
    """A tool, and the scope that its calls need."""

    name: str
    #: The object that ``tools/list`` returns, with the same name.
    tool: Mapping[str, Any]
    #: Empty for none.
    scope: str = ""

    def problem(self, arguments: Mapping[str, Any]) -> str | None:
        """Why arguments do not fit: a required one is missing, or a text has a wrong type or length. Checks no more."""
        schema = self.tool.get("inputSchema", {})
        for name in schema.get("required", ()):
            if name not in arguments:
                return f"{name} is missing"
        for name, expected in schema.get("properties", {}).items():
            if name not in arguments or expected.get("type") != "string":
                continue
            text = arguments[name]
            if not isinstance(text, str):
                return f"{name} must be a text"
            least, most = expected.get("minLength", 0), expected.get("maxLength")
            if len(text.strip()) < least:
                return f"{name} must have at least {least} characters"
            if most is not None and len(text.strip()) > most:
                return f"{name} must have at most {most} characters"
        return None


@dataclass(frozen=True)
class ToolCall:
    """One call of a tool. Its arguments have what inputSchema requires, and texts of the right type and length."""

    tool: str
    arguments: Mapping[str, Any]
    grant: Grant

    def text(self, argument: str) -> str:
        """An argument that is a text, without spaces around it; "" if it is missing or of another type."""
        text = self.arguments.get(argument)
        return text.strip() if isinstance(text, str) else ""


@dataclass(frozen=True)
class McpAnswer:
    """An answer for the application's web framework to send."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class McpServer:
    """The endpoint. ``run`` runs a tool for a caller who may call it, and returns its text.

    The assistant reads a ToolFailure; any other exception goes to the log only.
    """

    name: str
    version: str
    #: The issuer of OAuth, and the URL of this endpoint.
    origin: str
    resource: str
    tokens: Verifier
    tools: Sequence[Tool]
    run: Callable[[ToolCall], str]
    _by_name: dict[str, Tool] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        require_function(self.run, "run")
        for tool in self.tools:
            if tool.tool.get("name") != tool.name:
                raise ValueError(f"the definition of the tool {tool.name!r} has the name {tool.tool.get('name')!r}")
            self._by_name[tool.name] = tool

    def flask(self) -> Callable[[], Any]:
        """A view of Flask, for GET, POST and OPTIONS of the resource's path."""
        from flask import Response, request

        def mcp() -> Any:
            answer = self.answer(request.method, request.headers, lambda: _beginning(request.stream))
            return Response(answer.body, answer.status, dict(answer.headers))

        return mcp

    def answer(self, method: str, headers: Mapping[str, str], body: bytes | Callable[[], bytes]) -> McpAnswer:
        """The answer to a request. ``headers`` are read by their usual names (``Authorization``).

        A function as ``body`` is called only for a caller with a token, so that others cannot have bodies read.
        """
        if method == "OPTIONS":
            return McpAnswer(204, _CORS, b"")
        bearer = headers.get("Authorization")
        grant = self.tokens.verify(bearer, self.resource)
        if grant is None:
            challenge = self.tokens.challenge(self.origin, self.resource, presented=bearer is not None)
            return _json(401, {"error": "invalid_token"}, {"WWW-Authenticate": challenge})
        if method != "POST":
            problem = {"error": "This endpoint keeps no sessions and sends no messages of its own."}
            return _json(405, problem, {"Allow": "POST"})
        message = _parsed(body() if callable(body) else body)
        if message is None:
            return _error(400, None, _PARSE_ERROR, "not one JSON object of JSON-RPC 2.0, or too long")
        id, asked = message.get("id"), headers.get("MCP-Protocol-Version")
        if asked is not None and asked not in _VERSIONS:
            return _error(400, id, _INVALID_REQUEST, f"this endpoint speaks the versions {', '.join(_VERSIONS)} of MCP")
        if not isinstance(message.get("method"), str):
            return _error(400, id, _INVALID_REQUEST, "method is missing")
        if id is None:
            return McpAnswer(202, _CORS, b"")
        params = message.get("params")
        return self._act(id, message["method"], params if isinstance(params, dict) else {}, grant)

    def _act(self, id: Any, method: str, params: Mapping[str, Any], grant: Grant) -> McpAnswer:
        if method == "tools/call":
            return self._call(id, params, grant)
        if method == "initialize":
            asked = params.get("protocolVersion")
            version = asked if asked in _VERSIONS else _VERSIONS[0]
            described = {"capabilities": {"tools": {}}, "serverInfo": {"name": self.name, "version": self.version}}
            return _result(id, {"protocolVersion": version, **described})
        if method == "ping":
            return _result(id, {})
        if method == "tools/list":
            return _result(id, {"tools": [each.tool for each in self.tools]})
        return _error(200, id, _NO_METHOD, "there is no such method")

    def _call(self, id: Any, params: Mapping[str, Any], grant: Grant) -> McpAnswer:
        name, arguments = params.get("name"), params.get("arguments")
        tool = self._by_name.get(name) if isinstance(name, str) else None
        if tool is None:
            return _error(200, id, _INVALID_PARAMS, "there is no such tool")
        if tool.scope and tool.scope not in grant.scopes:
            # All scopes that the client now needs: if it asks for this list, it must not lose what it has.
            needed = " ".join([*grant.scopes, tool.scope])
            challenge = self.tokens.challenge(self.origin, self.resource, scope=needed)
            return _json(403, {"error": "insufficient_scope"}, {"WWW-Authenticate": challenge})
        arguments = arguments if isinstance(arguments, dict) else {}
        problem = tool.problem(arguments)
        if problem is not None:
            return _result(id, _content(problem, is_error=True))
        try:
            return _result(id, _content(self.run(ToolCall(tool.name, arguments, grant)), is_error=False))
        except ToolFailure as failure:
            return _result(id, _content(str(failure), is_error=True))
        except Exception:
            logger.exception("the tool %s failed", tool.name)
            return _error(200, id, _INTERNAL_ERROR, "the tool failed")


def _beginning(stream: BinaryIO) -> bytes:
    """Enough of a body to see that it is too long. One in chunks announces no length, and a read may return a part."""
    body = bytearray()
    while len(body) <= _MAX_BODY:
        piece = stream.read(_MAX_BODY + 1 - len(body))
        if not piece:
            break
        body += piece
    return bytes(body)


def _parsed(body: bytes) -> dict[str, Any] | None:
    try:
        message = json.loads(body) if len(body) <= _MAX_BODY else None
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def _content(text: str, *, is_error: bool) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text}], "isError": is_error}


def _result(id: Any, result: Mapping[str, Any]) -> McpAnswer:
    return _json(200, {"jsonrpc": "2.0", "id": id, "result": result})


def _error(status: int, id: Any, code: int, message: str) -> McpAnswer:
    return _json(status, {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})


def _json(status: int, body: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> McpAnswer:
    sent = {**_CORS, "Content-Type": "application/json", "Cache-Control": "no-store", **(headers or {})}
    return McpAnswer(status, sent, json.dumps(body).encode())
