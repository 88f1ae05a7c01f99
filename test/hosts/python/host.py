"""A host in Python, in memory, as an application without TypeScript would write it: from the proto files alone. The tests
run `gatehouse check-host` and a whole authorization flow against it.

HOST_ADDRESS is the address to listen on, HOST_ISSUER the issuer, HOST_TOKEN the optional shared token.
"""

import asyncio
import os
import signal

import grpc
from gatehouse.host.v1 import backend_pb2, host_pb2, oauth_options_pb2
from health.v1 import health_pb2

from backend import Backend
from serve import serving
from store import Store


class Host:
    def __init__(self, issuer):
        self.issuer = issuer

    async def Describe(self, request, context):
        return host_pb2.DescribeResponse(
            protocol_version=1,
            application_name="Python host",
            capabilities=[host_pb2.CAPABILITY_BACKEND, host_pb2.CAPABILITY_TRANSACT_STREAM],
            oauth=oauth_options_pb2.OAuthOptions(issuer=self.issuer, resource=self.issuer + "/mcp"),
        )


class Health:
    async def Check(self, request, context):
        if request.service != "":
            await context.abort(grpc.StatusCode.NOT_FOUND, "only the whole server has a health")
        return health_pb2.HealthCheckResponse(status=health_pb2.HealthCheckResponse.SERVING)


async def main():
    token = os.environ.get("HOST_TOKEN", "")
    stopping = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)

    server = grpc.aio.server()
    server.add_generic_rpc_handlers([
        serving(Host(os.environ["HOST_ISSUER"]), host_pb2.DESCRIPTOR.services_by_name["HostService"], token),
        serving(Backend(Store(), stopping), backend_pb2.DESCRIPTOR.services_by_name["BackendService"], token),
        serving(Health(), health_pb2.DESCRIPTOR.services_by_name["Health"], token),
    ])
    address = os.environ["HOST_ADDRESS"]
    server.add_insecure_port(address)
    await server.start()
    print("listening on", address, flush=True)
    await stopping.wait()
    await server.stop(grace=5)


asyncio.run(main())
