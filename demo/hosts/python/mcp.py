"""The protected resource: a stateless MCP endpoint over one user's notes."""

import json
import re
from pathlib import Path

import models
from flask import request

TOOLS = {each["name"]: each for each in json.loads((Path(__file__).parent / "../tools.json").read_text())}
VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26")
# Access depends on the token alone, never on a cookie, so clients in web pages of any origin are safe.
CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "WWW-Authenticate",
    "Access-Control-Allow-Headers": "authorization, content-type, accept, mcp-protocol-version",
}


def mcp_endpoint(tokens, origin, resource):
    def mcp():
        if request.method == "OPTIONS":
            return "", 204, CORS
        bearer = request.headers.get("Authorization")
        grant = tokens.verify(bearer, resource)
        if grant is None:
            challenge = tokens.challenge(origin, resource, presented=bearer is not None)
            return {}, 401, CORS | {"WWW-Authenticate": challenge}
        if request.method == "GET":
            return {}, 405, CORS | {"Allow": "POST"}
        message = request.get_json(silent=True)
        if not isinstance(message, dict):
            return {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "not a JSON object"}}, 400, CORS
        params = message.get("params") or {}
        tool = TOOLS.get(params.get("name")) if message.get("method") == "tools/call" else None
        if tool is not None and tool["scope"] not in grant.scopes:
            # All that the client now needs: if it asks again for this list, it must not lose what it has.
            challenge = tokens.challenge(origin, resource, scope=" ".join([*grant.scopes, tool["scope"]]))
            return {"error": "insufficient_scope"}, 403, CORS | {"WWW-Authenticate": challenge}
        if "id" not in message:
            return "", 202, CORS
        return {"jsonrpc": "2.0", "id": message["id"]} | answer(message.get("method"), params, grant.user_id), 200, CORS

    return mcp


def answer(method, params, user_id):
    if method == "initialize":
        version = params.get("protocolVersion")
        described = {"capabilities": {"tools": {}}, "serverInfo": {"name": "acme-notes", "version": "1.0.0"}}
        return {"result": {"protocolVersion": version if version in VERSIONS else VERSIONS[0], **described}}
    if method == "ping":
        return {"result": {}}
    if method == "tools/list":
        return {"result": {"tools": [each["tool"] for each in TOOLS.values()]}}
    if method != "tools/call" or params.get("name") not in TOOLS:
        return {"error": {"code": -32601, "message": "there is no such method or tool"}}
    text = (params.get("arguments") or {}).get("text", "")
    limits = TOOLS[params["name"]]["tool"]["inputSchema"]["properties"].get("text")
    if limits is not None and not (isinstance(text, str) and 1 <= len(text.strip()) <= limits["maxLength"]):
        said = f"text must be a text of 1 to {limits['maxLength']} characters"
        return {"result": {"content": [{"type": "text", "text": said}], "isError": True}}
    return {"result": {"content": [{"type": "text", "text": run(params["name"], text.strip(), user_id)}]}}


def run(tool, text, user_id):
    if tool == "add_note":
        return f"Added note {models.add_note(user_id, text).id}."
    notes = models.notes_of(user_id, text if tool == "search_notes" else "")
    if tool == "summarise_notes":
        return "\n".join([f"{len(notes)} notes:", *("- " + re.split(r"(?<=[.!?])\s", note.text)[0] for note in notes)])
    return "\n".join(f"#{note.id} ({note.created_at:%Y-%m-%d}) {note.text}" for note in notes) or "No notes."
