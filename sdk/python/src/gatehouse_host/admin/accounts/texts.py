"""The messages of the built-in controllers, in the languages of this package; English for all other locales."""

from __future__ import annotations

#: English and German, the same as those of the TypeScript SDK.
_TEXTS = {
    "notAllowed": (
        "You may not manage administrators and roles.",
        "Sie dürfen Administratoren und Rollen nicht verwalten.",
    ),
    "holdsMore": (
        "This administrator has permissions that you do not have.",
        "Dieser Administrator hat Rechte, die Sie nicht haben.",
    ),
    "roleHoldsMore": (
        "This role has permissions that you do not have.",
        "Diese Rolle hat Rechte, die Sie nicht haben.",
    ),
    "roleOfMore": (
        "An administrator with this role has permissions that you do not have.",
        "Ein Administrator mit dieser Rolle hat Rechte, die Sie nicht haben.",
    ),
    "grantsMore": (
        "You can grant only permissions that you have yourself.",
        "Sie können nur Rechte vergeben, die Sie selbst haben.",
    ),
    "onlySuperusers": ("Only superusers may change this.", "Das dürfen nur Superuser ändern."),
    "lastSuperuser": ("This is the last active superuser.", "Das ist der letzte aktive Superuser."),
    "neverDeleted": (
        "Administrators are deactivated, not deleted.",
        "Administratoren werden deaktiviert, nicht gelöscht.",
    ),
    "roleInUse": (
        "At least one administrator still has this role.",
        "Mindestens ein Administrator hat noch diese Rolle.",
    ),
    "taken": ("This value is already taken.", "Dieser Wert ist bereits vergeben."),
    "badLogin": (
        "A login has 1 to 255 characters, none of them invisible, and no space at either end.",
        "Ein Anmeldename besteht aus 1 bis 255 sichtbaren Zeichen, ohne Leerzeichen am Anfang und am Ende.",
    ),
    "badCode": (
        'A code consists of lower-case letters, digits, "_" and "-", and begins with a letter.',
        "Ein Code besteht aus Kleinbuchstaben, Ziffern, „_“ und „-“ und beginnt mit einem Buchstaben.",
    ),
    "badPermissions": ("This is not a list of permissions.", "Das ist keine Liste von Rechten."),
}


def say_account(text: str, locale: str) -> str:
    """A message in the language of a locale."""
    english, german = _TEXTS[text]
    return german if locale.split("-")[0] == "de" else english
