"""A host with an admin backend in Django: ``app`` for WSGI; as a program, gRPC at HOST_ADDRESS."""

import os
import signal
import threading

os.environ["URLCONF"] = "admin_django_host"

import django_project  # noqa: F401
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.urls import include, path
from django_shop import SHOP_CONTROLLERS, create
from screens import NAVIGATION, PERMISSIONS, Shop

from gatehouse_host import Host
from gatehouse_host.admin import Admin

call_command("migrate", verbosity=0)
create(connection)
admin = Admin(
    connection, [*SHOP_CONTROLLERS, Shop], plugin="acme.shop", permissions=PERMISSIONS, navigation=NAVIGATION
)
host = Host("Shop", admin=admin)
urlpatterns = [path("", include(host.urls))]
app = get_wsgi_application()

if __name__ == "__main__":
    server = host.grpc(os.environ["HOST_ADDRESS"])
    server.start()
    print(f"listening on {os.environ['HOST_ADDRESS']}", flush=True)
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.stop).start())
    server.wait()
