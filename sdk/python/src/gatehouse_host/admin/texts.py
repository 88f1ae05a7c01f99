"""The messages of this package about a write, in the languages of the admin backend; English for all other locales."""

from __future__ import annotations

from typing import Mapping

from ..contract.admin_record import InvalidField, InvalidFields, Refusal
from .outcomes import Invalid

MAX_ADMIN_TEXT = 500

#: By language, the same as those of the other SDKs.
_TEXTS = {
    "en": {
        "taken": "This value is already taken.",
        "required": "This is required.",
        "needed": "Other records still refer to this one.",
        "missing": "The selected record does not exist.",
        "notAllowed": "The database does not allow this.",
        "unfit": "The database cannot store this.",
        "tooLong": "This is too long: a record can have at most 2.8 MB.",
        "digits": "This must have at most 15 digits.",
        "notOffered": "Select one of the available choices.",
        "linked": "This cannot be unlinked.",
    },
    "de": {
        "taken": "Dieser Wert ist bereits vergeben.",
        "required": "Das ist erforderlich.",
        "needed": "Andere Datensätze verweisen noch auf diesen.",
        "missing": "Der ausgewählte Datensatz existiert nicht.",
        "notAllowed": "Die Datenbank lässt das nicht zu.",
        "unfit": "Die Datenbank kann das nicht speichern.",
        "tooLong": "Das ist zu lang: Ein Datensatz darf höchstens 2,8 MB groß sein.",
        "digits": "Das darf höchstens 15 Stellen haben.",
        "notOffered": "Das ist keine der Möglichkeiten.",
        "linked": "Diese Verknüpfung lässt sich nicht lösen.",
    },
    "es": {
        "taken": "Este valor ya está en uso.",
        "required": "Este campo es obligatorio.",
        "needed": "Otros registros todavía hacen referencia a este.",
        "missing": "El registro seleccionado no existe.",
        "notAllowed": "La base de datos no lo permite.",
        "unfit": "La base de datos no puede guardar este valor.",
        "tooLong": "Es demasiado largo: un registro puede ocupar como máximo 2,8 MB.",
        "digits": "El número debe tener como máximo 15 cifras.",
        "notOffered": "Seleccione una de las opciones disponibles.",
        "linked": "Este vínculo no se puede quitar.",
    },
    "fr": {
        "taken": "Cette valeur est déjà utilisée.",
        "required": "Ce champ est obligatoire.",
        "needed": "D’autres enregistrements font encore référence à celui-ci.",
        "missing": "L’enregistrement sélectionné n’existe pas.",
        "notAllowed": "La base de données ne l’autorise pas.",
        "unfit": "La base de données ne peut pas enregistrer cette valeur.",
        "tooLong": "C’est trop long : un enregistrement ne peut pas dépasser 2,8 Mo.",
        "digits": "Le nombre ne doit pas dépasser 15 chiffres.",
        "notOffered": "Choisissez l’une des options proposées.",
        "linked": "Ce lien ne peut pas être supprimé.",
    },
    "ar": {
        "taken": "هذه القيمة مستخدمة بالفعل.",
        "required": "هذا الحقل مطلوب.",
        "needed": "لا تزال سجلات أخرى تشير إلى هذا السجل.",
        "missing": "السجل المحدد غير موجود.",
        "notAllowed": "لا تسمح قاعدة البيانات بذلك.",
        "unfit": "لا يمكن لقاعدة البيانات حفظ هذه القيمة.",
        "tooLong": "هذا طويل جدًا: لا يمكن أن يتجاوز حجم السجل 2.8 ميغابايت.",
        "digits": "يجب ألا يتجاوز العدد 15 رقمًا.",
        "notOffered": "اختر أحد الخيارات المتاحة.",
        "linked": "لا يمكن إلغاء هذا الارتباط.",
    },
}


def say(text: str, locale: str) -> str:
    """A message of this package in the language of a locale."""
    return in_language(_TEXTS, locale)[text]


def in_language(languages: Mapping[str, Mapping[str, str]], locale: str) -> Mapping[str, str]:
    """The texts in the language of a locale ("fr-CA"); English if there are none."""
    return languages.get(locale.split("-")[0], languages["en"])


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
