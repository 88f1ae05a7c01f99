"""The records of the application's models: what the rpc layer calls inside the transaction of each call."""

from __future__ import annotations

from typing import Any, Callable, Sequence, TypeVar, Union

from ...contract.admin_bulk import ImportRecordsRequest, RunOnRecordsRequest, WalkRecordsRequest
from ...contract.admin_record import (
    CreateRecordRequest,
    DeleteRecordsRequest,
    GetRecordRequest,
    AdminScope,
    LinkRequest,
    ListCandidatesRequest,
    ListOptionsRequest,
    ListOptionsResponse,
    ListRecordsRequest,
    ListRelatedRequest,
    Record,
    RecordPage,
    UnlinkRequest,
    UpdateRecordRequest,
)
from ...contract.admin_registration import AdminController, AdminModel
from ...sql.database import Database, Transaction
from ..controller import Controller
from ..outcomes import Invalid, RecordNotFound, Refused
from ..ports import ActionResult, Context, ControllerPort, OptionOwner, Target
from ..sendable import sendable
from ..sql.native_types import learn
from . import many_records, options, relation_manager, write_records
from .build import build_registry
from .conditions import subject_of
from .describe import controller_message, model_message
from .import_records import import_records
from .list_page import list_page
from .read_records import record_with_id
from .refusals import outcome_of
from .registry import Registry
from .scopes import scoped

T = TypeVar("T")


class RecordEngine:
    """Implements ``Records`` (ports.py)."""

    def __init__(self, registry: Registry, built_in: Registry) -> None:
        self._registry = registry
        #: The controllers that Gatehouse knows without a description.
        self._built_in = built_in
        both = registry.controllers.keys() & built_in.controllers.keys()
        if both:
            raise ValueError(f"{', '.join(sorted(both))} is the id of a built-in controller")

    def models(self) -> tuple[AdminModel, ...]:
        return tuple(model_message(self._registry, model) for model in self._registry.models.values())

    def controllers(self) -> tuple[AdminController, ...]:
        return tuple(controller_message(controller) for controller in self._registry.controllers.values())

    def controller(self, id: str) -> ControllerPort:
        found = self._registry_of(id).controller(id)
        return ControllerPort(id, found.model.name, found.model.columns, found.actions, found.partial_data)

    def require_record(self, controller: str, id: str, context: Context) -> None:
        registry = self._ready(context, controller)
        relation_manager.require_record(registry, registry.controller(controller), id, context)

    def list_records(self, request: ListRecordsRequest, context: Context) -> RecordPage:
        registry = self._ready(context, request.controller)
        controller = registry.controller(request.controller)
        base = scoped(registry, controller, "list", context)
        return list_page(subject_of(registry, controller, context), base, request.query)

    def get_record(self, request: GetRecordRequest, context: Context) -> Record:
        registry = self._ready(context, request.controller)
        controller = registry.controller(request.controller)
        conditions = scoped(
            registry, controller, "list" if request.scope is AdminScope.ADMIN_SCOPE_LIST else "form", context
        )
        assert request.selection is not None, "the request was checked by its rules"
        record = record_with_id(
            subject_of(registry, controller, context), conditions, request.id, request.selection
        )
        if record is None:
            raise RecordNotFound
        return sendable(record)

    def create_record(self, request: CreateRecordRequest, context: Context) -> Record:
        return write_records.create_record(self._ready(context, request.controller), request, context)

    def update_record(self, request: UpdateRecordRequest, context: Context) -> Record:
        return write_records.update_record(self._ready(context, request.controller), request, context)

    def delete_records(self, request: DeleteRecordsRequest, context: Context) -> None:
        registry = self._ready(context, request.controller)
        write_records.delete_records(registry, registry.controller(request.controller), request.ids, context)

    def walk_records(self, request: WalkRecordsRequest, context: Context) -> RecordPage:
        return many_records.walk_records(self._ready(context, request.controller), request, context)

    def targets(self, request: RunOnRecordsRequest, context: Context) -> tuple[list[Target], bool]:
        return many_records.targets(self._ready(context, request.controller), request, context)

    def act_on(self, request: RunOnRecordsRequest, id: str, context: Context) -> Union[ActionResult, None]:
        return many_records.act_on(self._ready(context, request.controller), request, id, context)

    def import_records(self, request: ImportRecordsRequest, name_all: bool, context: Context) -> None:
        import_records(self._ready(context, request.controller), request, name_all, context)

    def list_options(
        self, request: ListOptionsRequest, settings: OptionOwner | None, context: Context
    ) -> ListOptionsResponse:
        return options.list_options(self._ready(context, request.controller or ""), request, settings, context)

    def list_related(self, request: ListRelatedRequest, context: Context) -> RecordPage:
        registry, of = self._managed(request, context)
        return relation_manager.related(registry, of, request.query, context)

    def list_candidates(self, request: ListCandidatesRequest, context: Context) -> RecordPage:
        registry, of = self._managed(request, context)
        return relation_manager.candidates(registry, of, request.query, request.ids, context)

    def link(self, request: LinkRequest, context: Context) -> int:
        registry, of = self._managed(request, context, request.ids)
        return relation_manager.link(registry, of, request.ids, context)

    def unlink(self, request: UnlinkRequest, context: Context) -> int:
        registry, of = self._managed(request, context, request.ids)
        return relation_manager.unlink(registry, of, request.ids, context)

    def refusal(
        self, error: Exception, rpc: str, controller: str, locale: str, ask: Callable[[Callable[[Transaction], T]], T]
    ) -> Union[Invalid, Refused, None]:
        registry = self._registry_of(controller)
        known = registry.controllers.get(controller)
        model = None if known is None else known.model
        return outcome_of(error, rpc, model, locale, registry.facts.is_postgresql, ask)

    def model_of_row(self, value: object) -> str | None:
        kind: Any = type(value)
        for model in self._registry.models.values():
            if isinstance(value, model.mapped):
                return model.name
        return kind.__name__ if self._registry.facts.orm.is_mapped(value) else None

    def _managed(
        self,
        request: Union[ListRelatedRequest, ListCandidatesRequest, LinkRequest, UnlinkRequest],
        context: Context,
        changing: Sequence[str] | None = None,
    ) -> tuple[Registry, relation_manager.Managed]:
        registry = self._ready(context, request.controller)
        return registry, relation_manager.managed(
            registry, request.controller, request.id, request.relation, context, changing
        )

    def _registry_of(self, controller: str) -> Registry:
        return self._built_in if controller in self._built_in.controllers else self._registry

    def _ready(self, context: Context, controller: str) -> Registry:
        registry = self._registry_of(controller)
        learn(registry.facts, registry.tables, context.tx)
        return registry


#: Controllers, or their classes.
Definitions = Sequence[Union[Controller, type[Controller]]]


def record_engine(database: Database, controllers: Definitions, built_in: Definitions = ()) -> RecordEngine:
    """The engine for these controllers, on a database of the application."""
    is_postgresql = database.is_postgresql
    return RecordEngine(build_registry(is_postgresql, controllers), build_registry(is_postgresql, built_in))
