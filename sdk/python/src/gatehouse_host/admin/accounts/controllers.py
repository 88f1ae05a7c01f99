"""The built-in controllers: administrators and roles. Their hooks hold the rules of AdminAccountService."""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Mapping

from ...contract.admin_directory import Administrator
from ...contract.message import Malformed
from ...sql.database import Transaction, first
from ...sql.source import transaction_of
from ..controller import Controller
from ..directory import rows
from ..directory.rows import AdministratorRow, key_of, stored_texts
from ..outcomes import Invalid, Refused
from ..ports import Caller
from ..values import Value, Values
from .granting import MANAGES_ADMINISTRATORS, actor_now, holds, is_another_superuser, may_manage, take_turn
from .own_tables import AdministratorTable, RoleTable
from .permission_codes import permission_codes
from .texts import say_account

_CODE = re.compile(r"[a-z][a-z0-9_-]{0,99}")
_MAX_LOGIN = 255


def _manager_now(tx: Transaction, caller: Caller) -> Administrator:
    take_turn(tx)
    actor = actor_now(tx, caller.id)
    if actor is None:
        raise Refused(say_account("notAllowed", caller.locale))
    return actor


def _require_writable(values: Values) -> None:
    if "id" in values:
        raise Malformed("values.column", "is a column that the host writes itself")


class Roles(Controller, id="gatehouse.backend.roles", permissions=[MANAGES_ADMINISTRATORS]):
    model, model_name = RoleTable, "Gatehouse\\Backend\\Role"
    version, hidden = "version", ["version"]
    new_record = {"permissions": "[]", "requires_second_factor": 0}

    def before_create(self, tx: Any, caller: Caller, values: Values) -> None:
        _require_writable(values)
        within = transaction_of(tx)
        actor = _manager_now(within, caller)
        _require_code(within, values, "", caller.locale)
        _require_held(actor, values.get("permissions"), caller.locale)

    def before_update(self, tx: Any, caller: Caller, id: str, values: Values) -> None:
        _require_writable(values)
        within = transaction_of(tx)
        actor = _manager_now(within, caller)
        _require_managed_role(within, actor, id, caller.locale)
        _require_code(within, values, id, caller.locale)
        if "permissions" in values:
            _require_held(actor, values["permissions"], caller.locale)
        _require_managed_members(within, actor, int(id), values, caller.locale)

    def before_delete(self, tx: Any, caller: Caller, id: str) -> None:
        within = transaction_of(tx)
        _require_managed_role(within, _manager_now(within, caller), id, caller.locale)
        if first(within, "select 1 from backend_users where role_id = :id limit 1", {"id": int(id)}) is not None:
            raise Refused(say_account("roleInUse", caller.locale))


def _codes_of_role(tx: Transaction, id: int) -> list[str]:
    row = first(tx, "select permissions from backend_user_roles where id = :id", {"id": id})
    return [] if row is None else stored_texts(row[0], f"backend_user_roles.permissions of {id}")


def _require_managed_role(tx: Transaction, actor: Administrator, id: str, locale: str) -> None:
    if not all(holds(actor, code) for code in _codes_of_role(tx, int(id))):
        raise Refused(say_account("roleHoldsMore", locale))


def _require_managed_members(tx: Transaction, actor: Administrator, id: int, values: Values, locale: str) -> None:
    """A role grants and demands the same for everyone who has it, also for those whom the caller must not change.

    A request may repeat what is stored.
    """
    if actor.superuser or not _changes_members(tx, id, values, locale):
        return
    if not all(may_manage(actor, rows.administrator_of(row)) for row in rows.with_role(tx, id)):
        raise Refused(say_account("roleOfMore", locale))


def _changes_members(tx: Transaction, id: int, values: Values, locale: str) -> bool:
    row = first(tx, "select requires_second_factor from backend_user_roles where id = :id", {"id": id})
    demands = None if row is None else row[0]
    if values.get("requires_second_factor", demands) != demands:
        return True
    if "permissions" not in values:
        return False
    return set(permission_codes(values["permissions"], locale)) != set(_codes_of_role(tx, id))


def _require_held(actor: Administrator, permissions: Value, locale: str) -> None:
    if not all(holds(actor, code) for code in permission_codes(permissions, locale)):
        raise Invalid(permissions=say_account("grantsMore", locale))


def _require_code(tx: Transaction, values: Values, id: str, locale: str) -> None:
    """Codes are written in one case only, so that no two look alike."""
    code = values.get("code")
    if code is None:
        return
    if not _CODE.fullmatch(str(code)):
        raise Invalid(code=say_account("badCode", locale))
    others = tx.all("select id, code from backend_user_roles", {})
    if any(str(other) != id and key_of(taken) == code for other, taken in others):
        raise Invalid(code=say_account("taken", locale))


class Administrators(Controller, id="gatehouse.backend.administrators", permissions=[MANAGES_ADMINISTRATORS]):
    model, model_name = AdministratorTable, "Gatehouse\\Backend\\Administrator"
    version, hidden = "version", ["version"]
    relations = {"role": "name"}
    new_record = {"name": "", "is_superuser": 0, "is_activated": 1, "permissions": "[]"}

    def before_create(self, tx: Any, caller: Caller, values: Values) -> None:
        _require_writable(values)
        within = transaction_of(tx)
        actor = _manager_now(within, caller)
        _require_identifiers(within, values, "", caller.locale)
        _require_grantable(within, actor, None, values, caller.locale)

    def before_update(self, tx: Any, caller: Caller, id: str, values: Values) -> None:
        _require_writable(values)
        within = transaction_of(tx)
        actor = _manager_now(within, caller)
        row = rows.by_id(within, int(id))
        assert row is not None, "the record is locked"
        if not may_manage(actor, rows.administrator_of(row)):
            raise Refused(say_account("holdsMore", caller.locale))
        _require_identifiers(within, values, id, caller.locale)
        _require_grantable(within, actor, row, values, caller.locale)
        _require_a_superuser(within, row, values, caller.locale)

    def before_delete(self, tx: Any, caller: Caller, id: str) -> None:
        raise Refused(say_account("neverDeleted", caller.locale))


def _require_identifiers(tx: Transaction, values: Values, id: str, locale: str) -> None:
    """The unique indexes catch what two transactions write at once; one at a time, the message is on its field."""
    problems: dict[str, str] = {}
    login = values.get("login")
    if login is not None and not _is_login(str(login)):
        problems["login"] = say_account("badLogin", locale)
    for name in ("login", "email"):
        value = values.get(name)
        if value is None or name in problems:
            continue
        # A login that is the address of another administrator would keep that one from signing in with it.
        holders = tx.all(
            "select id from backend_users where login_key = :key or email_key = :key", {"key": key_of(str(value))}
        )
        if any(str(holder[0]) != id for holder in holders):
            problems[name] = say_account("taken", locale)
    _raise(problems)


def _is_login(text: str) -> bool:
    """Invisible characters would make two logins look alike, and those that turn the direction of writing around also the
    text beside them."""
    return 0 < len(text) <= _MAX_LOGIN and text.strip() == text and not any(map(_is_invisible, text))


#: Letters and marks by their category: Unicode's Default_Ignorable_Code_Point, which ``unicodedata`` lacks (fillers of
#: Hangul, variation selectors), and the empty Braille pattern.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164"
    "\ufe00-\ufe0f\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]"
)


def _is_invisible(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") or bool(_INVISIBLE.match(character))


def _require_grantable(
    tx: Transaction, actor: Administrator, before: AdministratorRow | None, values: Values, locale: str
) -> None:
    """The caller must hold everything that the administrator holds after the write."""
    problems: dict[str, str] = {}
    was_superuser = before is not None and before.is_superuser == 1
    if (values.get("is_superuser", int(was_superuser)) == 1) != was_superuser and not actor.superuser:
        problems["is_superuser"] = say_account("onlySuperusers", locale)
    if "permissions" in values:
        own = permission_codes(values["permissions"], locale)
    else:
        own = [] if before is None else stored_texts(before.permissions, f"backend_users.permissions of {before.id}")
    if not all(holds(actor, code) for code in own):
        problems["permissions"] = say_account("grantsMore", locale)
    role = values.get("role_id", None if before is None else before.role_id)
    if isinstance(role, int) and not all(holds(actor, code) for code in _codes_of_role(tx, role)):
        problems["role"] = say_account("grantsMore", locale)
    _raise(problems)


def _require_a_superuser(tx: Transaction, row: AdministratorRow, values: Values, locale: str) -> None:
    if row.is_superuser != 1 or not row.is_active:
        return
    ending = [name for name in ("is_superuser", "is_activated") if values.get(name, 1) == 0]
    if ending and not is_another_superuser(tx, row.id):
        _raise(dict.fromkeys(ending, say_account("lastSuperuser", locale)))


def _raise(problems: Mapping[str, str]) -> None:
    if problems:
        raise Invalid(problems)
