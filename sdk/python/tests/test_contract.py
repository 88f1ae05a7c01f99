"""The codecs against Google's protobuf, and the generated messages against proto/."""

from __future__ import annotations

import enum
import importlib
import math
import random
import sys
from datetime import timedelta, timezone, datetime
from pathlib import Path
from typing import Any

import pytest

from gatehouse_host.contract import (
    admin_caller,
    admin_cell,
    admin_directory,
    admin_query,
    admin_record,
    admin_registration,
    admin_stream,
    backend,
    binary_codec,
    consent,
    host,
    json_codec,
    oauth_options,
    sign_in,
)
from gatehouse_host.contract.message import Field, Kind, Malformed, Message
from gatehouse_host.contract.rules import check

from .support.combinations import EVERY_TEST
from .support.processes import PACKAGE, PYTHON, REPOSITORY, program, run

MODULES = (
    oauth_options,
    admin_caller,
    admin_cell,
    admin_query,
    admin_registration,
    host,
    backend,
    admin_directory,
    admin_record,
    admin_stream,
    sign_in,
    consent,
)
#: Random ones of each message.
EXAMPLES = 20 if EVERY_TEST else 8
MESSAGES = [
    each
    for module in MODULES
    for each in vars(module).values()
    if isinstance(each, type) and issubclass(each, Message) and each.__module__ == module.__name__
]


@pytest.fixture(scope="module")
def google(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The classes of protoc, by the full names of their messages."""
    folder = tmp_path_factory.mktemp("protobuf")
    files = [
        str(path.relative_to(REPOSITORY / "proto")) for path in (REPOSITORY / "proto" / "gatehouse").rglob("*.proto")
    ]
    run([program("protoc"), f"-I{REPOSITORY / 'proto'}", f"--python_out={folder}", *files])
    sys.path.insert(0, str(folder))
    found = {}
    for file in files:
        module = importlib.import_module(file.removesuffix(".proto").replace("/", ".") + "_pb2")
        for name, descriptor in module.DESCRIPTOR.message_types_by_name.items():
            found[descriptor.full_name] = getattr(module, name)
    return found


def some(field: Field, dice: random.Random, depth: int) -> Any:
    if field.kind is Kind.MESSAGE:
        return example(field.of, dice, depth + 1)  # type: ignore[arg-type]
    if field.kind is Kind.ENUM:
        return dice.choice(list(field.of))  # type: ignore[arg-type]
    if field.kind is Kind.TIMESTAMP:
        at = datetime(dice.randrange(1, 10_000), 1, 1, tzinfo=timezone.utc)
        return at + timedelta(seconds=dice.randrange(31_000_000), microseconds=dice.choice([0, 1000, 1, 999_999]))
    if field.kind is Kind.DURATION:
        return timedelta(milliseconds=dice.randrange(-10_000, 10_000_000))
    return {
        Kind.BOOL: dice.random() < 0.5,
        Kind.BYTES: dice.randbytes(dice.randrange(40)),
        Kind.DOUBLE: dice.choice([0.0, -0.5, 1e300, 1.0, math.inf, dice.random()]),
        Kind.INT32: dice.randrange(-(2**31), 2**31),
        Kind.INT64: dice.randrange(-(2**63), 2**63),
        Kind.UINT64: dice.randrange(2**64),
        Kind.UINT32: dice.choice([0, 1, 127, 128, 2**32 - 1]),
        Kind.STRING: dice.choice(["", "a", "ä€😀", '\n"\\', "x" * 200]),
    }[field.kind]


def example(kind: type[Message], dice: random.Random, depth: int = 0) -> Message:
    values: dict[str, Any] = {}
    oneofs = {
        field.oneof: dice.choice([f for f in kind.FIELDS if f.oneof == field.oneof])
        for field in kind.FIELDS
        if field.oneof
    }
    for field in kind.FIELDS:
        if field.oneof and oneofs[field.oneof] is not field:
            continue
        if field.repeated:
            # A message may contain itself.
            count = 0 if depth > 6 else dice.randrange(4)
            values[field.name] = tuple(some(field, dice, depth) for _ in range(count))
        elif dice.random() < 0.8 or field.oneof:
            values[field.name] = some(field, dice, depth)
    return kind(**values)


@pytest.mark.parametrize("kind", MESSAGES, ids=lambda kind: kind.__name__)
def test_encodes_as_protobuf_does(kind: type[Message], google: dict[str, Any]) -> None:
    from google.protobuf import json_format

    theirs = google[kind.NAME]
    dice = random.Random(kind.NAME)
    for _ in range(EXAMPLES):
        message = example(kind, dice)
        read = theirs.FromString(binary_codec.encode(message))
        assert binary_codec.decode(kind, read.SerializeToString()) == message
        assert json_codec.decode(kind, json_format.MessageToJson(read).encode()) == message
        assert json_format.Parse(json_codec.encode(message), theirs()) == read


def test_is_generated_from_the_contract() -> None:
    run([PYTHON, str(PACKAGE / "scripts" / "generate_contract.py"), "--check"])


def test_ignores_what_a_later_version_adds(google: dict[str, Any]) -> None:
    assert json_codec.decode(backend.FindClient, b'{"later":{"a":[1]},"clientId":"c"}') == backend.FindClient("c")
    assert binary_codec.decode(backend.FindClient, b"\x0a\x01c\x9a\x06\x02ab\xa0\x06\x05") == backend.FindClient("c")
    unknown = host.Capability.CAPABILITY_UNSPECIFIED
    assert json_codec.decode(host.DescribeResponse, b'{"capabilities":["CAPABILITY_LATER"]}').capabilities == (unknown,)
    assert binary_codec.decode(host.DescribeResponse, b"\x1a\x01\x63").capabilities == (unknown,)


MALFORMED_JSON = [
    b"",
    b"[]",
    b"null",
    b"{",
    b"\xff",
    b"NaN",
    b"[" * 100_000,
    b'{"clientId":1}',
    b'{"clientId":"\\ud800"}',
    b'{"clientId":"a","client_id":"b"}',
]
MALFORMED_BINARY = [
    b"\x0a",
    b"\x0a\x05a",
    b"\x0a\x01\xff",
    b"\x08\x01",
    b"\x0b",
    b"\xff" * 11,
    b"\x00\x01",
    b"\x0d\x01",
]


@pytest.mark.parametrize("data", MALFORMED_JSON)
def test_rejects_malformed_json(data: bytes) -> None:
    with pytest.raises(Malformed):
        json_codec.decode(backend.FindClient, data)


@pytest.mark.parametrize("data", MALFORMED_BINARY)
def test_rejects_malformed_binary(data: bytes) -> None:
    with pytest.raises(Malformed):
        binary_codec.decode(backend.FindClient, data)


@pytest.mark.parametrize(
    "text",
    [
        "2026-13-01T00:00:00Z",
        "2026-01-01",
        "2026-01-01T00:00:00",
        "0000-01-01T00:00:00Z",
        "9999-12-31T23:59:59-01:00",
        "now",
    ],
)
def test_rejects_times_that_are_none(text: str) -> None:
    with pytest.raises(Malformed, match="at: "):
        json_codec.decode(backend.StampConsent, b'{"clientId":"c","at":"%b"}' % text.encode())


def test_names_the_field_that_breaks_a_rule_and_not_its_value() -> None:
    spend = backend.SpendCode(code_hash=b"secret", lineage_id="l", at=datetime.now(timezone.utc))
    request = backend.TransactRequest(operations=(backend.Operation(spend_code=spend),))
    with pytest.raises(Malformed) as caught:
        check(request)
    assert caught.value.field == "operations[0].spend_code.code_hash"
    assert "secret" not in str(caught.value)


def test_every_enum_starts_at_an_unspecified_zero() -> None:
    for module in MODULES:
        for each in vars(module).values():
            if isinstance(each, type) and issubclass(each, enum.IntEnum) and each is not enum.IntEnum:
                assert each(0).name.endswith("UNSPECIFIED")


def test_needs_no_package_but_its_database(tmp_path: Path) -> None:
    """Importing the package imports none of grpcio, protobuf, SQLAlchemy, Django and Flask."""
    code = (
        "import sys, gatehouse_host, gatehouse_host.admin; "
        "print([name for name in ('grpc', 'google.protobuf', 'sqlalchemy', 'django', 'flask') if name in sys.modules])"
    )
    assert run([PYTHON, "-c", code], env={"PYTHONPATH": str(PACKAGE / "src")}).strip() == "[]"
