"""Django, configured from DATABASE_URL."""

import os

import django
from django.conf import settings
from django_databases import django_database

database = django_database(os.environ["DATABASE_URL"])
database["ATOMIC_REQUESTS"] = True
settings.configure(
    SECRET_KEY="of-the-test",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=os.environ.get("URLCONF", "django_host"),
    DATABASES={"default": database},
    USE_TZ=True,
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    INSTALLED_APPS=[
        "django.contrib.contenttypes",
        "django.contrib.auth",
        "gatehouse_host.django",
        "gatehouse_host.django.admin",
        "shop_app",
    ],
    MIDDLEWARE=["django.middleware.csrf.CsrfViewMiddleware"],
)
django.setup()
