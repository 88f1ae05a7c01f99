"""AdminStreamService.AdminStream: calls of the admin services with ids, with the same answers as unary calls."""

from __future__ import annotations

from typing import Iterable

from ..contract import binary_codec
from ..contract.admin_stream import AdminStreamRequest, AdminStreamResponse, StreamedAnswer, StreamedCall
from ..contract.backend import Fault as FaultMessage
from ..contract.backend import StreamClosing
from ..contract.faults import Code, Fault
from ..contract.limits import MAX_ADMIN_ANSWER_BYTES, MAX_OUTCOMES_PER_MESSAGE, MAX_STREAM_MESSAGE_BYTES
from ..contract.message import Message
from ..service.call import Call
from ..service.rpcs import Rpc


class AdminProtocol:
    request: type[Message] = AdminStreamRequest

    def __init__(self, rpcs: Iterable[Rpc]) -> None:
        #: By service and rpc: "AdminRecordService.ListRecords".
        self._rpcs = {rpc.path.rsplit(".", 1)[1].replace("/", "."): rpc for rpc in rpcs}

    def calls(self, message: AdminStreamRequest) -> tuple[StreamedCall, ...]:
        return message.calls

    def cancelled(self, message: AdminStreamRequest) -> tuple[int, ...]:
        return message.cancelled

    def run(self, streamed: StreamedCall, call: Call) -> StreamedAnswer:
        rpc = self._rpcs.get(streamed.method)
        if rpc is None:
            raise Fault(Code.UNIMPLEMENTED, "method: is unknown to this host")
        kind = rpc.request
        response = rpc.answer(lambda: binary_codec.decode(kind, streamed.request), binary_codec.encode, call)
        if len(response) > MAX_ADMIN_ANSWER_BYTES:
            raise Fault(Code.RESOURCE_EXHAUSTED, f"the response has {len(response)} bytes")
        return StreamedAnswer(id=streamed.id, response=response)

    def fault(self, id: int, fault: Fault) -> StreamedAnswer:
        return StreamedAnswer(id=id, fault=FaultMessage(code=fault.code, message=fault.message))

    def fits(self, answers: list[StreamedAnswer], another: StreamedAnswer) -> bool:
        if len(answers) == MAX_OUTCOMES_PER_MESSAGE:
            return False
        return sum(len(each.response or b"") for each in (*answers, another)) <= MAX_STREAM_MESSAGE_BYTES

    def message(self, answers: list[StreamedAnswer]) -> AdminStreamResponse:
        return AdminStreamResponse(answers=tuple(answers))

    def closing(self, taken: tuple[int, ...]) -> AdminStreamResponse:
        return AdminStreamResponse(closing=StreamClosing(taken=taken))
