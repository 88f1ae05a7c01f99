"""Finds the errors in a request before any of it runs, by the rules that the contract states as options of its fields."""

import functools
import json
import re

import grpc
from gatehouse.host.v1.oauth_options_pb2 import TOKEN_ENDPOINT_AUTH_METHOD_NONE
from gatehouse.options.v1 import options_pb2

MIN_SECONDS, MAX_SECONDS, MAX_NANOS = -62135596800, 253402300799, 999999999


class Fault(Exception):
    """A gRPC status, for a unary call or for one transaction of a stream."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code
        self.message = message


def check_request(request):
    for index, operation in enumerate(request.operations):
        if operation.WhichOneof("operation") is None:
            message = f"operations[{index}]: an operation that this host does not know"
            raise Fault(grpc.StatusCode.UNIMPLEMENTED, message)
    problem = problem_of(request)
    if problem is not None:
        raise malformed(problem)
    for index, operation in enumerate(request.operations):
        problem = problem_of_client(operation.create_client.client) if operation.HasField("create_client") else None
        if problem is not None:
            raise malformed(f"operations[{index}].create_client.client.{problem}")


def problem_of_client(client):
    """Rules that only the comments of Client have."""
    is_public = client.token_endpoint_auth_method == TOKEN_ENDPOINT_AUTH_METHOD_NONE
    if is_public != (not client.secret_hash):
        return "secret_hash must be empty for public clients, and only for them"
    try:
        is_object = not client.metadata_json or isinstance(json.loads(client.metadata_json, parse_constant=no_constant), dict)
    except ValueError:
        is_object = False
    return None if is_object else "metadata_json is not a JSON object"


def no_constant(name):
    """Python reads NaN and Infinity too, which are not JSON."""
    raise ValueError(name)


def problem_of(message):
    """The path of the first field that breaks a rule, with the reason."""
    if message.DESCRIPTOR.full_name == "google.protobuf.Timestamp":
        in_range = MIN_SECONDS <= message.seconds <= MAX_SECONDS and 0 <= message.nanos <= MAX_NANOS
        return None if in_range else " is not a moment"
    for field in message.DESCRIPTOR.fields:
        if field.containing_oneof is not None and not message.HasField(field.name):
            continue
        rules = field.GetOptions().Extensions[options_pb2.rules]
        value = getattr(message, field.name)
        if field.label == field.LABEL_REPEATED:
            problem = problem_of_list(field, rules, value)
        elif field.message_type is not None and not message.HasField(field.name):
            problem = " is missing" if rules.required else None
        else:
            problem = problem_of_value(field, rules, value)
        if problem is not None:
            return field.name + problem
    return None


def problem_of_list(field, rules, items):
    if not items:
        return " is empty" if rules.required else None
    if rules.max_items and len(items) > rules.max_items:
        return f" has more than {rules.max_items} items"
    for index, item in enumerate(items):
        problem = problem_of_value(field, rules.items, item)
        if problem is not None:
            return f"[{index}]{problem}"
    return None


def problem_of_value(field, rules, value):
    """Numbers and lists without repetition have no rules in the messages of Transact."""
    if field.message_type is not None:
        for name in rules.absent:
            if is_set(value, name):
                return f".{name} must be empty"
        problem = problem_of(value)
        return problem if problem is None or problem.startswith(" ") else "." + problem
    if field.enum_type is not None:
        known = value != 0 and value in field.enum_type.values_by_number
        return " is not a known value" if rules.required and not known else None
    if isinstance(value, (str, bytes)):
        return problem_of_text(rules, value)
    return None


def problem_of_text(rules, value):
    if not value:
        return " is empty" if rules.required else None
    size = len(value.encode()) if isinstance(value, str) else len(value)
    if size < rules.min_bytes or (rules.max_bytes and size > rules.max_bytes):
        return " has the wrong length"
    if rules.max_characters and len(value) > rules.max_characters:
        return f" has more than {rules.max_characters} characters"
    if rules.pattern and not compiled(rules.pattern).fullmatch(value):
        return f" does not match {rules.pattern}"
    return None


@functools.lru_cache(maxsize=None)
def compiled(pattern):
    return re.compile(pattern)


def is_set(message, name):
    field = message.DESCRIPTOR.fields_by_name[name]
    return message.HasField(name) if field.message_type is not None else bool(getattr(message, name))


def malformed(message):
    return Fault(grpc.StatusCode.INVALID_ARGUMENT, message)
