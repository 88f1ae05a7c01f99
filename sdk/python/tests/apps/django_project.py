"""Django, configured from DATABASE_URL."""

import os
from urllib.parse import urlsplit

import django
from django.conf import settings

url = urlsplit(os.environ["DATABASE_URL"])
if url.scheme == "sqlite":
    database = {"ENGINE": "django.db.backends.sqlite3", "NAME": url.path[1:], "OPTIONS": {"timeout": 20}}
else:
    database = {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": url.path[1:],
        "HOST": url.hostname,
        "PORT": url.port,
        "USER": url.username,
    }
database["ATOMIC_REQUESTS"] = True
settings.configure(
    SECRET_KEY="of-the-test",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF="django_host",
    DATABASES={"default": database},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "gatehouse_host.django"],
    MIDDLEWARE=["django.middleware.csrf.CsrfViewMiddleware"],
)
django.setup()
