"""The rpcs of a host by their path, for both transports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Protocol, TypeVar

from ..contract.backend import TransactRequest
from ..contract.faults import too_long
from ..contract.health import HealthCheckRequest, HealthCheckResponse, ServingStatus
from ..contract.host import DescribeRequest, DescribeResponse
from ..contract.limits import MAX_DISPLAY_NAME, MAX_MESSAGE_BYTES
from ..contract.message import Message
from ..contract.rules import check
from ..contract.sign_in import ResolveUserRequest, ResolveUserResponse, SignedInUser
from ..errors import Unavailable
from ..log import ends_its_call_only, failure_line, fault_of, log_failure
from ..outage_log import OutageLog
from .call import Call
from .transactor import Transactor

R = TypeVar("R")

HEALTH_PREFIX = "/grpc.health.v1.Health/"


@dataclass(frozen=True)
class Rpc:
    """A unary rpc. ``handler`` may raise anything."""

    path: str
    request: type[Message]
    handler: Callable[[Any, Call], Message]
    #: Of what the handler needs; None: each failed call has a line of its own.
    outage: OutageLog | None = None

    def invoke(self, decode: Callable[[], Message], call: Call) -> Message:
        """The response. Raises Fault, and nothing else; the log has the reason."""
        return self._guarded(decode, lambda response: response, call)

    def answer(self, decode: Callable[[], Message], encode: Callable[[Message], bytes], call: Call) -> bytes:
        """The encoded response, of at most MAX_MESSAGE_BYTES. Raises Fault, and nothing else; the log has the reason.

        A response that has no encoding, such as a text with half a surrogate pair, thus fails alone. It must end neither
        the stream that it shares with other calls nor the request of the application's server.
        """
        encoded = self._guarded(decode, encode, call)
        if len(encoded) > MAX_MESSAGE_BYTES:
            raise too_long(encoded)
        return encoded

    def _guarded(self, decode: Callable[[], Message], finish: Callable[[Message], R], call: Call) -> R:
        request: Message | None = None
        try:
            request = decode()
            response = finish(self.handler(request, call))
        except BaseException as error:
            if not ends_its_call_only(error):
                raise
            self._log(error, request, call)
            raise fault_of(error) from None
        if self.outage is not None:
            self.outage.succeeded()
        return response

    def _log(self, error: BaseException, request: Message | None, call: Call) -> None:
        name = self.path.rsplit("/", 1)[1]
        if self.outage is not None and isinstance(error, Unavailable):
            self.outage.failed(lambda: failure_line(name, call.request_id, error, request))
        else:
            log_failure(name, call.request_id, error, request)


class SignIn(Protocol):
    """Finds the user of a browser's request, for Gatehouse's built-in consent page."""

    def __call__(self, request: ResolveUserRequest, /) -> SignedInUser | str:
        """The signed-in user, or the URL (or path) of the page to sign in at."""


def host_rpcs(
    describe: Callable[[], DescribeResponse], transactor: Transactor | None, sign_in: SignIn | None
) -> list[Rpc]:
    """The rpcs that a host with these parts implements."""
    rpcs = [
        Rpc("/gatehouse.host.v1.HostService/Describe", DescribeRequest, lambda _request, _call: describe()),
        Rpc(f"{HEALTH_PREFIX}Check", HealthCheckRequest, _check_health),
    ]
    if transactor is not None:
        path = "/gatehouse.host.v1.BackendService/Transact"
        rpcs.append(Rpc(path, TransactRequest, transactor.transact, transactor.outage))
    if sign_in is not None:
        # Everyone on the internet can ask for it.
        outage = OutageLog("the signed-in user can still not be determined", "the signed-in user can be determined again")
        path = "/gatehouse.host.v1.SignInService/ResolveUser"
        rpcs.append(Rpc(path, ResolveUserRequest, _resolve_user(sign_in), outage))
    return rpcs


def _check_health(_request: HealthCheckRequest, _call: Call) -> HealthCheckResponse:
    return HealthCheckResponse(status=ServingStatus.SERVING)


def _resolve_user(sign_in: SignIn) -> Callable[[ResolveUserRequest, Call], ResolveUserResponse]:
    def handler(request: ResolveUserRequest, _call: Call) -> ResolveUserResponse:
        outcome = sign_in(request)
        if isinstance(outcome, str):
            return ResolveUserResponse(sign_in_url=outcome)
        user = SignedInUser(user_id=outcome.user_id, display_name=outcome.display_name[:MAX_DISPLAY_NAME])
        response = ResolveUserResponse(user=user)
        check(response)
        return response

    return handler
