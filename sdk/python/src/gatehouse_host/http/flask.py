"""The HTTP transport as a blueprint of Flask."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from .connect import ConnectServer
from .wsgi import respond


def flask_blueprint(server: ConnectServer) -> Any:
    blueprint = Blueprint("gatehouse", __name__)

    def view(path: str) -> Any:
        answer = respond(server, request.environ, path)
        return Response(answer.body, status=answer.status, headers=answer.headers)

    for rpc in server.rpcs:
        name = rpc.path.strip("/").replace(".", "_").replace("/", "_")
        blueprint.add_url_rule(rpc.path, endpoint=name, view_func=view, defaults={"path": rpc.path}, methods=["POST"])
    return blueprint
