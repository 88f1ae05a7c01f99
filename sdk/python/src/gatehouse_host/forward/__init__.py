"""Serves Gatehouse's paths from the application's own server, so that both share one origin."""

from .asgi import forward_asgi
from .wsgi import forward

__all__ = ["forward", "forward_asgi"]
