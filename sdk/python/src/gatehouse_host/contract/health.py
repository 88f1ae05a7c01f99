"""grpc/health/v1/health.proto, as far as a host needs it (https://github.com/grpc/grpc/blob/master/doc/health-checking.md)."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import ClassVar

from .message import Field, Kind, Message


class ServingStatus(enum.IntEnum):
    UNKNOWN = 0
    SERVING = 1
    NOT_SERVING = 2
    SERVICE_UNKNOWN = 3


@dataclass(frozen=True)
class HealthCheckRequest(Message):
    #: Empty: the whole server.
    service: str = ""

    NAME: ClassVar[str] = "grpc.health.v1.HealthCheckRequest"
    FIELDS: ClassVar[tuple[Field, ...]] = (Field(1, "service", "service", Kind.STRING),)


@dataclass(frozen=True)
class HealthCheckResponse(Message):
    status: ServingStatus = ServingStatus.UNKNOWN

    NAME: ClassVar[str] = "grpc.health.v1.HealthCheckResponse"
    FIELDS: ClassVar[tuple[Field, ...]] = (Field(1, "status", "status", Kind.ENUM, of=ServingStatus),)
