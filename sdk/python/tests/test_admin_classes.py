"""What the admin half reads off mapped classes of SQLAlchemy: other keys, relations to themselves, defaults (AD-8)."""

from __future__ import annotations

import enum
import uuid
from datetime import datetime, timezone
from typing import Any, Iterator

import pytest
from sqlalchemy import JSON, Column, DateTime, Enum, ForeignKey, Integer, Interval, Sequence, String, Table
from sqlalchemy import create_engine, false, func, text, tuple_
from sqlalchemy.dialects.postgresql import UUID
from sqlalchemy.orm import aliased, declarative_base, relationship

from gatehouse_host import migrate
from gatehouse_host.admin import Admin, Controller
from gatehouse_host.admin.outcomes import Invalid, RecordNotFound
from gatehouse_host.admin.records.build import build_registry
from gatehouse_host.contract.admin_cell import Cell

from .support.shop import Shop, change, counted, outcome, related, search, selection, sort, where

Base = declarative_base()
ROOT, LEAF = "0b5c7ac6-5f0f-4a3f-8f3e-3f8f0e1c2d3a", "ffffffff-5f0f-4a3f-8f3e-3f8f0e1c2d3b"


class Kind(enum.Enum):
    FOLDER = 1
    FILE = 2


def made_of(context: Any) -> Any:
    """A context-sensitive default reads what else is written."""
    return context.get_current_parameters()["title"].lower()


similar = Table(
    "similar",
    Base.metadata,
    Column("one", ForeignKey("nodes.id"), primary_key=True),
    Column("other", ForeignKey("nodes.id"), primary_key=True),
)


class Node(Base):  # type: ignore[misc,valid-type]
    __tablename__ = "nodes"
    id = Column(
        UUID().with_variant(String(36), "sqlite"), primary_key=True, default=lambda: str(uuid.uuid4())
    )
    label = Column("title", String(20), nullable=False)
    kind = Column(Enum(Kind), default=Kind.FILE, nullable=False)
    number = Column(Integer, Sequence("nodes_numbers"))
    made_at = Column(DateTime(timezone=True), default=lambda: datetime(2026, 1, 1, tzinfo=timezone.utc), nullable=False)
    changed = Column(Integer, default=0, onupdate=7)
    upper = Column(String(20), default=func.upper("made"))
    extra = Column(JSON, default={"a": 1})
    lasts = Column(Interval)
    slug = Column(String(50), default=lambda context: f"{made_of(context)} {context.get_current_parameters()['changed']}")
    parent_id = Column(ForeignKey("nodes.id"))
    parent = relationship("Node", remote_side=[id], back_populates="children")
    children = relationship("Node", back_populates="parent")
    similar = relationship(
        "Node", secondary=similar, primaryjoin=id == similar.c.one, secondaryjoin=id == similar.c.other
    )


class Nodes(Controller, id="acme.tree_store.nodes"):
    model = Node
    relations = {"parent": "title", "children": "title", "similar": "title"}
    hidden = ["extra"]

    def list_scope(self, query: Any, caller: Any) -> Any:
        return query.where(Node.label != "hidden").order_by(Node.label)


@pytest.fixture
def nodes(database_url: str) -> Iterator[Shop]:
    engine = create_engine(database_url)
    migrate(engine)
    Base.metadata.create_all(engine)
    shop = Shop(engine, [Nodes], "acme.tree_store.nodes")
    insert = "insert into nodes (id, title, kind, made_at, parent_id) values"
    shop.insert(f"{insert} ('{ROOT}', 'root', 'FOLDER', '2026-01-01', null)")
    shop.insert(f"{insert} ('{LEAF}', 'leaf', 'FILE', '2026-01-01', '{ROOT}')")
    yield shop
    engine.dispose()


def test_reads_classes_with_other_keys_names_and_types(nodes: Shop) -> None:
    model = nodes.engine.models()[0]
    assert model.name == "Acme\\TreeStore\\Models\\Node" and not model.versioned
    # The interval has no type in the contract, and "extra" is hidden.
    names = ["id", "title", "kind", "number", "made_at", "changed", "upper", "slug", "parent_id"]
    assert [column.name for column in model.columns] == names
    kind = next(column for column in model.columns if column.name == "kind")
    assert kind.default == Cell(string_value="FILE") and kind.max_length is None
    assert nodes.ids(conditions=(where("kind", "equal", Cell(string_value="FILE")),)) == [LEAF]
    assert nodes.ids(conditions=(where("kind", "equal", Cell(string_value="no kind")),)) == []
    assert nodes.ids(conditions=(where("id", "in", Cell(string_value=LEAF), Cell(string_value="x")),)) == [LEAF]
    assert nodes.ids(search=search("fol", columns=("kind",))) == [ROOT]
    for strange in (ROOT.upper(), "x", "", f" {ROOT}"):
        with pytest.raises(RecordNotFound):
            nodes.get(strange or "-")


def test_relations_of_a_class_with_itself(nodes: Shop) -> None:
    wanted = [related("parent", "title"), related("children", "title"), counted("similar")]
    leaf, root = nodes.get(LEAF, relations=wanted), nodes.get(ROOT, relations=wanted)
    assert [each.id for each in leaf.relations[0].related.records] == [ROOT]
    assert [each.id for each in root.relations[1].related.records] == [LEAF] and root.relations[2].count == 0
    assert nodes.ids(conditions=(where("parent.title", "equal", Cell(string_value="root")),)) == [LEAF]
    assert nodes.ids(conditions=(where("children.title", "contains", Cell(string_value="EA")),)) == [ROOT]
    nodes.update(ROOT, relations=[change("similar", LEAF)])
    assert nodes.ids(conditions=(where("similar.title", "equal", Cell(string_value="leaf")),)) == [ROOT]
    assert nodes.get(ROOT, relations=wanted).relations[2].count == 1
    nodes.update(ROOT, relations=[change("similar")])
    nodes.update(LEAF, relations=[change("similar", ROOT)])
    nodes.delete(LEAF)
    assert nodes.rows('select * from "similar"') == []


def test_writes_what_the_class_itself_says(nodes: Shop) -> None:
    """Defaults and onupdate of the mapped class are those of its own statements."""
    made = nodes.create("kind", "made_at", "changed", "upper", title="new", relations=[change("parent", ROOT)])
    assert uuid.UUID(made.id) and made.version == ""
    assert [each.member_of("value") for each in made.cells] == [
        ("string_value", "FILE"),
        ("timestamp_value", datetime(2026, 1, 1, tzinfo=timezone.utc)),
        ("int64_value", 0),
        ("string_value", "MADE"),
    ]
    assert nodes.rows("select extra from nodes where id = :id", id=made.id)[0][0] in ('{"a": 1}', {"a": 1})
    assert nodes.update(made.id, "changed", title="newer").cells[0] == Cell(int64_value=7)
    told = outcome(lambda: nodes.update(made.id, kind="no kind"))
    assert told == "invalid kind: Select one of the available choices."


@pytest.mark.parametrize(
    ("attributes", "problem"),
    [
        ({"version": "nothing"}, "nothing is not a column of its table"),
        ({"version": "title"}, "version must name an integer column"),
        ({"relations": {"nothing": "title"}}, "Node has no relationship nothing"),
        ({"relations": {"parent": "extra"}, "hidden": ["extra"]}, "extra is not a column of .*Node, or is hidden"),
        ({"new_record": {"number": "7"}}, "new_record: number: an integer column takes an int of less than 2.53, not this str"),
        ({"model": None}, "controller acme.tree.wrong: Wrong needs a model"),
        ({"model": dict}, "a mapped class of SQLAlchemy, or a model of Django"),
    ],
)
def test_names_the_mistake_of_a_controller(attributes: dict[str, Any], problem: str) -> None:
    controller = type("Wrong", (Controller,), {"model": Node, **attributes}, id="acme.tree.wrong")
    with pytest.raises((TypeError, ValueError), match=problem):
        build_registry(False, [controller])


@pytest.mark.parametrize(
    ("column", "value", "problem"),
    [
        ("made_at", datetime(2026, 1, 1), "a datetime with a zone, .*, not this datetime without a zone"),
        ("title", Kind.FILE, "a string column takes a str without NUL, not this Kind"),
        ("number", 1.5, "an int of less than 2.53, not this float"),
        ("number", True, "an int of less than 2.53, not this bool"),
    ],
)
def test_says_which_value_a_hook_may_set(nodes: Shop, column: str, value: Any, problem: str) -> None:
    """HC-71: with the column, what it takes, and what it got."""

    def before_create(_self: Any, _tx: Any, _caller: Any, values: Any) -> None:
        values[column] = value

    Hooked = type("Hooked", (Nodes,), {"before_create": before_create})
    shop = Shop(nodes.source, [Hooked], "acme.tree_store.nodes")
    with pytest.raises(TypeError, match=f"a hook sets {column} of .*Node: .*{problem}"):
        shop.create("title", title="new")


def test_names_what_is_no_part_of_an_admin_backend(database_url: str) -> None:
    """HC-71: the model instead of its controller, or an instance."""
    engine = create_engine(database_url)
    for wrong in (Node, Nodes()):
        with pytest.raises(TypeError, match="parts has .*Node.*, which is neither a class of controllers"):
            Admin(engine, [Nodes, wrong], plugin="acme.tree_store")  # type: ignore[list-item]
    nameless = type("Nameless", (Controller,), {"model": Node})
    with pytest.raises(TypeError, match=r'Nameless: a controller needs an id: class Nameless\(Controller, id="'):
        Admin(engine, [nameless], plugin="acme.tree_store")


def test_two_controllers_of_a_class_need_a_default() -> None:
    other = type("Other", (Nodes,), {"model": Node}, id="acme.tree.other")
    with pytest.raises(ValueError, match="2 controllers manage the model"):
        build_registry(False, [Nodes, other])
    other.default_for_model = True  # type: ignore[attr-defined]
    registry = build_registry(False, [Nodes, other])
    manager = registry.manager_of(next(iter(registry.models.values())))
    assert manager is not None and manager.definition.id == "acme.tree.other"
    assert Invalid(a="b").fields == {"a": ("b",)}


def test_scopes_of_any_form_limit_the_records(nodes: Shop) -> None:
    """A plain condition, text of the application, a join, an order, a limit, or none at all (AD-67)."""
    parent = aliased(Node)
    scopes: dict[str, tuple[Any, list[str]]] = {
        "plain": (lambda query: query.where(Node.label == "leaf").order_by(Node.label), [LEAF]),
        "in a list": (lambda query: query.where(Node.label.in_(["leaf", "other"])), [LEAF]),
        "text": (lambda query: query.where(text("title = 'leaf'")), [LEAF]),
        "join": (lambda query: query.join(parent, Node.parent).where(parent.label == "root"), [LEAF]),
        "exists": (lambda query: query.where(Node.children.any(Node.label == "leaf")), [ROOT]),
        "limit": (lambda query: query.where(Node.label != "x").order_by(Node.label).limit(1), [LEAF]),
        "nothing": (lambda query: query.where(false()), []),
        "all": (lambda query: query, [ROOT, LEAF]),
    }
    for name, (limit, expected) in scopes.items():
        Scoped = type("Scoped", (Nodes,), {"list_scope": lambda self, query, caller, limit=limit: limit(query)})
        shop = Shop(nodes.source, [Scoped], "acme.tree_store.nodes")
        listed = shop.list(sorts=(sort("parent.title"),), selection=selection(relations=[related("similar", "title")]))
        assert sorted(each.id for each in listed.records) == sorted(expected), name


class PairedNodes(Nodes, id="acme.tree_store.nodes"):
    def list_scope(self, query: Any, caller: Any) -> Any:
        return query.where(tuple_(Node.label, Node.kind).in_([("leaf", Kind.FILE), ("root", Kind.FILE)]))


def test_a_scope_may_compare_several_columns_at_once(nodes: Shop) -> None:
    """AD-7"""
    paired = Shop(nodes.source, [PairedNodes], "acme.tree_store.nodes")
    assert paired.ids() == [LEAF]


def test_a_default_may_depend_on_other_values(nodes: Shop) -> None:
    """docs.sqlalchemy.org, Context-Sensitive Default Functions: given values, and defaults of columns before it."""
    made = nodes.create("slug", title="New One")
    assert made.cells[0] == Cell(string_value="new one 0")
    assert nodes.create("slug", title="Two", changed=2).cells[0] == Cell(string_value="two 2")
    assert nodes.update(made.id, "slug", title="Newer").cells[0] == Cell(string_value="new one 0")
