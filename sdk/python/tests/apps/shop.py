"""A small shop on SQLAlchemy, for the admin half: mapped classes, controllers, and rows."""

import datetime
from decimal import Decimal

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    DateTime,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    Numeric,
    String,
    Table,
    Text,
    Time,
    event,
)
from sqlalchemy.orm import Session, declarative_base, relationship
from lab import judge

from gatehouse_host.admin import ActionResult, Controller, Refused, action, options, partial, scope

Base = declarative_base()

product_tags = Table(
    "product_tags",
    Base.metadata,
    Column("product_id", ForeignKey("products.id"), primary_key=True),
    Column("tag_id", ForeignKey("tags.id"), primary_key=True),
)


class Category(Base):
    __tablename__ = "categories"
    id = Column(Integer, primary_key=True)
    name = Column(String(100), nullable=False)
    hidden = Column(Boolean, nullable=False, default=False)
    products = relationship("Product", back_populates="category")


class Tag(Base):
    __tablename__ = "tags"
    id = Column(Integer, primary_key=True)
    name = Column(String(50), nullable=False, unique=True)
    hidden = Column(Boolean, nullable=False, default=False)


class Supplier(Base):
    __tablename__ = "suppliers"
    id = Column(Integer, primary_key=True)
    name = Column(String(50), nullable=False)
    secret = Column(String(50), nullable=False, default="")


class Product(Base):
    __tablename__ = "products"
    id = Column(Integer, primary_key=True)
    sku = Column(String(20), nullable=False, unique=True)
    title = Column(String(200), nullable=False)
    body = Column(Text)
    status = Column(String(20), nullable=False, default="draft")
    price = Column(Numeric(10, 2))
    stock = Column(Integer, nullable=False, default=0)
    views = Column(BigInteger, nullable=False, default=0)
    rating = Column(Float)
    active = Column(Boolean, nullable=False, default=True)
    released_on = Column(Date)
    opens_at = Column(Time)
    published_at = Column(DateTime(timezone=True))
    attributes = Column(JSON)
    photo = Column(LargeBinary)
    owner = Column(String(50), nullable=False, default="nobody")
    version = Column(Integer, nullable=False, default=1)
    category_id = Column(ForeignKey("categories.id"))
    supplier_id = Column(ForeignKey("suppliers.id"))
    category = relationship("Category", back_populates="products")
    supplier = relationship("Supplier")
    tags = relationship("Tag", secondary=product_tags)
    __table_args__ = (CheckConstraint("stock >= 0", name="stock_is_not_negative"),)


class Products(Controller, id="acme.shop.products", permissions=["acme.shop.products"]):
    model, version, protected = Product, "version", ["owner"]
    relations = {"category": "name", "supplier": "name", "tags": "name"}
    new_record = {"status": "draft", "price": Decimal("1.50")}

    def list_scope(self, query, caller):
        if caller.login == "barred":
            raise Refused("Not today.")
        return query if caller.superuser else query.where(Product.owner == caller.login)

    @scope
    def in_stock(self, query, call):
        return query.where(Product.stock > 0)

    @options
    def statuses(self, tx, caller, form):
        judge(form.get("title"))
        choices = [("draft", "Draft"), ("live", "Live")]
        return choices if form.get("active") is False else [*choices, ("sold", "Ausverkauft", "danger")]

    @action("Activate all", permissions=["acme.shop.publish"])
    def activate_all(self, tx, call):
        changed = tx.query(Product).update({Product.active: True})
        return f"{changed} products"

    @action("Lab", permissions=["acme.shop.publish"])
    def lab(self, tx, call):
        """Without a record, runs the SQL in "body".

        Answers as "title" says, or else the title of the record, and fills the other values.
        """
        statement, wish = call.values.pop("body", None), call.values.pop("title", None)
        if statement and call.record_id is None:
            tx.connection().exec_driver_sql(statement)
        if wish is None and call.record_id is not None:
            wish = self._title(tx, call.record_id)
        judge(wish)
        if wish == "Nothing":
            return None
        message = "\U0001f600" * 600 if wish == "Long" else f"Lab {call.record_id or ''}"
        return ActionResult(message, call.values)

    @partial
    def stats(self, tx, caller, record):
        if record is not None:
            judge(self._title(tx, record))
        return {"products": tx.query(Product).count(), "record": record}

    def before_create(self, tx, caller, values):
        values["owner"] = caller.login
        self._check(values)

    def before_update(self, tx, caller, id, values):
        self._check(values)
        if values.get("title") == "Reload":
            values["body"] = tx.get(Product, int(id)).title

    def before_delete(self, tx, caller, id):
        if tx.get(Product, int(id)).status == "sold":
            raise Refused("A sold product stays.")
        judge(self._title(tx, id))

    def before_link(self, tx, caller, id, relation, ids):
        judge(self._title(tx, id))

    def after_unlink(self, tx, caller, id, relation, ids):
        judge(self._title(tx, id))

    @staticmethod
    def _title(tx, id):
        return tx.query(Product.title).filter(Product.id == int(id)).scalar()

    @staticmethod
    def _check(values):
        judge(values.get("title"))


class Categories(Controller, id="acme.shop.categories", permissions=["acme.shop.products"]):
    model = Category
    relations = {"products": "title"}

    def list_scope(self, query, caller):
        return query.where(Category.hidden.is_(False))


class Tags(Controller, id="acme.shop.tags", permissions=["acme.shop.products"]):
    model = Tag

    def list_scope(self, query, caller):
        return query.where(Tag.hidden.is_(False))


SHOP_CONTROLLERS = [Products, Categories, Tags]


def create(engine):
    """Creates the tables with some rows, unless they exist."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", lambda connection, _record: connection.execute("pragma foreign_keys = on"))
        engine.dispose()  # SQLAlchemy 2 keeps connections of SQLite, which are without it.
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        if session.query(Product).first() is not None:
            return
        fruit, tools, secret = Category(name="Fruit"), Category(name="Werkzeug"), Category(name="Secret", hidden=True)
        red, green, inner = Tag(name="red"), Tag(name="grün"), Tag(name="internal", hidden=True)
        farm = Supplier(name="Farm", secret="x")
        session.add_all([fruit, tools, secret, red, green, inner, farm])
        session.flush()
        session.add_all(
            [
                Product(
                    sku="A1",
                    title="Äpfel",
                    body="Sweet red ones. " * 20,
                    price=Decimal("2.50"),
                    stock=3,
                    views=2**53 + 1,
                    rating=4.5,
                    released_on=datetime.date(2026, 2, 28),
                    opens_at=datetime.time(8, 30),
                    published_at=datetime.datetime(2026, 1, 2, 3, 4, 5, 678000, tzinfo=datetime.timezone.utc),
                    attributes={"a": [1, "ß"]},
                    photo=b"\x00\xff\x10",
                    owner="ada",
                    category=fruit,
                    supplier=farm,
                    tags=[red, inner],
                ),
                Product(sku="B2", title="Hammer", price=Decimal("12"), status="live", category=tools, owner="ada"),
                Product(sku="C3", title="Straße", stock=7, status="sold", owner="bob", category=secret, tags=[green]),
                Product(sku="D4", title="straight", stock=1, active=False, owner="bob"),
            ]
        )
        session.commit()
