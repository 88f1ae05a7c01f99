"""A URL as an entry of Django's DATABASES."""

from urllib.parse import urlsplit


def django_database(database_url):
    url = urlsplit(database_url)
    if url.scheme == "sqlite":
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": url.path[1:], "OPTIONS": {"timeout": 20}}
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": url.path[1:],
        "HOST": url.hostname,
        "PORT": url.port,
        "USER": url.username,
        # As usual in production. On SQLite the tests run with Django's default, a connection for each request.
        "CONN_MAX_AGE": 60,
    }
