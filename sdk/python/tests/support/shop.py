"""Calls the records engine on the shop or the vault of tests/apps, each call in a transaction of its own."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any

from gatehouse_host.admin.outcomes import Invalid, Refused
from gatehouse_host.admin.ports import Caller, Context
from gatehouse_host.admin.records.engine import record_engine
from gatehouse_host.contract import admin_query as query
from gatehouse_host.contract import admin_record as record
from gatehouse_host.contract.admin_cell import Cell
from gatehouse_host.service.call import Call
from gatehouse_host.sql.source import database_of

ADA = Caller(id="1", login="ada", superuser=True, permissions=(), locale="en")
BOB = Caller(id="2", login="bob", superuser=False, permissions=("acme.shop.products",), locale="de")

Operator = query.AdminComparisonOperator


class Shop:
    def __init__(self, source: Any, controllers: Any, controller: str = "acme.shop.products") -> None:
        self.source = source
        self.controllers = controllers
        self.controller = controller
        self.database = database_of(source)
        self.engine = record_engine(self.database, controllers)

    def call(self, rpc: str, request: Any, caller: Caller = ADA) -> Any:
        """The answer of the engine. Raises outcomes, as the rpc layer gets them."""
        call = Call.within(120)
        name = "".join(f"_{each.lower()}" if each.isupper() else each for each in rpc).lstrip("_")
        is_read = rpc.startswith(("List", "Get"))

        def work(tx: Any) -> Any:
            context = Context(caller, tx, call)
            if rpc == "ListOptions":
                return self.engine.list_options(request, None, context)
            return getattr(self.engine, name)(request, context)

        try:
            return self.database.transaction(work, call, is_read)
        except Exception as error:
            outcome = self.engine.refusal(
                error,
                rpc,
                request.controller or "",
                caller.locale,
                lambda ask: self.database.transaction(ask, call, True),
            )
            raise error if outcome is None else outcome

    def links(self, product: str) -> list[str]:
        """The ids in the pivot table, hidden ones too."""
        text = "select tag_id from product_tags where product_id = :id order by tag_id"
        return [str(id) for (id,) in self.rows(text, id=int(product))]

    def rows(self, sql: str, **parameters: Any) -> Any:
        return self.database.transaction(lambda tx: tx.all(sql, parameters), Call.within(20), True)

    def insert(self, sql: str) -> None:
        """As the application itself, and whatever the rules of SQLite's table say."""

        def work(tx: Any) -> None:
            for switch in ("on", "off"):
                if not tx.is_postgresql:
                    tx.run(f"pragma ignore_check_constraints = {switch}", {})
                if switch == "on":
                    tx.run(sql, {})

        self.database.transaction(work, Call.within(20), False)

    def list(self, *columns: str, controller: str = "", caller: Caller = ADA, **given: Any) -> Any:
        asked = record.ListRecordsRequest(controller=controller or self.controller, query=page(*columns, **given))
        return self.call("ListRecords", asked, caller)

    def ids(self, caller: Caller = ADA, **given: Any) -> list[str]:
        return [each.id for each in self.list(caller=caller, **given).records]

    def get(self, id: str, *columns: str, relations: Any = (), caller: Caller = ADA, scope: int = 2) -> Any:
        request = record.GetRecordRequest(
            controller=self.controller,
            id=id,
            scope=record.AdminScope(scope),
            selection=selection(*columns, relations=relations),
        )
        return self.call("GetRecord", request, caller)

    def create(self, *columns: str, relations: Any = (), caller: Caller = ADA, **values: Any) -> Any:
        request = record.CreateRecordRequest(
            controller=self.controller,
            values=column_values(values),
            relations=tuple(relations),
            selection=selection(*columns),
        )
        return self.call("CreateRecord", request, caller)

    def update(
        self, id: str, *columns: str, relations: Any = (), version: str = "", caller: Caller = ADA, **values: Any
    ) -> Any:
        request = record.UpdateRecordRequest(
            controller=self.controller,
            id=id,
            expected_version=version,
            values=column_values(values),
            relations=tuple(relations),
            selection=selection(*columns),
        )
        return self.call("UpdateRecord", request, caller)

    def delete(self, *ids: str, caller: Caller = ADA, controller: str = "") -> None:
        scope = record.AdminScope.ADMIN_SCOPE_LIST
        request = record.DeleteRecordsRequest(controller=controller or self.controller, ids=ids, scope=scope)
        self.call("DeleteRecords", request, caller)


def selection(*columns: str, relations: Any = (), **given: Any) -> query.AdminSelection:
    return query.AdminSelection(columns=columns, relations=tuple(relations), **given)


def related(relation: str, column: str = "name", limit: int = 10) -> query.AdminRelationSelection:
    return query.AdminRelationSelection(relation=relation, related=query.AdminRelatedColumn(column=column, limit=limit))


def counted(relation: str) -> query.AdminRelationSelection:
    return query.AdminRelationSelection(relation=relation, count=True)


def page(*columns: str, number: int = 1, size: int = 20, **given: Any) -> query.AdminListQuery:
    wanted = given.pop("selection", selection(*columns))
    return query.AdminListQuery(selection=wanted, page=query.AdminPage(number=number, size=size), **given)


def reference(name: str) -> query.AdminColumnReference:
    relation, _, column = name.rpartition(".")
    return query.AdminColumnReference(relation=relation, column=column)


def where(name: str, operator: str, *cells: Cell) -> query.AdminCondition:
    kind = Operator[f"ADMIN_COMPARISON_OPERATOR_{operator.upper()}"]
    return query.AdminCondition(
        comparison=query.AdminComparison(column=reference(name), operator=kind, values=cells)
    )


def search(*terms: str, columns: Any, mode: str = "ALL") -> query.AdminSearch:
    return query.AdminSearch(
        mode=query.AdminSearchMode[f"ADMIN_SEARCH_MODE_{mode}"], terms=terms, columns=tuple(map(reference, columns))
    )


def sort(name: str, descending: bool = False) -> query.AdminSort:
    return query.AdminSort(column=reference(name), descending=descending)


def cell(value: Any) -> Cell:
    if value is None:
        return Cell(null_value=True)
    if isinstance(value, (Cell)):
        return value
    kinds = {bool: "bool_value", int: "int64_value", float: "double_value", str: "string_value", bytes: "bytes_value"}
    if isinstance(value, datetime):
        return Cell(timestamp_value=value)
    if isinstance(value, Decimal):
        return Cell(decimal_value=str(value))
    return Cell(**{kinds[type(value)]: value})


def column_values(values: Any) -> tuple[record.ColumnValue, ...]:
    return tuple(record.ColumnValue(column=name, value=cell(value)) for name, value in values.items())


def change(relation: str, *ids: str, scope: str = "") -> record.RelationChange:
    named = query.AdminNamedScope(name=scope) if scope else None
    return record.RelationChange(relation=relation, ids=ids, scope=named)


def outcome(work: Any) -> str:
    """The outcome of a rejected write, in words."""
    try:
        work()
    except Invalid as invalid:
        return f"invalid {', '.join(f'{name}: {messages[0]}' for name, messages in invalid.fields.items())}"
    except Refused as refused:
        return f"refused {refused.message}"
    return "done"
