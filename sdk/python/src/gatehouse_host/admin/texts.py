"""The messages of this package about a write, in its languages; English for all other locales."""

from __future__ import annotations

from ..contract.admin_record import InvalidField, InvalidFields, Refusal
from .outcomes import Invalid

MAX_ADMIN_TEXT = 500

#: English and German.
_TEXTS = {
    "taken": ("This value is already taken.", "Dieser Wert ist bereits vergeben."),
    "required": ("This is required.", "Das ist erforderlich."),
    "needed": ("Other records still refer to this one.", "Andere Datensätze verweisen noch auf diesen."),
    "missing": ("The selected record does not exist.", "Der ausgewählte Datensatz existiert nicht."),
    "notAllowed": ("The database does not allow this.", "Die Datenbank lässt das nicht zu."),
    "unfit": ("The database cannot store this.", "Die Datenbank kann das nicht speichern."),
    "tooLong": (
        "This is too long: a record can have at most 2.8 MB.",
        "Das ist zu lang: Ein Datensatz darf höchstens 2,8 MB groß sein.",
    ),
    "digits": ("This must have at most 15 digits.", "Das darf höchstens 15 Stellen haben."),
    "notOffered": ("Select one of the available choices.", "Das ist keine der Möglichkeiten."),
    "linked": ("This cannot be unlinked.", "Diese Verknüpfung lässt sich nicht lösen."),
}


def say(text: str, locale: str) -> str:
    """A message of this package in the language of a locale."""
    english, german = _TEXTS[text]
    return german if locale.split("-")[0] == "de" else english


def shortened(message: str) -> str:
    """The contract limits the length of messages, and does not allow an empty one."""
    return message[:MAX_ADMIN_TEXT] or "—"


def invalid_fields(invalid: Invalid) -> InvalidFields:
    return InvalidFields(
        fields=tuple(
            InvalidField(field=name, messages=tuple(shortened(message) for message in messages) or (shortened(""),))
            for name, messages in invalid.fields.items()
        )
    )


def refusal_of(message: str) -> Refusal:
    return Refusal(message=shortened(message))
