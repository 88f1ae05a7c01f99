"""BackendService: receives transactions. store.py runs them."""

import asyncio
import time

import grpc
from gatehouse.host.v1 import backend_pb2

from check import Fault, check_request


class Backend:
    def __init__(self, store, stopping):
        self.store = store
        self.stopping = stopping

    async def Transact(self, request, context):
        # None without a deadline.
        remaining = context.time_remaining()
        deadline = None if remaining is None else time.monotonic() + remaining
        try:
            return self._transact(request, deadline)
        except Fault as fault:
            await context.abort(fault.code, fault.message)

    async def TransactStream(self, _requests, context):
        stopped = asyncio.ensure_future(self.stopping.wait())
        try:
            while True:
                reading = asyncio.ensure_future(context.read())
                await asyncio.wait({reading, stopped}, return_when=asyncio.FIRST_COMPLETED)
                if not reading.done():
                    # Every transaction that was read gets its answer: a shutdown loses none.
                    reading.cancel()
                    return
                message = reading.result()
                if message is grpc.aio.EOF:
                    return
                outcomes = [self._outcome(transaction) for transaction in message.transactions]
                await context.write(backend_pb2.TransactStreamResponse(outcomes=outcomes))
        finally:
            stopped.cancel()

    def _outcome(self, transaction):
        deadline = None
        if transaction.HasField("timeout"):
            deadline = time.monotonic() + transaction.timeout.ToNanoseconds() / 1e9
        try:
            response = self._transact(transaction.request, deadline)
            return backend_pb2.StreamedOutcome(id=transaction.id, response=response)
        except Fault as fault:
            code = fault.code.value[0]
            return backend_pb2.StreamedOutcome(
                id=transaction.id, fault=backend_pb2.Fault(code=code, message=fault.message)
            )

    def _transact(self, request, deadline):
        """Awaits nothing, so that no other transaction runs in between: the event loop is the lock."""
        check_request(request)
        return self.store.transact(request.operations, deadline)
