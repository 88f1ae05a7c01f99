#!/usr/bin/env python3
"""Writes messages_*.go from proto/: the messages of the admin services, as structs with a table of their fields.

Needs protoc and Python's protobuf (Debian: protobuf-compiler python3-protobuf) and gofmt. With --check, writes nothing and
fails if a file differs from the contract.
"""

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
# It knows how to read the .proto files with their options.
sys.path.insert(0, str(HERE.parent.parent.parent / "python" / "scripts"))

import generate_contract as shared  # noqa: E402

FILES = [f"gatehouse/host/v1/admin_{name}.proto" for name in (
    "caller", "cell", "query", "registration", "directory", "account", "session", "second_factor", "passkey", "view", "record", "bulk",
    "search", "stream"
)]
#: Messages of other files that these refer to.
ALSO = {"gatehouse/host/v1/backend.proto": ("Fault", "StreamClosing")}

Proto = shared.Proto
KINDS = {
    Proto.TYPE_BOOL: ("Bool", "bool"),
    Proto.TYPE_BYTES: ("Bytes", "[]byte"),
    Proto.TYPE_DOUBLE: ("Double", "float64"),
    Proto.TYPE_INT32: ("Int32", "int32"),
    Proto.TYPE_INT64: ("Int64", "int64"),
    Proto.TYPE_STRING: ("String", "string"),
    Proto.TYPE_UINT32: ("Uint32", "uint32"),
    Proto.TYPE_UINT64: ("Uint64", "uint64"),
}
WELL_KNOWN = {
    ".google.protobuf.Timestamp": ("Timestamp", "*time.Time"),
    ".google.protobuf.Duration": ("Duration", "*time.Duration"),
}
INITIALISMS = {"id": "ID", "ids": "IDs", "json": "JSON", "html": "HTML", "sql": "SQL"}


def go_name(name):
    return "".join(INITIALISMS.get(word, word[:1].upper() + word[1:]) for word in name.split("_"))


def lower_name(name):
    return name[:1].lower() + name[1:]


def comment(text, indent=""):
    words, line = " ".join(text.split()).split(" "), indent + "//"
    for word in words:
        if len(line) + 1 + len(word) > 120:
            yield line
            line = indent + "//"
        line += " " + word
    yield line


def quoted(text):
    return f"`{text}`" if "`" not in text else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def rules_of(rules):
    """The rules as Go; nothing if there are none."""
    given = []
    for descriptor, value in rules.ListFields():
        name = go_name(descriptor.name)
        if descriptor.name == "may_be_empty":
            continue  # The opposite of required, stated for readers.
        if descriptor.name == "items":
            items = rules_of(value)
            if items:
                given.append(f"Items: {items}")
        elif descriptor.name == "pattern":
            given.append(f"Pattern: pattern({quoted(value)})")
        elif descriptor.name in ("minimum", "maximum"):
            given.append(f"{name}: limit({value})")
        elif descriptor.label == Proto.LABEL_REPEATED:
            texts = ", ".join(quoted(str(each)) for each in value)
            given.append(f"{name}: []string{{{texts}}}")
        elif isinstance(value, bool):
            given.append(f"{name}: {str(value).lower()}")
        elif isinstance(value, str):
            given.append(f"{name}: {quoted(value)}")
        else:
            given.append(f"{name}: {value}")
    return f"&Rules{{{', '.join(given)}}}" if given else ""


class Generator:
    def __init__(self, files, options):
        self.files, self.options = files, options

    def file(self, path):
        file = self.files[path]
        comments = {tuple(found.path): found.leading_comments for found in file.source_code_info.location}
        body = []
        wanted = ALSO.get(path)
        for index, declared in enumerate(file.enum_type):
            if wanted is None:
                body += self.enum(declared, comments, (5, index))
        for index, message in enumerate(file.message_type):
            if wanted is None or message.name in wanted:
                body += self.message(message, comments, (4, index))
        text = "\n".join(body)
        head = [f"// Code generated from {path} by generate.py. DO NOT EDIT.", "", "package contract", ""]
        if "time." in text:
            head += ['import "time"', ""]
        return self.formatted("\n".join(head) + text + "\n")

    @staticmethod
    def formatted(text):
        return subprocess.run(["gofmt"], input=text, capture_output=True, text=True, check=True).stdout

    def enum(self, enum, comments, path):
        yield ""
        yield from comment(comments.get(path, ""))
        yield f"type {enum.name} int32"
        yield f"\n// The values of {enum.name}.\nconst ("
        values = []
        for index, value in enumerate(enum.value):
            prefix = re.sub(r"(?<!^)(?=[A-Z])", "_", enum.name).upper() + "_"
            short = "".join(word.capitalize() for word in value.name.removeprefix(prefix).lower().split("_"))
            yield from comment(comments.get((*path, 2, index), ""), "\t")
            yield f"\t{enum.name}{short} {enum.name} = {value.number}"
            values.append(f'{value.number}: "{value.name}"')
        yield ")"
        yield f"\nvar enum{enum.name} = newEnum(map[int32]string{{{', '.join(values)}}})"

    def message(self, message, comments, path):
        yield ""
        yield from comment(comments.get(path, ""))
        yield f"type {message.name} struct {{"
        table = []
        for index, field in enumerate(message.field):
            kind, entry = self.field(message, field)
            yield from comment(comments.get((*path, 2, index), ""), "\t")
            yield f"\t{go_name(field.name)} {kind}"
            table.append(entry)
        yield "}"
        required = [
            declared.name for declared in message.oneof_decl
            if declared.options.Extensions[self.options.required_oneof]
        ]
        shape = f"shape{message.name}"
        yield f"\nvar {shape} = &Shape{{"
        if required:
            yield f"\tRequiredOneofs: []string{{{', '.join(quoted(each) for each in required)}}},"
        if table:
            yield "\tFields: []Field{"
            yield from (f"\t\t{{{entry}}}," for entry in table)
            yield "\t},"
        yield "}"
        yield "\n// Shape implements Message."
        yield f"func (*{message.name}) Shape() *Shape {{ return {shape} }}"

    def field(self, message, field):
        repeated = field.label == Proto.LABEL_REPEATED
        oneof = (
            message.oneof_decl[field.oneof_index].name
            if field.HasField("oneof_index") and not field.proto3_optional else ""
        )
        presence = bool(oneof) or field.proto3_optional or (field.type == Proto.TYPE_MESSAGE and not repeated)
        enum = ""
        if field.type_name in WELL_KNOWN:
            kind, go = WELL_KNOWN[field.type_name]
        elif field.type == Proto.TYPE_MESSAGE:
            kind, go = "MessageKind", "*" + field.type_name.rsplit(".", 1)[1]
        elif field.type == Proto.TYPE_ENUM:
            go = field.type_name.rsplit(".", 1)[1]
            kind, enum = "Enum", f"enum{go}"
        else:
            kind, go = KINDS[field.type]
        if repeated:
            go = f"[]{go}"
        elif presence and not go.startswith(("*", "[]")):
            go = f"*{go}"
        given = [f"Number: {field.number}", f'Name: "{field.name}"', f'JSON: "{field.json_name}"', f"Kind: {kind}"]
        if repeated:
            given.append("Repeated: true")
        if presence:
            given.append("Presence: true")
        if oneof:
            given.append(f'Oneof: "{oneof}"')
        if enum:
            given.append(f"Enum: {enum}")
        if field.options.Extensions[self.options.secret]:
            given.append("Secret: true")
        rules = rules_of(field.options.Extensions[self.options.rules])
        if rules:
            given.append(f"Rules: {rules}")
        return go, ", ".join(given)


def main():
    files, options = shared.compile_protos((*FILES, *ALSO))
    generator = Generator(files, options)
    stale = []
    for path in (*FILES, *ALSO):
        target = HERE / f"messages_{shared.module_of(path)}.go"
        text = generator.file(path)
        if target.exists() and target.read_text() == text:
            continue
        stale.append(target.name)
        if "--check" not in sys.argv[1:]:
            target.write_text(text)
    if "--check" in sys.argv[1:] and stale:
        print(f"{', '.join(stale)}: differs from proto/; run sdk/go/internal/contract/generate.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
