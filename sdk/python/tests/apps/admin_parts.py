"""The host of the admin tests, on SQLAlchemy: DATABASE_URL, GATEHOUSE_HOST__TOKEN. With HOST_NOTES, it has notes."""

import os

from screens import NAVIGATION, PERMISSIONS, Shop
from shop import SHOP_CONTROLLERS, create
from databases import open_engine

from gatehouse_host import Host
from gatehouse_host.admin import Admin, migrate_admin

controllers = [*SHOP_CONTROLLERS]
if os.environ.get("HOST_NOTES"):
    from notes import Notes

    controllers.append(Notes)
engine = open_engine()
migrate_admin(engine)
create(engine)
admin = Admin(engine, [*controllers, Shop], plugin="acme.shop", permissions=PERMISSIONS, navigation=NAVIGATION)
host = Host("Shop", admin=admin)
