"""The controllers that an application writes."""

from __future__ import annotations

from typing import Any, ClassVar, Mapping, Sequence, Union

from .ports import Caller
from .values import Computed, Value, Values


class Controller:
    """An admin screen over a mapped class of SQLAlchemy or Django: its list, its form, and the application's rules.

    ``class Posts(Controller, id="acme.blog.posts", permissions=["acme.blog.access_posts"])``, with the attributes
    below. Columns go by their names in the database. Gatehouse has checked the permissions before it calls a method.
    Hooks run inside the transaction of the write; whatever they raise rolls back everything. They may raise Refused and
    Invalid. ``tx`` is a Session of SQLAlchemy or a connection of Django, ``caller`` the administrator.
    """

    #: "vendor.plugin.controller".
    id: ClassVar[str] = ""
    #: Codes that every route of it requires, all of them.
    permissions: ClassVar[Sequence[str]] = ()
    #: The mapped class that it manages.
    model: ClassVar[type]
    #: The ``modelClass`` of the YAML. Default: "Vendor\\Plugin\\Models\\ClassName".
    model_name: ClassVar[str] = ""
    #: If a class has several controllers, exactly one must set True: its scopes, relations and hooks apply to the class
    #: outside of a controller's own pages, and so do its ``version``, ``protected``, ``hidden``, ``decimals`` and
    #: ``computed``.
    default_for_model: ClassVar[bool] = False
    #: An integer column that every write raises, so that two administrators cannot overwrite each other's changes.
    version: ClassVar[str] = ""
    #: Columns that no form writes: counters, owners. Primary keys and the version never are.
    protected: ClassVar[Sequence[str]] = ()
    #: Columns that the admin backend does not know at all: password hashes.
    hidden: ClassVar[Sequence[str]] = ()
    #: Columns of texts that hold decimals, as "1234.50". They keep every digit, while NUMERIC of SQLite keeps 15.
    decimals: ClassVar[Sequence[str]] = ()
    #: Columns that the table does not have: expressions of the database over columns of the record, as ``Computed``.
    computed: ClassVar[Mapping[str, Computed]] = {}
    #: Relations of the mapped class, each with the column of the related class that labels a record. A list names more
    #: columns after it, which the admin backend may show of a related class that no controller manages.
    relations: ClassVar[Mapping[str, Union[str, Sequence[str]]]] = {}
    #: Initial values of the create form.
    new_record: ClassVar[Mapping[str, Value]] = {}
    #: Folder of its YAML files, if it is not the usual one: "~/plugins/acme/blog/controllers/posts".
    config_dir: ClassVar[str] = ""
    #: Files under the plugin's assets/ that its pages load: "js/meter.js", "css/blog.css".
    scripts: ClassVar[Sequence[str]] = ()
    styles: ClassVar[Sequence[str]] = ()

    def __init_subclass__(cls, *, id: str = "", permissions: Sequence[str] | None = None, **more: Any) -> None:
        super().__init_subclass__(**more)
        if id:
            cls.id = id
        if permissions is not None:
            cls.permissions = permissions

    def list_scope(self, query: Any, caller: Caller) -> Any:
        """Limits lists, and the records that choices, labels and relations of other controllers show.

        ``query`` selects all records: ``query.where(Post.archived.is_(False))`` in SQLAlchemy, ``query.filter(…)`` in
        Django. Return it as it is for no limit.
        """
        return query

    def form_scope(self, query: Any, caller: Caller) -> Any:
        """Limits forms. Both scopes limit deletions. Default: as lists."""
        return self.list_scope(query, caller)

    def before_create(self, tx: Any, caller: Caller, values: Values) -> None:
        """``values``: by column, a belongs-to relation by its foreign key. A hook may change them, and add others."""

    def after_create(self, tx: Any, caller: Caller, id: str, values: Values) -> None:
        """The record exists, with its links."""

    def before_update(self, tx: Any, caller: Caller, id: str, values: Values) -> None:
        """``values``: only those that the write names."""

    def after_update(self, tx: Any, caller: Caller, id: str, values: Values) -> None:
        """The record is changed, with its links."""

    def before_delete(self, tx: Any, caller: Caller, id: str) -> None:
        """Runs before the record's own links in pivot tables are removed."""

    def after_delete(self, tx: Any, caller: Caller, id: str) -> None:
        """The database has decided about rows of other tables that refer to the record."""

    def before_link(self, tx: Any, caller: Caller, id: str, relation: str, ids: Sequence[str]) -> None:
        """A relation manager of this record links others to it: those that are not linked yet.

        For a has-many relation, the update hooks of the related class's controller run as well, for each of them.
        """

    def after_link(self, tx: Any, caller: Caller, id: str, relation: str, ids: Sequence[str]) -> None:
        """They are linked."""

    def before_unlink(self, tx: Any, caller: Caller, id: str, relation: str, ids: Sequence[str]) -> None:
        """As ``before_link``; on a has-many relation the foreign key becomes null."""

    def after_unlink(self, tx: Any, caller: Caller, id: str, relation: str, ids: Sequence[str]) -> None:
        """They are no longer linked."""
