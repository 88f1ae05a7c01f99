"""The settings screen, permissions and navigation of the shop, for both ORMs."""

from datetime import date, datetime, time, timezone
from decimal import Decimal

from gatehouse_host.admin import Column, Invalid, NavigationItem, Permission, Refused, Settings, options


class Shop(Settings, code="acme-shop", label="Shop", permissions=["acme.shop.settings"]):
    """Every type of a column."""

    name: str = "Our shop"
    closed: bool = False
    seats: int = 4
    visits: int = Column("bigint", default=2**60)
    factor: float = 0.5
    tax_rate: Decimal = Column("decimal", precision=5, scale=2, default=Decimal("20"))
    founded: "date | None" = date(1999, 12, 31)
    opens_at: "time | None" = time(8, 30)
    since: "datetime | None" = datetime(2026, 1, 1, tzinfo=timezone.utc)
    extra: str = Column("json", nullable=True)
    logo: "bytes | None" = b"\x00\xff"
    unit: "str | None" = None

    @options
    def units(self, tx, caller, form):
        return [("kg", "Kilogram"), ("pc", "Piece")] if form.get("seats") else [("kg", "Kilogram")]

    def before_save(self, tx, caller, values):
        if values.get("seats") == 13:
            raise Invalid(seats="This row does not exist.")
        if values.get("name") == "Refused":
            raise Refused("The shop keeps its name.")
        if values.get("name") == "Seats":
            values["seats"] = 21
        if values.get("name") == "Nothing":
            values["nothing"] = 1
        if values.get("name") == "Words":
            values["seats"] = "many"

    def after_save(self, tx, caller, values):
        if values.get("name") == "Late":
            raise Refused(f"Too late for {values.get('seats')} seats.")


PERMISSIONS = [
    Permission("acme.shop.products", "Products"),
    Permission("acme.shop.publish", "Publish"),
    Permission("acme.shop.settings", "Settings"),
]
NAVIGATION = [NavigationItem("products", "Products", controller="acme.shop.products")]
