"""The MCP endpoint of gatehouse_host.mcp (MCP 2025-11-25, Streamable HTTP; RFC 6750 §3.1)."""

from __future__ import annotations

import json
import logging
from datetime import datetime, timezone
from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest
from flask import Flask

from gatehouse_host import Grant, OpaqueTokens
from gatehouse_host.mcp import McpAnswer, McpServer, Tool, ToolCall, ToolFailure

from .support.readme import code

ORIGIN = "https://notes.example"
RESOURCE = f"{ORIGIN}/mcp"
TEXT = {"properties": {"text": {"type": "string", "minLength": 1, "maxLength": 5}}, "required": ["text"]}


class OneToken:
    challenge = staticmethod(OpaqueTokens.challenge)

    def verify(self, bearer: str | None, resource: str) -> Grant | None:
        if bearer != "Bearer live":
            return None
        return Grant("ada", "client", ("read",), resource, datetime.now(timezone.utc), "lineage", b"")


def tool(name: str, scope: str = "", schema: Any = None) -> Tool:
    return Tool(name, {"name": name, "inputSchema": schema or {}}, scope)


def run(call: ToolCall) -> str:
    if call.tool == "fail":
        raise ToolFailure("the notebook is full")
    if call.tool == "break":
        raise RuntimeError("the disk says secret things")
    return f"{call.grant.user_id}: {call.text('text')}"


TOOLS = [tool("echo", "read", TEXT), tool("write", "write"), tool("fail"), tool("break")]
SERVER = McpServer("notes", "1", ORIGIN, RESOURCE, OneToken(), TOOLS, run)


def post(message: Any, **headers: str) -> McpAnswer:
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return SERVER.answer("POST", {"Authorization": "Bearer live", **headers}, body)


def call(method: str, **params: Any) -> Any:
    return json.loads(post({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).body)


def call_tool(name: str, **arguments: Any) -> Any:
    return call("tools/call", name=name, arguments=arguments)["result"]


def test_introduces_itself_in_a_version_that_both_speak() -> None:
    """MCP, Version Negotiation"""
    assert call("initialize", protocolVersion="2025-06-18")["result"] == {
        "protocolVersion": "2025-06-18",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "notes", "version": "1"},
    }
    assert call("initialize", protocolVersion="1999")["result"]["protocolVersion"] == "2025-11-25"
    assert call("initialize", protocolVersion=["x"])["result"]["protocolVersion"] == "2025-11-25"
    assert call("ping")["result"] == {}
    assert [each["name"] for each in call("tools/list")["result"]["tools"]] == ["echo", "write", "fail", "break"]


def test_runs_tools_for_the_user_of_the_token() -> None:
    """MCP, Tools"""
    assert call_tool("echo", text=" hi ") == {"content": [{"type": "text", "text": "ada: hi"}], "isError": False}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, "text is missing"),
        ({"text": 1}, "text must be a text"),
        ({"text": "  "}, "text must have at least 1 characters"),
        ({"text": "abcdef"}, "text must have at most 5 characters"),
    ],
)
def test_tells_the_assistant_what_is_wrong_with_arguments(arguments: Any, told: str) -> None:
    """MCP, Tools, Error Handling"""
    assert call_tool("echo", **arguments) == {"content": [{"type": "text", "text": told}], "isError": True}


def test_tells_failures_of_a_tool_and_hides_its_faults(caplog: pytest.LogCaptureFixture) -> None:
    """MCP, Tools, Error Handling"""
    assert call_tool("fail") == {"content": [{"type": "text", "text": "the notebook is full"}], "isError": True}
    with caplog.at_level(logging.ERROR, "gatehouse_host"):
        answer = call("tools/call", name="break")
    assert answer["error"] == {"code": -32603, "message": "the tool failed"}
    assert "the tool break failed" in caplog.text and "secret" in caplog.text


def test_names_the_scopes_that_a_tool_needs() -> None:
    """RFC 6750 §3.1: insufficient_scope, with all scopes that the client then needs."""
    answer = post({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "write"}})
    assert answer.status == 403
    assert 'error="insufficient_scope", scope="read write"' in answer.headers["WWW-Authenticate"]


@pytest.mark.parametrize(("headers", "error"), [({}, ""), ({"Authorization": "Bearer dead"}, 'error="invalid_token"')])
def test_challenges_who_has_no_live_token(headers: dict[str, str], error: str) -> None:
    """RFC 6750 §3; RFC 9728 §5.1"""
    for method in ("GET", "POST"):
        answer = SERVER.answer(method, headers, b"{}")
        challenge = answer.headers["WWW-Authenticate"]
        assert answer.status == 401 and error in challenge and ("error" in challenge) == (error != "")
        assert f'resource_metadata="{ORIGIN}/.well-known/oauth-protected-resource/mcp"' in challenge
        assert answer.headers["Access-Control-Expose-Headers"] == "WWW-Authenticate"


@pytest.mark.parametrize(
    ("message", "status", "code"),
    [
        (b"{", 400, -32700),
        (b"[1]", 400, -32700),
        (b"[" * 100_000, 400, -32700),
        (b'{"id":1,"method":"ping","x":"' + b"a" * 300_000 + b'"}', 400, -32700),
        ({"id": 1}, 400, -32600),
        ({"id": 1, "method": 5}, 400, -32600),
        ({"id": 1, "method": "nothing"}, 200, -32601),
        ({"id": 1, "method": "tools/call"}, 200, -32602),
        ({"id": 1, "method": "tools/call", "params": {"name": ["echo"]}}, 200, -32602),
        ({"id": 1, "method": "tools/call", "params": "echo"}, 200, -32602),
    ],
)
def test_answers_what_is_malformed(message: Any, status: int, code: int) -> None:
    """JSON-RPC 2.0, Error object"""
    answer = post(message)
    assert (answer.status, json.loads(answer.body)["error"]["code"]) == (status, code)


def test_speaks_http_as_the_transport_says() -> None:
    """MCP, Streamable HTTP"""
    assert post({"jsonrpc": "2.0", "method": "notifications/initialized"}).status == 202
    assert post({"id": 1, "method": "ping"}, **{"MCP-Protocol-Version": "1999"}).status == 400
    refused = SERVER.answer("GET", {"Authorization": "Bearer live"}, b"")
    assert (refused.status, refused.headers["Allow"]) == (405, "POST")
    assert SERVER.answer("OPTIONS", {}, b"").status == 204


def test_serves_flask() -> None:
    """sdk/python/README.md"""
    app = Flask(__name__)
    app.add_url_rule("/mcp", view_func=SERVER.flask(), methods=["GET", "POST", "OPTIONS"])
    client = app.test_client()
    headers = {"authorization": "Bearer live"}
    assert client.post("/mcp", json={"id": 7, "method": "ping"}, headers=headers).get_json()["id"] == 7
    assert client.post("/mcp", data=b"a" * 300_000, headers=headers).status_code == 400
    assert client.get("/mcp").status_code == 401


class Endless:
    """A body in chunks, of which no length is known. Each read returns a part."""

    def __init__(self) -> None:
        self.given = 0

    def read(self, size: int = -1) -> bytes:
        assert 0 < size
        self.given += min(size, 1000)
        return b"a" * min(size, 1000)


@pytest.mark.parametrize(("bearer", "status", "given"), [("Bearer dead", 401, 0), ("Bearer live", 400, 256 * 1024 + 1)])
def test_reads_no_more_of_a_body_than_it_accepts(bearer: str, status: int, given: int) -> None:
    """sdk/python/README.md: nothing is read for a caller without a token, and at most 256 KiB for others."""
    app = Flask(__name__)
    app.add_url_rule("/mcp", view_func=SERVER.flask(), methods=["POST"])
    body, statuses = Endless(), []
    environ: Any = {"PATH_INFO": "/mcp", "HTTP_AUTHORIZATION": bearer, "HTTP_TRANSFER_ENCODING": "chunked"}
    environ.update({"REQUEST_METHOD": "POST", "wsgi.input": body, "wsgi.input_terminated": True})
    setup_testing_defaults(environ)
    list(app.wsgi_app(environ, lambda line, _headers, _error=None: statuses.append(line)))
    assert (int(statuses[0].split()[0]), body.given) == (status, given)


def test_runs_the_tool_of_the_readme() -> None:
    """sdk/python/README.md"""
    app = Flask(__name__)
    exec(code("mcp"), {"app": app, "tokens": OneToken(), "ORIGIN": ORIGIN, "RESOURCE": RESOURCE})
    message = {"id": 1, "method": "tools/call", "params": {"name": "greet"}}
    answer = app.test_client().post("/mcp", json=message, headers={"authorization": "Bearer live"}).get_json()
    assert answer["result"]["content"] == [{"type": "text", "text": "Hello ada"}]


def test_rejects_a_definition_of_another_name() -> None:
    """sdk/python/README.md"""
    wrong = Tool("a", {"name": "b"})
    with pytest.raises(ValueError, match="the definition of the tool 'a' has the name 'b'"):
        McpServer("notes", "1", ORIGIN, RESOURCE, OneToken(), [wrong], run)
