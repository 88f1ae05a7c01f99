"""Pages of records: conditions, searches, orders and totals."""

from __future__ import annotations

from typing import Sequence, Union

from ...contract.admin_bulk import AdminMatching
from ...contract.admin_query import AdminListQuery, AdminPage, AdminSort
from ...contract.admin_record import RecordPage
from ...contract.message import Malformed
from ..orm.model import BelongsTo
from ..sql.columns import column_of, key_ref, sortable
from ..sql.fragment import Sql, and_all, joined, raw, ref, sql, table_sql
from .conditions import Subject, condition_sql, search_sql
from .known_totals import total as known_total
from .read_records import Source, read_records
from .record_columns import record_columns
from .scopes import named_scopes, relation_of, visible


def window(page: AdminPage | None) -> tuple[int, int]:
    """The records to skip, and the most to return."""
    assert page is not None, "the request was checked by its rules"
    return (page.number - 1) * page.size, page.size


def matching_sql(subject: Subject, query: Union[AdminListQuery, AdminMatching]) -> list[Sql]:
    """The part of a query that decides which records match."""
    return [
        *named_scopes(subject.registry, subject.model, query.scopes, subject.context),
        *(condition_sql(subject, condition) for condition in query.conditions),
        *(() if query.search is None else (search_sql(subject, query.search),)),
    ]


def list_page(subject: Subject, base: Sequence[Sql], query: AdminListQuery | None) -> RecordPage:
    """A page of the records that meet the conditions of ``base``: one more is read, to know whether there are more."""
    assert query is not None and query.selection is not None, "the request was checked by its rules"
    offset, size = window(query.page)
    conditions = [*base, *matching_sql(subject, query)]
    read = read_records(subject, _source(subject, conditions, query.sorts, offset, size + 1), query.selection)
    records, has_more = read[:size], len(read) > size
    sent = record_columns(records) if query.accepts_columns and records else None
    rows = () if sent is not None else tuple(records)
    if not query.count:
        return RecordPage(records=rows, columns=sent, has_more=has_more)
    # The last page determines the total without a count.
    is_known = not has_more and (records or offset == 0)
    found = offset + len(records) if is_known else _count(subject, conditions, query.count_at_most)
    exceeded = not is_known and 0 < query.count_at_most < found
    total = query.count_at_most if exceeded else found
    return RecordPage(records=rows, columns=sent, has_more=has_more, total=total, total_exceeded=exceeded)


def _source(
    subject: Subject, conditions: Sequence[Sql], sorts: Sequence[AdminSort], offset: int, limit: int
) -> Source:
    """The rows of the page, in order.

    A database also reads the rows that an offset skips. The inner query reads only their key and sort columns, which an
    index alone may provide; the outer one reads the other columns of the remaining rows.
    """
    model = subject.model
    key, table = key_ref(model), table_sql(model.table)
    tables, orders = table, []
    for index, sort in enumerate(sorts):
        assert sort.column is not None, "the request was checked by its rules"
        direction = " desc" if sort.descending else " asc"
        if not sort.column.relation:
            own = column_of(model, sort.column.column, "query.sorts")
            by = sortable(subject.registry.facts, model.table, sort.column.column, own)
            orders.append((by, direction))
            continue
        relation = relation_of(subject.relations, sort.column.relation)
        if not isinstance(relation, BelongsTo):
            raise Malformed("query.sorts", "cannot sort by a to-many relation")
        column = column_of(relation.model, sort.column.column, "query.sorts")
        alias = f"gatehouse_sort_{index}"
        related = key_ref(relation.model, alias)
        on = sql("{} = {}", related, ref(model.table, relation.foreign_key))
        seen = visible(subject.registry, relation.model, related, subject.context)
        tables = sql(
            "{} left join {} as {} on {}",
            tables,
            table_sql(relation.model.table),
            raw(alias),
            on if seen is None else sql("{} and {}", on, seen),
        )
        by = sortable(subject.registry.facts, relation.model.table, sort.column.column, column, alias)
        orders.append((by, direction))
    selected = [sql("{} as gatehouse_key", key)]
    selected += [sql("{} as " + f"gatehouse_order_{index}", by) for index, (by, _) in enumerate(orders)]
    inner_order = joined([*(sql("{}" + direction, by) for by, direction in orders), sql("{} asc", key)], ", ")
    inner = sql(
        "select {} from {}{} order by {} limit {} offset {}",
        joined(selected, ", "),
        tables,
        and_all(conditions),
        inner_order,
        limit,
        offset,
    )
    # Both queries always break ties by the primary key: a record must not appear on two pages.
    outer_order = joined(
        [*(raw(f"gatehouse_page.gatehouse_order_{index}{each[1]}") for index, each in enumerate(orders)), key], ", "
    )
    return Source(
        sql("{} inner join ({}) as gatehouse_page on gatehouse_page.gatehouse_key = {}", table, inner, key),
        (),
        sql(" order by {}", outer_order),
    )


def _count(subject: Subject, conditions: Sequence[Sql], at_most: int) -> int:
    """All matches, or one more than ``at_most``."""
    source = sql("{}{}", table_sql(subject.model.table), and_all(conditions))
    query = (
        sql("select count(*) from (select 1 from {} limit {}) as gatehouse_some", source, at_most + 1)
        if at_most
        else sql("select count(*) from {}", source)
    )
    tx = subject.context.tx
    return known_total(tx, query, lambda: int(tx.all(*query.compiled())[0][0]))
