"""The admin backend of an application: the option ``admin`` of Host."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Sequence, Union

from ..contract.admin_registration import AdminRegistration
from ..outage_log import OutageLog
from ..service.rpcs import Rpc
from ..sql.source import database_of
from .controller import Controller
from .directory.ports import Accounts, Directory, Imports, Passkeys, SecondFactors, Sessions, Views
from .directory.sql_directory import SqlDirectory
from .plugin import NavigationItem, Permission, plugin_message
from .records.engine import record_engine
from .rpc.account_services import account_rpcs, passkey_rpcs, second_factor_rpcs, session_rpcs, view_rpcs
from .rpc.bulk_service import BulkService
from .rpc.directory_service import directory_rpcs
from .rpc.import_records import import_rpc
from .rpc.record_service import RecordService
from .rpc.search_service import search_rpcs
from .settings import Settings

#: A class of controllers or settings screens.
Part = Union[type[Controller], type[Settings]]


class Admin:
    """Makes an application's models an admin backend: ``Host("Shop", admin=Admin(engine, [Products, Shop], …))``.

    ``database`` is an Engine of SQLAlchemy; ``migrate_admin`` creates the tables that hold administrators and settings.
    ``parts`` are the controllers and settings screens of one plugin. Raises an exception that says what is wrong with one
    of them; Gatehouse compares all of them with the plugin's YAML files.
    """

    def __init__(
        self,
        database: Any,
        parts: Sequence[Part],
        *,
        plugin: str,
        permissions: Sequence[Permission] = (),
        navigation: Sequence[NavigationItem] = (),
        directory: Directory | None = None,
        default_locale: str = "",
    ) -> None:
        """
        ``plugin`` is its id: "acme.shop". ``directory`` holds administrators in tables of your own. ``default_locale`` is
        for administrators who request no locale that the plugin provides; "en" if empty.
        """
        for part in parts:
            if not (isinstance(part, type) and issubclass(part, (Controller, Settings))):
                kinds = "neither a class of controllers nor one of settings screens"
                raise TypeError(f"parts has {part!r}, which is {kinds}")
        screens = [part() for part in parts if issubclass(part, Settings)]
        controllers = [part for part in parts if issubclass(part, Controller)]
        connected = database_of(database)
        self._outage = OutageLog(
            "the database of the admin backend is still unavailable", "the database of the admin backend is available again"
        )
        self._directory: Directory = SqlDirectory(database) if directory is None else directory
        #: What the directory offers beside itself; nothing without accounts.
        self.accounts: Accounts | None = getattr(self._directory, "accounts", None)
        beside = None if self.accounts is None else self._directory
        self.sessions: Sessions | None = getattr(beside, "sessions", None)
        self.second_factors: SecondFactors | None = getattr(beside, "second_factors", None)
        with_factors = None if self.second_factors is None else beside
        self.passkeys: Passkeys | None = getattr(with_factors, "passkeys", None)
        self.views: Views | None = getattr(beside, "views", None)
        self.imports: Imports | None = getattr(self._directory, "imports", None)
        built_in = () if self.accounts is None else self.accounts.controllers
        self._records = record_engine(connected, controllers, built_in)
        by_code = {screen.screen.code: screen for screen in screens}
        if len(by_code) < len(screens):
            raise ValueError("two settings screens have the same code")
        self._service = RecordService(self._records, by_code, connected, self._directory)
        self._bulk = BulkService(self._records, connected, self._directory)
        self._imports = (
            [] if self.imports is None else [import_rpc(self._records, connected, self._directory, self.imports)]
        )
        self._search = search_rpcs(self._records, connected, self._directory)
        self._registration = AdminRegistration(
            default_locale=default_locale,
            models=self._records.models(),
            controllers=self._records.controllers(),
            plugins=(plugin_message(plugin, permissions, navigation, screens),),
        )

    @property
    def registration(self) -> AdminRegistration:
        """What Gatehouse learns about it."""
        return self._registration

    def rpcs(self) -> list[Rpc]:
        """Those of the admin services."""
        rpcs = [*directory_rpcs(self._directory), *self._service.rpcs(), *self._bulk.rpcs()]
        rpcs += [*self._imports, *self._search]
        if self.accounts is not None:
            rpcs += account_rpcs(self.accounts)
        if self.sessions is not None:
            rpcs += session_rpcs(self.sessions)
        if self.second_factors is not None:
            rpcs += second_factor_rpcs(self.second_factors)
        if self.passkeys is not None:
            rpcs += passkey_rpcs(self.passkeys)
        if self.views is not None:
            rpcs += view_rpcs(self.views)
        return [replace(rpc, outage=self._outage) for rpc in rpcs]
