"""The host of the admin tests, on SQLAlchemy: DATABASE_URL, GATEHOUSE_HOST__TOKEN."""

from screens import NAVIGATION, PERMISSIONS, Shop
from shop import SHOP_CONTROLLERS, create
from databases import open_engine

from gatehouse_host import Host
from gatehouse_host.admin import Admin, migrate_admin

engine = open_engine()
migrate_admin(engine)
create(engine)
admin = Admin(engine, [*SHOP_CONTROLLERS, Shop], plugin="acme.shop", permissions=PERMISSIONS, navigation=NAVIGATION)
host = Host("Shop", admin=admin)
