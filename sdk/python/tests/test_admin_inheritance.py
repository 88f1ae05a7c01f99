"""Mapped classes that inherit from each other: HC-89."""

from __future__ import annotations

from typing import Any, Iterator

import pytest
from sqlalchemy import Column, ForeignKey, Integer, String, Table, create_engine, literal
from sqlalchemy.orm import Session, declarative_base, relationship

from gatehouse_host import migrate
from gatehouse_host.admin import Controller
from gatehouse_host.admin.outcomes import Invalid, RecordNotFound
from gatehouse_host.admin.records.build import build_registry
from gatehouse_host.contract import admin_record as record
from gatehouse_host.contract.admin_cell import Cell

from .support.django_connection import connection_to
from .support.shop import Shop, change, counted, page, related, sort, where

Base: Any = declarative_base()


class Document(Base):
    __tablename__ = "documents"
    id = Column(Integer, primary_key=True)
    kind = Column(String(20), nullable=False)
    title = Column(String(50), nullable=False)
    shelf_id = Column(ForeignKey("shelves.id"))
    about_id = Column(ForeignKey("documents.id"))
    __mapper_args__ = {"polymorphic_on": kind, "polymorphic_identity": "document"}


class Article(Document):
    __mapper_args__ = {"polymorphic_identity": "article"}
    about = relationship("Article", remote_side="Document.id", foreign_keys="Document.about_id")


class News(Article):
    __mapper_args__ = {"polymorphic_identity": "news"}


class Salary(Document):
    __mapper_args__ = {"polymorphic_identity": "salary"}


class Shelf(Base):
    __tablename__ = "shelves"
    id = Column(Integer, primary_key=True)
    name = Column(String(50))
    articles = relationship(Article)


class Articles(Controller, id="acme.library.articles"):
    model = Article
    relations = {"about": "title"}


class ScopedArticles(Articles, id="acme.library.articles"):
    def list_scope(self, query: Any, caller: Any) -> Any:
        return query.where(Article.title != "hidden")


class Shelves(Controller, id="acme.library.shelves"):
    model = Shelf
    relations = {"articles": "title"}


class Documents(Controller, id="acme.library.documents"):
    model = Document


@pytest.fixture(params=[Articles, ScopedArticles])
def articles(request: pytest.FixtureRequest, database_url: str) -> Iterator[Shop]:
    """1 is an article, 2 a salary about which there is an article (3), 4 news; all of them on one shelf."""
    engine = create_engine(database_url)
    migrate(engine)
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        session.add(Shelf(id=7, name="all"))
        session.flush()
        for id, kind, about in ((1, Article, None), (2, Salary, None), (3, Article, 2), (4, News, 1)):
            session.add(kind(title=f"{kind.__name__} {id}", shelf_id=7, about_id=about))
            session.flush()
        session.commit()
    yield Shop(engine, [request.param, Shelves, Documents], "acme.library.articles")
    engine.dispose()


def test_lists_only_records_of_the_class(articles: Shop) -> None:
    assert articles.ids() == ["1", "3", "4"]
    assert [each.id for each in articles.list(controller="acme.library.documents").records] == ["1", "2", "3", "4"]
    with pytest.raises(RecordNotFound):
        articles.get("2")


def test_writes_only_records_of_the_class(articles: Shop) -> None:
    with pytest.raises(RecordNotFound):
        articles.update("2", title="changed")
    with pytest.raises(RecordNotFound):
        articles.delete("1", "2")
    made = articles.create("title", title="made")
    articles.delete("4")
    assert articles.rows("select id, kind, title from documents order by id") == [
        (1, "article", "Article 1"),
        (2, "salary", "Salary 2"),
        (3, "article", "Article 3"),
        (int(made.id), "article", "made"),
    ]
    kind = next(each for each in articles.engine.models()[0].columns if each.name == "kind")
    assert kind.protected


def test_a_new_record_of_the_base_class_is_one_of_the_base_class(articles: Shop) -> None:
    request = record.CreateRecordRequest(
        controller="acme.library.documents",
        values=(record.ColumnValue(column="title", value=Cell(string_value="plain")),),
    )
    made = articles.call("CreateRecord", request)
    assert articles.rows("select kind from documents where id = :id", id=int(made.id)) == [("document",)]


def test_relations_lead_to_records_of_the_class_only(articles: Shop) -> None:
    wanted = [related("about", "title"), counted("about")]
    assert articles.get("3", relations=wanted).relations[0].related.records == ()
    assert articles.get("3", relations=wanted).relations[1].count == 0
    assert [each.id for each in articles.get("4", relations=wanted).relations[0].related.records] == ["1"]
    assert articles.ids(conditions=(where("about.title", "contains", Cell(string_value="a")),)) == ["4"]
    assert articles.ids(sorts=(sort("about.title", descending=True),))[-1] in ("1", "3", "4")
    with pytest.raises(Invalid):
        articles.update("1", relations=[change("about", "2")])
    articles.update("1", relations=[change("about", "4")])


@pytest.mark.parametrize("others", [[], [Articles]], ids=["alone", "beside their controller"])
def test_to_many_relations_lead_to_records_of_the_class_only(articles: Shop, others: Any) -> None:
    shelves = Shop(articles.source, [Shelves, *others], "acme.library.shelves")
    many = shelves.get("7", relations=[related("articles", "title"), counted("articles")]).relations
    assert [each.id for each in many[0].related.records] == ["1", "3", "4"] and many[1].count == 3
    asked = record.ListRelatedRequest(
        controller="acme.library.shelves", id="7", relation="articles", query=page("id")
    )
    assert [each.id for each in shelves.call("ListRelated", asked).records] == ["1", "3", "4"]
    for rpc, asking in (("Link", record.LinkRequest), ("Unlink", record.UnlinkRequest)):
        with pytest.raises(RecordNotFound):
            shelves.call(rpc, asking(controller="acme.library.shelves", id="7", relation="articles", ids=("2",)))
    assert shelves.rows("select shelf_id from documents where id = 2") == [(7,)]


def test_a_deletion_takes_the_links_of_every_class_of_the_table_along(database_url: str) -> None:
    """HC-35: SQLite gives the key out again, and the next record would have them."""
    base: Any = declarative_base()
    linked = Table("paper_topics", base.metadata, Column("paper_id", Integer), Column("topic_id", Integer))

    class Paper(base):
        __tablename__ = "papers"
        id = Column(Integer, primary_key=True)
        kind = Column(String(20))
        __mapper_args__ = {"polymorphic_on": kind, "polymorphic_identity": "paper"}

    class Topic(base):
        __tablename__ = "topics"
        id = Column(Integer, primary_key=True)
        name = Column(String(20))

    class Essay(Paper):
        __mapper_args__ = {"polymorphic_identity": "essay"}
        topics = relationship(
            Topic,
            secondary=linked,
            primaryjoin=Paper.id == linked.c.paper_id,
            secondaryjoin=Topic.id == linked.c.topic_id,
            foreign_keys=[linked.c.paper_id, linked.c.topic_id],
        )

    class Papers(Controller, id="acme.library.papers"):
        model = Paper

    class Essays(Controller, id="acme.library.essays"):
        model = Essay
        relations = {"topics": "name"}

    engine = create_engine(database_url)
    migrate(engine)
    base.metadata.create_all(engine)
    shop = Shop(engine, [Essays, Papers], "acme.library.essays")
    shop.insert("insert into topics (id, name) values (7, 'one')")
    made = shop.create("kind", relations=[change("topics", "7")])
    assert shop.rows("select paper_id, topic_id from paper_topics") == [(int(made.id), 7)]
    shop.delete(made.id, controller="acme.library.papers")
    assert shop.rows("select paper_id, topic_id from paper_topics") == []
    base.metadata.drop_all(engine)
    engine.dispose()


def test_refuses_classes_whose_records_are_rows_of_several_tables() -> None:
    base: Any = declarative_base()

    class Person(base):
        __tablename__ = "persons"
        id = Column(Integer, primary_key=True)
        kind = Column(String(20))
        __mapper_args__ = {"polymorphic_on": kind, "polymorphic_identity": "person"}

    class Engineer(Person):
        __tablename__ = "engineers"
        id = Column(ForeignKey("persons.id"), primary_key=True)
        __mapper_args__ = {"polymorphic_identity": "engineer"}

    class Guest(Person):
        __mapper_args__ = {"polymorphic_identity": "guest"}

    class Badge(base):
        __tablename__ = "badges"
        id = Column(Integer, primary_key=True)
        person_id = Column(ForeignKey("persons.id"))
        person = relationship(Person)

    class Unnamed(base):
        __tablename__ = "unnamed"
        id = Column(Integer, primary_key=True)
        __mapper_args__ = {"polymorphic_on": literal("x"), "polymorphic_identity": "y"}

    class Heir(Unnamed):
        __mapper_args__ = {"polymorphic_identity": "x"}

    def manage(mapped: type, **given: Any) -> None:
        build_registry(False, [type("Any", (Controller,), {"id": "acme.hr.any", "model": mapped, **given})])

    with pytest.raises(TypeError, match="^Engineer is not mapped to one table, .* use single-table inheritance"):
        manage(Engineer)
    with pytest.raises(TypeError, match="^Person has records with a second row in the table of Engineer, .*: use "):
        manage(Person)
    with pytest.raises(TypeError, match="^Heir shares its table .* polymorphic_on needs to be a column"):
        manage(Heir)
    manage(Guest)
    manage(Badge, relations={"person": "kind"})


def test_refuses_models_of_django_whose_records_are_rows_of_several_tables(tmp_path: Any) -> None:
    connection_to(f"sqlite:///{tmp_path}/app.db")
    from django.db import models

    class Place(models.Model):
        name = models.CharField(max_length=50)

        class Meta:
            app_label = "inheritance"

    class Restaurant(Place):
        class Meta:
            app_label = "inheritance"

    class NearPlace(Place):
        class Meta:
            app_label = "inheritance"
            proxy = True

    def manage(mapped: type) -> None:
        build_registry(False, [type("Any", (Controller,), {"id": "acme.food.any", "model": mapped})])

    with pytest.raises(TypeError, match="^Restaurant inherits from Place, which has a table of its own, .* abstract"):
        manage(Restaurant)
    with pytest.raises(TypeError, match="^NearPlace is a proxy: use Place for the admin backend, with list_scope"):
        manage(NearPlace)
    manage(Place)
