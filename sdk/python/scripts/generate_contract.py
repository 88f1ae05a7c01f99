#!/usr/bin/env python3
"""Writes src/gatehouse_host/contract/*.py from proto/: one module for each .proto file that the package uses.

Needs protoc and Python's protobuf (Debian: protobuf-compiler python3-protobuf). With --check, writes nothing and fails
if a module differs from the contract.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path
from typing import Any, Iterator, Sequence

from google.protobuf import descriptor_pb2

PACKAGE = Path(__file__).resolve().parent.parent
PROTO = Path(os.environ.get("TESTED_PROTO", PACKAGE.parent.parent / "proto"))
TARGET = PACKAGE / "src" / "gatehouse_host" / "contract"

#: In the order in which they import each other.
FILES = (
    "gatehouse/host/v1/oauth_options.proto",
    "gatehouse/host/v1/admin_caller.proto",
    "gatehouse/host/v1/admin_cell.proto",
    "gatehouse/host/v1/admin_query.proto",
    "gatehouse/host/v1/admin_registration.proto",
    "gatehouse/host/v1/host.proto",
    "gatehouse/host/v1/backend.proto",
    "gatehouse/host/v1/admin_directory.proto",
    "gatehouse/host/v1/admin_account.proto",
    "gatehouse/host/v1/admin_session.proto",
    "gatehouse/host/v1/admin_second_factor.proto",
    "gatehouse/host/v1/admin_passkey.proto",
    "gatehouse/host/v1/admin_view.proto",
    "gatehouse/host/v1/admin_record.proto",
    "gatehouse/host/v1/admin_bulk.proto",
    "gatehouse/host/v1/admin_search.proto",
    "gatehouse/host/v1/admin_stream.proto",
    "gatehouse/host/v1/sign_in.proto",
    "gatehouse/consent/v1/consent.proto",
)
OPTIONS = "gatehouse/options/v1/options.proto"

Proto = descriptor_pb2.FieldDescriptorProto
KINDS = {
    Proto.TYPE_BOOL: ("BOOL", "bool", "False"),
    Proto.TYPE_BYTES: ("BYTES", "bytes", 'b""'),
    Proto.TYPE_DOUBLE: ("DOUBLE", "float", "0.0"),
    Proto.TYPE_INT32: ("INT32", "int", "0"),
    Proto.TYPE_INT64: ("INT64", "int", "0"),
    Proto.TYPE_STRING: ("STRING", "str", '""'),
    Proto.TYPE_UINT32: ("UINT32", "int", "0"),
    Proto.TYPE_UINT64: ("UINT64", "int", "0"),
}
WELL_KNOWN = {
    ".google.protobuf.Timestamp": ("TIMESTAMP", "datetime"),
    ".google.protobuf.Duration": ("DURATION", "timedelta"),
}


class Generator:
    def __init__(self, files: dict[str, descriptor_pb2.FileDescriptorProto], options: Any) -> None:
        self.files = files
        self.options = options
        #: Full name of each generated type, and the module that holds it.
        self.modules = {
            f".{file.package}.{declared.name}": module_of(file.name)
            for file in files.values()
            for declared in (*file.enum_type, *file.message_type)
        }

    def module(self, path: str) -> str:
        file = self.files[path]
        comments = {tuple(found.path): found.leading_comments for found in file.source_code_info.location}
        body: list[str] = []
        imports: dict[str, set[str]] = {"message": {"Field", "Kind", "Message"}}
        for index, declared in enumerate(file.enum_type):
            body += self.enum(declared, comments, (5, index))
        order = {message.name: index for index, message in enumerate(file.message_type)}
        #: Names of the classes that a table of fields can refer to, and the tables that must wait for another one.
        known: set[str] = set()
        late: list[str] = []
        for message in in_order_of_use(file):
            body += self.message(file, message, comments, (4, order[message.name]), imports, known, late)
            known.add(message.name)
        body += late
        text = "\n".join(body)
        head = [
            f'"""{path}. Written by scripts/generate_contract.py; do not edit."""',
            "",
            "from __future__ import annotations",
            "",
        ]
        if "(enum.IntEnum)" in text:
            head.append("import enum")
        head.append("from dataclasses import dataclass")
        times = [name for name in ("datetime", "timedelta") if f": {name}" in text]
        if times:
            head.append(f"from datetime import {', '.join(times)}")
        head += ["from typing import ClassVar", ""]
        for module, names in sorted(imports.items()):
            head.append(f"from .{module} import {', '.join(sorted(names))}")
        return "\n".join(head) + "\n" + text + "\n"

    def enum(self, enum: Any, comments: dict[Any, str], path: tuple[int, ...]) -> Iterator[str]:
        yield from ("", "", f"class {enum.name}(enum.IntEnum):")
        yield from documented(comments.get(path, ""))
        yield ""
        for index, value in enumerate(enum.value):
            yield from hints(comments.get((*path, 2, index), ""))
            yield f"    {value.name} = {value.number}"

    def message(
        self,
        file: Any,
        message: Any,
        comments: dict[Any, str],
        path: tuple[int, ...],
        imports: dict[str, set[str]],
        known: set[str],
        late: list[str],
    ) -> Iterator[str]:
        yield from ("", "", "@dataclass(frozen=True)", f"class {message.name}(Message):")
        yield from documented(comments.get(path, ""))
        yield ""
        table = []
        for index, field in enumerate(message.field):
            described = self.field(file, message, field, imports)
            if described is None:
                continue
            annotation, default, entry = described
            yield from hints(comments.get((*path, 2, index), ""))
            yield f"    {field.name}: {annotation} = {default}"
            table.append(entry)
        if table:
            yield ""
        yield f'    NAME: ClassVar[str] = "{file.package}.{message.name}"'
        required = [
            declared.name
            for declared in message.oneof_decl
            if declared.options.Extensions[self.options.required_oneof]
        ]
        if required:
            yield f"    REQUIRED_ONEOFS: ClassVar[tuple[str, ...]] = {tuple(required)!r}"
        names = {f".{file.package}.{declared.name}": declared.name for declared in file.message_type}
        waits = any(field.type_name in names and names[field.type_name] not in known for field in message.field)
        if waits:
            # A message that contains itself.
            late += ["", f"{message.name}.FIELDS = (", *(f"    {entry}," for entry in table), ")"]
        elif table:
            yield "    FIELDS: ClassVar[tuple[Field, ...]] = ("
            yield from (f"        {entry}," for entry in table)
            yield "    )"

    def field(self, file: Any, message: Any, field: Any, imports: dict[str, set[str]]) -> tuple[str, str, str] | None:
        repeated = field.label == Proto.LABEL_REPEATED
        oneof = (
            message.oneof_decl[field.oneof_index].name
            if field.HasField("oneof_index") and not field.proto3_optional
            else ""
        )
        presence = bool(oneof) or field.proto3_optional or (field.type == Proto.TYPE_MESSAGE and not repeated)
        type_name = ""
        if field.type_name in WELL_KNOWN:
            kind, annotation = WELL_KNOWN[field.type_name]
            default = "None"
        elif field.type in (Proto.TYPE_MESSAGE, Proto.TYPE_ENUM):
            module = self.modules.get(field.type_name)
            if module is None:
                return None  # A part of the contract that this package does not use.
            annotation = type_name = field.type_name.rsplit(".", 1)[1]
            kind = "MESSAGE" if field.type == Proto.TYPE_MESSAGE else "ENUM"
            default = "None" if kind == "MESSAGE" else f"{annotation}.{self.zero(field.type_name)}"
            if module != module_of(file.name):
                imports.setdefault(module, set()).add(annotation)
        else:
            kind, annotation, default = KINDS[field.type]
        if repeated:
            annotation, default = f"tuple[{annotation}, ...]", "()"
        elif presence:
            annotation, default = f"{annotation} | None", "None"
        given = [str(field.number), f'"{field.name}"', f'"{field.json_name}"', f"Kind.{kind}"]
        if repeated:
            given.append("repeated=True")
        if presence:
            given.append("presence=True")
        if oneof:
            given.append(f'oneof="{oneof}"')
        if field.options.Extensions[self.options.secret]:
            given.append("secret=True")
        if type_name:
            given.append(f"of={type_name}")
        rules = rules_of(field.options.Extensions[self.options.rules])
        if rules:
            given.append(f"rules={rules}")
            imports["message"].add("Rules")
        return annotation, default, f"Field({', '.join(given)})"

    def zero(self, type_name: str) -> str:
        for file in self.files.values():
            for enum in file.enum_type:
                if f".{file.package}.{enum.name}" == type_name:
                    return str(enum.value[0].name)
        raise LookupError(type_name)


def rules_of(rules: Any) -> str:
    """The rules as Python; nothing if there are none."""
    given = []
    for descriptor, value in rules.ListFields():
        if descriptor.name == "may_be_empty":
            continue  # The opposite of required, stated for readers.
        if descriptor.name == "items":
            items = rules_of(value)
            if items:
                given.append(f"items={items}")
        elif descriptor.label == Proto.LABEL_REPEATED:
            given.append(f"{descriptor.name}={tuple(str(each) for each in value)!r}")
        else:
            given.append(f"{descriptor.name}={value!r}")
    return f"Rules({', '.join(given)})" if given else ""


def module_of(path: str) -> str:
    return path.rsplit("/", 1)[1].removesuffix(".proto")


def in_order_of_use(file: Any) -> Iterator[Any]:
    """A message after those that it refers to."""
    by_name = {f".{file.package}.{message.name}": message for message in file.message_type}
    done: set[str] = set()

    def visit(name: str) -> Iterator[Any]:
        if name in done or name not in by_name:
            return
        done.add(name)
        for field in by_name[name].field:
            yield from visit(field.type_name)
        yield by_name[name]

    for name in by_name:
        yield from visit(name)


def documented(comment: str) -> Iterator[str]:
    text = " ".join(comment.split()).replace("\\", "\\\\")
    lines = textwrap.wrap(text, 112)
    if len(lines) == 1 and len(lines[0]) <= 106:
        yield f'    """{lines[0]}"""'
        return
    yield f'    """{lines[0]}'
    yield from (f"    {line}" for line in lines[1:])
    yield '    """'


def hints(comment: str) -> Iterator[str]:
    yield from (f"    #: {line}" for line in textwrap.wrap(" ".join(comment.split()), 110))


def compile_protos(files: Sequence[str] = FILES) -> tuple[dict[str, descriptor_pb2.FileDescriptorProto], Any]:
    with tempfile.TemporaryDirectory() as folder:
        described = Path(folder) / "described"
        subprocess.run(
            [
                "protoc",
                f"-I{PROTO}",
                "--include_source_info",
                f"--descriptor_set_out={described}",
                f"--python_out={folder}",
                OPTIONS,
                *files,
            ],
            check=True,
        )
        sys.path.insert(0, folder)
        # Before the descriptors are read, so that the options are known.
        options = importlib.import_module("gatehouse.options.v1.options_pb2")
        found = descriptor_pb2.FileDescriptorSet.FromString(described.read_bytes())
    return {file.name: file for file in found.file if file.name in files}, options


def main() -> int:
    generator = Generator(*compile_protos())
    stale = []
    for path in FILES:
        target, text = TARGET / f"{module_of(path)}.py", generator.module(path)
        if target.exists() and target.read_text() == text:
            continue
        stale.append(target.name)
        if "--check" not in sys.argv[1:]:
            target.write_text(text)
    if "--check" in sys.argv[1:] and stale:
        print(f"{', '.join(stale)}: differs from proto/; run sdk/python/scripts/generate_contract.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
