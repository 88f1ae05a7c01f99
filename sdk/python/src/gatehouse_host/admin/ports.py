"""The seam between the rpc layer of the admin services and the engine that reads and writes records.

The rpc layer checks each request by the rules of its fields, runs it in one transaction, and turns what the engine returns
or raises into the answer. The engine knows the application's models and controllers.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Callable, Mapping, Protocol, Sequence, TypeVar, Union

from ..contract.admin_bulk import ImportRecordsRequest, RunOnRecordsRequest, WalkRecordsRequest
from ..contract.admin_record import (
    CreateRecordRequest,
    DeleteRecordsRequest,
    GetRecordRequest,
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
from ..contract.admin_registration import AdminController, AdminModel
from ..service.call import Call
from ..sql.database import Transaction
from .outcomes import Invalid, Refused
from .values import Column, Value, Values

T = TypeVar("T")


@dataclass(frozen=True)
class Caller:
    """The administrator who makes the request. Gatehouse has already checked the permissions."""

    id: str
    login: str
    superuser: bool
    permissions: tuple[str, ...]
    #: Language for texts that administrators see: "en", "pt-br".
    locale: str

    def may(self, permission: str) -> bool:
        """Whether the caller has a permission code: always, for a superuser."""
        if self.superuser:
            return True
        return any(
            permission.startswith(granted[:-1]) if granted.endswith(".*") else permission == granted
            for granted in self.permissions
        )


@dataclass(frozen=True)
class Context:
    """One call: who makes it, and the transaction that it runs in."""

    caller: Caller
    tx: Transaction
    call: Call
    #: In the scope of a relation field: the values of the form whose choices are listed or validated. By column;
    #: belongs-to relations by their foreign key.
    form: Mapping[str, Value] | None = None

    @property
    def handle(self) -> Any:
        """What the application's code gets: a Session of SQLAlchemy, or a connection of Django."""
        return self.tx.handle

    def with_form(self, form: Mapping[str, Value]) -> Context:
        """The same call, in the scope of a relation field."""
        return replace(self, form=form)


@dataclass(frozen=True)
class Choice:
    """One choice of an option provider, in the caller's language."""

    value: str
    label: str
    #: Its meaning, which the pages show with a color and an icon: neutral, info, success, warning or danger.
    color: str = ""

    def __post_init__(self) -> None:
        if self.color not in _COLORS:
            raise ValueError(f"the color of a choice is one of {', '.join(_COLORS[1:])}, not {self.color!r}")


_COLORS = ("", "neutral", "info", "success", "warning", "danger")


#: Takes the form's values and the context: ``("kg", "Kilogram")`` and ``("late", "Late", "warning")`` are short for a Choice.
OptionProvider = Callable[[Values, Context], Sequence[Union[Choice, tuple[str, str], tuple[str, str, str]]]]


@dataclass(frozen=True)
class OptionOwner:
    """A form whose fields may have option providers."""

    columns: Mapping[str, Column]
    providers: Mapping[str, OptionProvider]


@dataclass(frozen=True)
class ActionCall:
    """What an action gets."""

    #: None on the create form and for toolbar actions.
    record_id: str | None
    #: The form's unsaved values of the columns that the widget names.
    values: Values
    caller: Caller


@dataclass(frozen=True)
class ActionResult:
    """What an action returns; None and a text are short for it."""

    #: For the administrator, in the caller's language.
    message: str = ""
    #: Values to write back into the form, for columns that the widget names.
    fill: Mapping[str, Value] = field(default_factory=dict)

    @staticmethod
    def of(returned: ActionResult | str | None) -> ActionResult:
        """What an action returned, in full. Raises TypeError for anything else."""
        if returned is None or isinstance(returned, str):
            return ActionResult(returned or "")
        if not isinstance(returned, ActionResult):
            raise TypeError(f"an action returned a {type(returned).__name__}; return None, a text or an ActionResult")
        return returned


@dataclass(frozen=True)
class Action:
    """Code behind a toolbar button or a widget."""

    #: Takes the context and the call.
    run: Callable[[Context, ActionCall], Union[ActionResult, str, None]]
    #: Text of the button: a phrase key or the text itself.
    label: str
    #: Codes that it requires in addition to the controller's.
    permissions: tuple[str, ...] = ()


@dataclass(frozen=True)
class ControllerPort:
    """What the rpc layer needs of a controller."""

    id: str
    model: str
    #: Of its model.
    columns: Mapping[str, Column]
    actions: Mapping[str, Action]
    #: Takes the context, the partial's name, and the record's id if there is one. None: it supplies no partial data.
    partial_data: Callable[[Context, str, Union[str, None]], Any] | None


@dataclass(frozen=True)
class Target:
    """One of several records to act on."""

    id: str
    #: The beginning of the value that names it; may be empty.
    label: str


class Records(Protocol):
    """The records of the application. Every method runs inside the call's transaction.

    Raises Malformed for a name that it does not know; RecordNotFound, RecordChanged, Invalid and Refused as outcomes;
    anything else is a fault.
    """

    def models(self) -> tuple[AdminModel, ...]:
        """For Describe: the models of controllers, and the related ones. Outside of a transaction."""

    def controllers(self) -> tuple[AdminController, ...]:
        """For Describe, complete: with actions, option providers and relations. Outside of a transaction."""

    def controller(self, id: str) -> ControllerPort:
        """Raises Malformed("controller", …) for an unknown one."""

    def require_record(self, controller: str, id: str, context: Context) -> None:
        """Raises RecordNotFound unless the record is in the controller's form scope."""

    def list_records(self, request: ListRecordsRequest, context: Context) -> RecordPage:
        ...

    def get_record(self, request: GetRecordRequest, context: Context) -> Record:
        ...

    def create_record(self, request: CreateRecordRequest, context: Context) -> Record:
        ...

    def update_record(self, request: UpdateRecordRequest, context: Context) -> Record:
        ...

    def delete_records(self, request: DeleteRecordsRequest, context: Context) -> None:
        ...

    def walk_records(self, request: WalkRecordsRequest, context: Context) -> RecordPage:
        """The next records of a list, in the order of their keys."""

    def targets(self, request: RunOnRecordsRequest, context: Context) -> tuple[list[Target], bool]:
        """The records to act on, and whether others that match follow them."""

    def act_on(self, request: RunOnRecordsRequest, id: str, context: Context) -> ActionResult | None:
        """Acts on one of the targets. None if it no longer matches."""

    def import_records(self, request: ImportRecordsRequest, name_all: bool, context: Context) -> None:
        """Creates and updates all of the records, in their order, or raises RecordsRefused.

        ``name_all``: tries the others after a refusal, to name all that are refused, as far as there is time: the error
        has no record if half of the time is over before the first refusal. Otherwise it stops at the first refusal.
        """

    def list_options(
        self, request: ListOptionsRequest, settings: OptionOwner | None, context: Context
    ) -> ListOptionsResponse:
        """``settings``: the settings screen that ``request.settings`` names, if it names one."""

    def list_related(self, request: ListRelatedRequest, context: Context) -> RecordPage:
        ...

    def list_candidates(self, request: ListCandidatesRequest, context: Context) -> RecordPage:
        ...

    def link(self, request: LinkRequest, context: Context) -> int:
        """How many were not linked before."""

    def unlink(self, request: UnlinkRequest, context: Context) -> int:
        """How many were linked."""

    def refusal(
        self, error: Exception, rpc: str, controller: str, locale: str, ask: Callable[[Callable[[Transaction], T]], T]
    ) -> Invalid | Refused | None:
        """The outcome of a write that the database or a trigger rejected; None for every other error.

        Called after the transaction was rolled back. ``rpc`` is "UpdateRecord"; ``controller`` is empty for settings;
        ``ask`` runs a function in a transaction of its own, which only reads.
        """

    def model_of_row(self, value: object) -> str | None:
        """Name of the database model that a value of a view model is a row or an instance of; None if it is none."""
