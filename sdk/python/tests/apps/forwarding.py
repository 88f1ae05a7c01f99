"""Applications that forward to the Gatehouse of the variable TARGET: ``app`` for WSGI, ``asgi`` for ASGI."""

import os

from gatehouse_host.forward import forward, forward_asgi

OPTIONS = {"target": os.environ["TARGET"], "admin_path": "/backend", "timeout": float(os.environ.get("TIMEOUT", "30"))}


def application(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"the application: ", environ["PATH_INFO"].encode("latin-1")]


async def asgi_application(scope, receive, send):
    assert scope["type"] in ("http", "lifespan")
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": b"the application: " + scope["path"].encode()})


app = forward(application, **OPTIONS)
asgi = forward_asgi(asgi_application, **OPTIONS)
