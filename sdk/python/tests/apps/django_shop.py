"""The shop of shop.py on Django. INSTALLED_APPS must have "shop_app", with the models."""

import datetime
from decimal import Decimal

from shop_app.models import Category, Product, Supplier, Tag

from gatehouse_host.admin import Controller, Invalid, Refused, action, options, partial, scope


class Products(Controller, id="acme.shop.products", permissions=["acme.shop.products"]):
    model, version, protected = Product, "version", ["owner"]
    relations = {"category": "name", "supplier": "name", "tags": "name"}
    new_record = {"status": "draft", "price": Decimal("1.50")}

    def list_scope(self, query, caller):
        return query if caller.superuser else query.filter(owner=caller.login)

    @scope
    def in_stock(self, query, call):
        return query.filter(stock__gt=0)

    @options
    def statuses(self, tx, caller, form):
        choices = [("draft", "Draft"), ("live", "Live")]
        return choices if form.get("active") is False else [*choices, ("sold", "Ausverkauft", "danger")]

    @action("Activate all", permissions=["acme.shop.publish"])
    def activate_all(self, tx, call):
        return f"{Product.objects.using(tx.alias).update(active=True)} products"

    @partial
    def stats(self, tx, caller, record):
        return {"products": Product.objects.using(tx.alias).count(), "record": record}

    def before_create(self, tx, caller, values):
        values["owner"] = caller.login
        self._check(values)

    def before_update(self, tx, caller, id, values):
        self._check(values)
        if values.get("title") == "Reload":
            values["body"] = Product.objects.using(tx.alias).get(pk=id).title

    def before_delete(self, tx, caller, id):
        if Product.objects.using(tx.alias).get(pk=id).status == "sold":
            raise Refused("A sold product stays.")

    @staticmethod
    def _check(values):
        if values.get("title") == "Wrong":
            raise Invalid(title="Not this title.")
        if values.get("title") == "Refused":
            raise Refused("Not today.")
        if values.get("title") == "Broken":
            raise RuntimeError("a bug")


class Categories(Controller, id="acme.shop.categories", permissions=["acme.shop.products"]):
    model = Category
    relations = {"products": "title"}

    def list_scope(self, query, caller):
        return query.filter(hidden=False)


class Tags(Controller, id="acme.shop.tags", permissions=["acme.shop.products"]):
    model = Tag

    def list_scope(self, query, caller):
        return query.filter(hidden=False)


SHOP_CONTROLLERS = [Products, Categories, Tags]


def create(connection):
    """Creates the tables with some rows, unless they exist."""
    if "products" in connection.introspection.table_names():
        return
    with connection.schema_editor() as editor:
        for model in (Category, Tag, Supplier, Product):
            editor.create_model(model)

    def make(model, **values):
        return model.objects.using(connection.alias).create(**values)

    fruit, tools = make(Category, name="Fruit"), make(Category, name="Werkzeug")
    secret = make(Category, name="Secret", hidden=True)
    red, green, inner = make(Tag, name="red"), make(Tag, name="grün"), make(Tag, name="internal", hidden=True)
    apples = make(
        Product,
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
        supplier=make(Supplier, name="Farm", secret="x"),
    )
    apples.tags.set([red, inner])
    make(Product, sku="B2", title="Hammer", price=Decimal("12"), status="live", category=tools, owner="ada")
    street = make(Product, sku="C3", title="Straße", stock=7, status="sold", owner="bob", category=secret)
    street.tags.set([green])
    make(Product, sku="D4", title="straight", stock=1, active=False, owner="bob")
