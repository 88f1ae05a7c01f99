"""The application's controllers and models, by the names that requests use."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Mapping

from ...contract.message import Malformed
from ..controller import Controller
from ..orm.model import BelongsToMany, Facts, Model, Relation, ScopeCall
from ..ports import Action, Context, OptionProvider


@dataclass(frozen=True, eq=False)
class Registered:
    """A controller with its model and relations."""

    definition: Controller
    model: Model
    relations: Mapping[str, Relation]
    actions: Mapping[str, Action]
    option_providers: Mapping[str, OptionProvider]
    scopes: Mapping[str, Callable[[Any, ScopeCall], Any]]
    #: None: it supplies no data of partials.
    partial_data: Callable[[Context, str, str | None], Any] | None


@dataclass(frozen=True)
class PivotColumns:
    """Columns of pivot tables that hold keys of a model's records, with their tables."""

    #: Of relations that lead from the model.
    own: list[tuple[str, str]] = field(default_factory=list)
    #: Of relations that lead to it.
    related: list[tuple[str, str]] = field(default_factory=list)


class Registry:
    def __init__(self, facts: Facts, controllers: Mapping[str, Registered], models: Mapping[str, Model]) -> None:
        self.facts = facts
        self.controllers = controllers
        self.models = models
        self.tables = frozenset(model.table for model in models.values())
        self._managers = _managers(controllers)
        self._pivots = _pivots(controllers)

    def controller(self, id: str) -> Registered:
        found = self.controllers.get(id)
        if found is None:
            raise Malformed("controller", "is not a controller of this host")
        return found

    def model(self, name: str) -> Model:
        found = self.models.get(name)
        if found is None:
            raise Malformed("model", "is not a model of this host")
        return found

    def manager_of(self, model: Model) -> Registered | None:
        """The controller whose scopes, relations and hooks apply to the model outside of its own pages.

        It is the only controller of the model, or its default one.
        """
        return self._managers.get(model.name)

    def scopes_of(self, model: Model) -> Mapping[str, Callable[[Any, ScopeCall], Any]]:
        """The named scopes of a model: those of its controllers, above all of its default one."""
        found: dict[str, Callable[[Any, ScopeCall], Any]] = {}
        for controller in self.controllers.values():
            if controller.model is model:
                found = {**controller.scopes, **found}
        manager = self.manager_of(model)
        return found if manager is None else {**found, **manager.scopes}

    def pivots_of(self, model: Model) -> PivotColumns:
        """Also those of other classes of the same table."""
        return self._pivots.get(_key_column(model), PivotColumns())


def _managers(controllers: Mapping[str, Registered]) -> dict[str, Registered]:
    """Raises ValueError unless exactly one of a model's several controllers is the default: no order must decide."""
    managers: dict[str, Registered] = {}
    for controller in controllers.values():
        name = controller.model.name
        same = [each for each in controllers.values() if each.model.name == name]
        defaults = [each for each in same if each.definition.default_for_model]
        if len(defaults) > 1 or (len(same) > 1 and not defaults):
            ids = ", ".join(each.definition.id for each in same)
            raise ValueError(
                f"{len(same)} controllers manage the model {name} ({ids}), and {len(defaults)} of them set "
                "default_for_model = True; set it on exactly one, whose scopes and hooks then apply wherever else the "
                "model is used"
            )
        managers[name] = defaults[0] if defaults else controller
    return managers


def _pivots(controllers: Mapping[str, Registered]) -> dict[tuple[str, str], PivotColumns]:
    """By the column of the keys: a record of one class of a table is a record of every other class of it."""
    pivots: dict[tuple[str, str], PivotColumns] = {}
    for controller in controllers.values():
        for relation in controller.relations.values():
            if not isinstance(relation, BelongsToMany):
                continue
            sides = (
                (pivots.setdefault(_key_column(controller.model), PivotColumns()).own, relation.foreign_key),
                (pivots.setdefault(_key_column(relation.model), PivotColumns()).related, relation.related_key),
            )
            for known, column in sides:
                if (relation.pivot_table, column) not in known:
                    known.append((relation.pivot_table, column))
    return pivots


def _key_column(model: Model) -> tuple[str, str]:
    return model.table, model.primary_key
