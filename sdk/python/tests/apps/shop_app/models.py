"""The models of the shop, for ``INSTALLED_APPS``."""

import django
from django.db import models

#: The name of the argument before Django 5.1, and after it.
CHECK = "check" if django.VERSION < (5, 1) else "condition"


class Category(models.Model):
    name = models.CharField(max_length=100)
    hidden = models.BooleanField(default=False)

    class Meta:
        db_table = "categories"


class Tag(models.Model):
    name = models.CharField(max_length=50, unique=True)
    hidden = models.BooleanField(default=False)

    class Meta:
        db_table = "tags"


class Supplier(models.Model):
    name = models.CharField(max_length=50)
    secret = models.CharField(max_length=50)

    class Meta:
        db_table = "suppliers"


class Product(models.Model):
    sku = models.CharField(max_length=20, unique=True)
    title = models.CharField(max_length=200)
    body = models.TextField(null=True)
    status = models.CharField(max_length=20, default="draft")
    price = models.DecimalField(max_digits=10, decimal_places=2, null=True)
    stock = models.IntegerField(default=0)
    views = models.BigIntegerField(default=0)
    rating = models.FloatField(null=True)
    active = models.BooleanField(default=True)
    released_on = models.DateField(null=True)
    opens_at = models.TimeField(null=True)
    published_at = models.DateTimeField(null=True)
    attributes = models.JSONField(null=True)
    photo = models.BinaryField(null=True, editable=True)
    owner = models.CharField(max_length=50, default="nobody")
    version = models.IntegerField(default=1)
    category = models.ForeignKey(Category, models.SET_NULL, null=True, related_name="products")
    supplier = models.ForeignKey(Supplier, models.SET_NULL, null=True)
    tags = models.ManyToManyField(Tag, db_table="product_tags")

    class Meta:
        db_table = "products"
        constraints = [models.CheckConstraint(name="stock_is_not_negative", **{CHECK: models.Q(stock__gte=0)})]


class Account(models.Model):
    """With a decimal as a text; test_admin_decimals.py makes the table."""

    amount = models.TextField(null=True)
    note = models.TextField(null=True)

    class Meta:
        db_table = "accounts"
        managed = False


class Ticket(models.Model):
    token = models.UUIDField()

    class Meta:
        db_table = "tickets"
