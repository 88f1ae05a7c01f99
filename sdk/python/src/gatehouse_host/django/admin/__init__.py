"""The tables of the admin backend as migrations of Django: add ``gatehouse_host.django.admin`` to INSTALLED_APPS."""
