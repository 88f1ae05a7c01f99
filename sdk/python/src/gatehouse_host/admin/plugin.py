"""What a plugin declares beside its controllers: permissions, navigation and settings screens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence

from ..contract.admin_registration import (
    AdminNavigationItem,
    AdminPermission,
    AdminPlugin,
    AdminSettingsScreen,
)
from ..coroutines import require_functions
from .records.describe import column_message
from .settings import Settings, owner_of


@dataclass(frozen=True)
class Permission:
    """A permission code of the plugin, which the role editor shows."""

    #: "acme.shop.products"
    code: str
    label: str
    #: Heading above it.
    tab: str = ""


@dataclass(frozen=True)
class NavigationItem:
    """An entry of the main navigation. Labels are phrase keys or the text itself."""

    #: Letters, digits, "_" and "-"; unique among its siblings.
    code: str
    label: str
    #: Id of a controller, whose list it opens.
    controller: str | None = None
    #: Or the code of a settings screen.
    settings: str | None = None
    icon: str = ""
    #: Ascending.
    order: int = 0
    #: In addition to those of its target.
    permissions: Sequence[str] = ()
    #: Entries below it, which have no children.
    children: Sequence[NavigationItem] = ()


def plugin_message(
    id: str, permissions: Sequence[Permission], navigation: Sequence[NavigationItem], screens: Sequence[Settings]
) -> AdminPlugin:
    return AdminPlugin(
        id=id,
        permissions=tuple(AdminPermission(each.code, each.label, each.tab) for each in permissions),
        navigation=tuple(_item(each) for each in navigation),
        settings=tuple(_screen(id, each) for each in screens),
    )


def _item(item: NavigationItem) -> AdminNavigationItem:
    return AdminNavigationItem(
        code=item.code,
        label=item.label,
        icon=item.icon,
        order=item.order,
        permissions=tuple(item.permissions),
        controller=item.controller,
        settings=item.settings,
        children=tuple(_item(child) for child in item.children),
    )


def _screen(plugin: str, settings: Settings) -> AdminSettingsScreen:
    require_functions(settings, Settings)
    screen = settings.screen
    folder = plugin.replace(".", "/")
    return AdminSettingsScreen(
        code=screen.code,
        label=screen.label,
        description=screen.description,
        category=screen.category,
        icon=screen.icon,
        order=screen.order,
        keywords=screen.keywords,
        permissions=screen.permissions,
        fields=screen.fields or f"~/plugins/{folder}/models/{type(settings).__name__.lower()}/fields.yaml",
        columns=tuple(column_message(name, column) for name, column in settings.columns.items()),
        versioned=True,
        option_providers=tuple(owner_of(settings).providers),
    )
