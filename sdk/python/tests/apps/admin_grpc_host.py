"""A host with an admin backend over gRPC, at HOST_ADDRESS."""

import os
import signal
import threading

from admin_parts import host

server = host.grpc(os.environ["HOST_ADDRESS"])
server.start()
print(f"listening on {os.environ['HOST_ADDRESS']}", flush=True)
signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.stop).start())
server.wait()
