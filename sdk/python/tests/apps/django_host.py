"""A host in Django: ``app`` for WSGI, ``asgi`` for ASGI; as a program, gRPC at HOST_ADDRESS."""

import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import django_project
from django.core.asgi import get_asgi_application
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.urls import include, path

from gatehouse_host import Host, MintRefused, OAuth, OpaqueTokens, SqlBackend

# Not in this thread: uvicorn imports the module inside its event loop, where Django allows no queries.
with ThreadPoolExecutor(1) as aside:
    aside.submit(call_command, "migrate", verbosity=0).result()
tokens = OpaqueTokens(connection)
backend = SqlBackend(connection, tokens)


@tokens.before_mint
def allowed(tx, request):
    if request.user_id == "deactivated":
        raise MintRefused("this account is deactivated")


origin = os.environ.get("ORIGIN", "http://127.0.0.1:8080")
host = Host("Python", oauth=OAuth(issuer=origin, resource=f"{origin}/mcp"), backend=backend)
urlpatterns = [path("", include(host.urls))]
app = get_wsgi_application()
asgi = get_asgi_application()

if __name__ == "__main__":
    server = host.grpc(os.environ["HOST_ADDRESS"])
    server.start()
    print(f"listening on {os.environ['HOST_ADDRESS']}", flush=True)
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.stop).start())
    server.wait()
