"""The HTTP transport as URL patterns of Django."""

from __future__ import annotations

from typing import Any, Callable

from django.db import connections, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from ..contract.limits import MAX_MESSAGE_BYTES
from .connect import ConnectServer, Response, repeating_exchange
from .wsgi import answer, headers_of


def django_urls(server: ConnectServer) -> list[Any]:
    return [path(rpc.path.lstrip("/"), _view(server, rpc.path)) for rpc in server.rpcs]


def _view(server: ConnectServer, rpc_path: str) -> Callable[[Any], Any]:
    def view(request: HttpRequest) -> Any:
        headers = headers_of(request.META)
        accepted = server.accept(request.method, rpc_path, headers)
        if not isinstance(accepted, Response):
            accepted = answer(accepted, request.META, request.read(MAX_MESSAGE_BYTES + 1))
        return _http(repeating_exchange(accepted, headers))

    # The shared token takes the place of the CSRF token.
    exempt: Callable[[Any], Any] = csrf_exempt(view)
    for alias in connections:
        # ATOMIC_REQUESTS would commit after the response is made.
        exempt = transaction.non_atomic_requests(using=alias)(exempt)
    return exempt


def _http(answer: Response) -> Any:
    response = HttpResponse(answer.body, status=answer.status)
    for name, value in answer.headers:
        response[name] = value
    return response
