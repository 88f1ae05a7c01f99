"""The admin backend of an application, in Python: controllers over its models, settings, actions, administrators."""

from __future__ import annotations

from .admin import Admin
from .controller import Controller
from .declare import action, options, partial, scope
from .directory.migrations import migrate_admin
from .directory.ports import Accounts, Directory, Imports, Passkeys, SecondFactors, Sessions, Views
from .directory.sql_directory import SqlDirectory
from .orm.model import ScopeCall
from .outcomes import Invalid, Refused
from .plugin import NavigationItem, Permission
from .ports import ActionCall, ActionResult, Caller, Choice
from .settings import Settings
from .values import Column, Computed, Value, Values

__all__ = [
    "Accounts",
    "ActionCall",
    "ActionResult",
    "Admin",
    "Caller",
    "Choice",
    "Column",
    "Computed",
    "Controller",
    "Directory",
    "Imports",
    "Invalid",
    "NavigationItem",
    "Passkeys",
    "Permission",
    "Refused",
    "ScopeCall",
    "SecondFactors",
    "Sessions",
    "Settings",
    "SqlDirectory",
    "Value",
    "Values",
    "Views",
    "action",
    "migrate_admin",
    "options",
    "partial",
    "scope",
]
