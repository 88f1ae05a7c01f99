"""Columns that the database computes, expressions as defaults, and defaults of pivot tables (AD-8), on both libraries."""

from __future__ import annotations

from typing import Any, Iterator

import pytest
from sqlalchemy import Column, Computed, ForeignKey, Identity, Integer, String, Table, create_engine
from sqlalchemy.orm import declarative_base, relationship

from gatehouse_host import migrate
from gatehouse_host.admin import Controller
from gatehouse_host.admin.records.build import build_registry

from .support.django_connection import connection_to
from .support.shop import Shop, change

Base: Any = declarative_base()

member_tags = Table(
    "member_tags",
    Base.metadata,
    Column("member_id", ForeignKey("members.id"), primary_key=True),
    Column("tag_id", ForeignKey("tags.id"), primary_key=True),
    Column("rank", Integer, nullable=False, default=5),
    Column("note", String(20), nullable=False, default=lambda: "made"),
)


class Tag(Base):
    __tablename__ = "tags"
    id = Column(Integer, primary_key=True)
    name = Column(String(20))


class Member(Base):
    __tablename__ = "members"
    id = Column(Integer, primary_key=True)
    name = Column(String(20), nullable=False)
    initials = Column(String(40), Computed("name || '!'"))
    tags = relationship(Tag, secondary=member_tags)


class Numbered(Base):
    __tablename__ = "numbered"
    id = Column(Integer, primary_key=True)
    always = Column(Integer, Identity(always=True))
    by_default = Column(Integer, Identity())


class Members(Controller, id="acme.club.members"):
    model = Member
    relations = {"tags": "name"}


class Tags(Controller, id="acme.club.tags"):
    model = Tag


@pytest.fixture
def members(database_url: str) -> Iterator[Shop]:
    engine = create_engine(database_url)
    migrate(engine)
    Base.metadata.create_all(engine, tables=[Tag.__table__, Member.__table__, member_tags])
    shop = Shop(engine, [Members, Tags], "acme.club.members")
    shop.insert("insert into tags (id, name) values (1, 'red'), (2, 'green')")
    yield shop
    engine.dispose()


def test_no_form_writes_a_column_that_the_database_computes(members: Shop) -> None:
    """(AD-8) PostgreSQL rejects any value: the host answered every save with a fault."""
    [model] = [each for each in members.engine.models() if each.name.endswith("Member")]
    assert [each.name for each in model.columns if each.protected] == ["id", "initials"]
    assert [each.string_value for each in members.create("initials", name="Ada").cells] == ["Ada!"]
    numbered = build_registry(True, [type("Any", (Controller,), {"id": "acme.club.any", "model": Numbered})])
    columns = numbered.controllers["acme.club.any"].model.columns
    assert [name for name, each in columns.items() if each.protected] == ["id", "always"]


def test_a_link_has_the_defaults_of_its_table(members: Shop) -> None:
    """(AD-8) As SQLAlchemy writes it; it was refused as incomplete."""
    id = members.create(name="Ada", relations=[change("tags", "1", "2")]).id
    rows = members.rows("select member_id, tag_id, rank, note from member_tags order by tag_id")
    assert rows == [(int(id), 1, 5, "made"), (int(id), 2, 5, "made")]


@pytest.fixture
def django_members(database_url: str) -> Iterator[Shop]:
    connection = connection_to(database_url)
    from django.db import models
    from django.db.models.functions import Upper

    class Generated(models.CharField):  # type: ignore[misc]
        """As a GeneratedField of Django 5, whose value no new instance has."""

        def pre_save(self, instance: Any, add: bool) -> Any:
            raise AttributeError("the record does not exist yet")

    class Badge(models.Model):  # type: ignore[misc]
        name = models.CharField(max_length=20)

        class Meta:
            app_label = "club"

    class Player(models.Model):  # type: ignore[misc]
        name = models.CharField(max_length=20)
        level = models.CharField(max_length=20, default=Upper(models.Value("10% new")))
        shown = Generated(max_length=20, null=True, editable=False)
        badges = models.ManyToManyField(Badge, through="Award")

        class Meta:
            app_label = "club"

    class Award(models.Model):  # type: ignore[misc]
        player = models.ForeignKey(Player, on_delete=models.CASCADE)
        badge = models.ForeignKey(Badge, on_delete=models.CASCADE)
        rank = models.IntegerField(default=5)
        given_at = models.DateTimeField(auto_now_add=True)

        class Meta:
            app_label = "club"

    migrate(connection)
    with connection.schema_editor() as editor:
        for model in (Badge, Player, Award):
            editor.create_model(model)
    # Not before: Django 5 would write an expression into the table.
    Player._meta.get_field("shown").generated = True
    players = type("Players", (Controller,), {"id": "acme.club.players", "model": Player, "relations": {"badges": "name"}})
    badges = type("Badges", (Controller,), {"id": "acme.club.badges", "model": Badge})
    shop = Shop(connection, [players, badges], "acme.club.players")
    shop.insert("insert into club_badge (id, name) values (1, 'gold')")
    yield shop
    connection.close()
    from django.apps import apps

    del apps.all_models["club"]
    apps.clear_cache()


@pytest.mark.filterwarnings("ignore:Model .* was already registered")
def test_models_of_django_with_generated_fields_expressions_and_a_through_model(django_members: Shop) -> None:
    """(AD-8) No record could be created, and no link."""
    [model] = [each for each in django_members.engine.models() if each.name.endswith("Player")]
    assert [each.name for each in model.columns if each.protected] == ["id", "shown"]
    created = django_members.create("level", "shown", name="Ada", relations=[change("badges", "1")])
    assert [created.cells[0].string_value, created.cells[1].null_value] == ["10% NEW", True]
    [(rank, given_at)] = django_members.rows("select rank, given_at from club_award")
    assert rank == 5 and given_at is not None
