"""What assistants can do with a user's notes."""

import json
import re
from pathlib import Path

import models

from gatehouse_host.mcp import McpServer, Tool

TOOLS = [Tool(**each) for each in json.loads((Path(__file__).parent / "../tools.json").read_text())]


def mcp_server(tokens, origin, resource):
    return McpServer("acme-notes", "1.0.0", origin, resource, tokens, TOOLS, run)


def run(call):
    user_id = call.grant.user_id
    if call.tool == "add_note":
        return f"Added note {models.add_note(user_id, call.text('text')).id}."
    notes = models.notes_of(user_id, call.text("text"))
    if call.tool == "summarise_notes":
        return "\n".join([f"{len(notes)} notes:", *("- " + re.split(r"(?<=[.!?])\s", note.text)[0] for note in notes)])
    return "\n".join(f"#{note.id} ({note.created_at:%Y-%m-%d}) {note.text}" for note in notes) or "No notes."
