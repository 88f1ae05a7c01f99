"""The messages of the built-in controllers, in the languages of the admin backend; English for all other locales."""

from __future__ import annotations

from ..texts import in_language

#: By language, the same as those of the other SDKs.
_TEXTS = {
    "en": {
        "notAllowed": "You may not manage administrators and roles.",
        "holdsMore": "This administrator has permissions that you do not have.",
        "roleHoldsMore": "This role has permissions that you do not have.",
        "roleOfMore": "An administrator with this role has permissions that you do not have.",
        "grantsMore": "You can grant only permissions that you have yourself.",
        "onlySuperusers": "Only superusers may change this.",
        "lastSuperuser": "This is the last active superuser.",
        "neverDeleted": "Administrators are deactivated, not deleted.",
        "roleInUse": "At least one administrator still has this role.",
        "taken": "This value is already taken.",
        "badLogin": "A login has 1 to 255 characters, none of them invisible, and no space at either end.",
        "badCode": 'A code consists of lower-case letters, digits, "_" and "-", and begins with a letter.',
        "badPermissions": "This is not a list of permissions.",
    },
    "de": {
        "notAllowed": "Sie dürfen Administratoren und Rollen nicht verwalten.",
        "holdsMore": "Dieser Administrator hat Rechte, die Sie nicht haben.",
        "roleHoldsMore": "Diese Rolle hat Rechte, die Sie nicht haben.",
        "roleOfMore": "Ein Administrator mit dieser Rolle hat Rechte, die Sie nicht haben.",
        "grantsMore": "Sie können nur Rechte vergeben, die Sie selbst haben.",
        "onlySuperusers": "Das dürfen nur Superuser ändern.",
        "lastSuperuser": "Das ist der letzte aktive Superuser.",
        "neverDeleted": "Administratoren werden deaktiviert, nicht gelöscht.",
        "roleInUse": "Mindestens ein Administrator hat noch diese Rolle.",
        "taken": "Dieser Wert ist bereits vergeben.",
        "badLogin": "Ein Anmeldename besteht aus 1 bis 255 sichtbaren Zeichen, ohne Leerzeichen am Anfang und am Ende.",
        "badCode": "Ein Code besteht aus Kleinbuchstaben, Ziffern, „_“ und „-“ und beginnt mit einem Buchstaben.",
        "badPermissions": "Das ist keine Liste von Rechten.",
    },
    "es": {
        "notAllowed": "No tiene permiso para gestionar administradores ni roles.",
        "holdsMore": "Este administrador tiene permisos que usted no tiene.",
        "roleHoldsMore": "Este rol tiene permisos que usted no tiene.",
        "roleOfMore": "Un administrador con este rol tiene permisos que usted no tiene.",
        "grantsMore": "Solo puede conceder permisos que usted tenga.",
        "onlySuperusers": "Solo los superusuarios pueden cambiarlo.",
        "lastSuperuser": "Este es el último superusuario activo.",
        "neverDeleted": "Los administradores se desactivan, no se eliminan.",
        "roleInUse": "Al menos un administrador tiene todavía este rol.",
        "taken": "Este valor ya está en uso.",
        "badLogin": "Un nombre de usuario tiene de 1 a 255 caracteres visibles, sin espacios al principio ni al final.",
        "badCode": "Un código consta de letras minúsculas, cifras, «_» y «-», y empieza por una letra.",
        "badPermissions": "Esto no es una lista de permisos.",
    },
    "fr": {
        "notAllowed": "Vous n’êtes pas autorisé à gérer les administrateurs et les rôles.",
        "holdsMore": "Cet administrateur a des autorisations que vous n’avez pas.",
        "roleHoldsMore": "Ce rôle a des autorisations que vous n’avez pas.",
        "roleOfMore": "Un administrateur ayant ce rôle a des autorisations que vous n’avez pas.",
        "grantsMore": "Vous ne pouvez accorder que des autorisations que vous avez vous-même.",
        "onlySuperusers": "Seuls les superutilisateurs peuvent modifier cela.",
        "lastSuperuser": "C’est le dernier superutilisateur actif.",
        "neverDeleted": "Les administrateurs sont désactivés, et non supprimés.",
        "roleInUse": "Au moins un administrateur a encore ce rôle.",
        "taken": "Cette valeur est déjà utilisée.",
        "badLogin": "Un identifiant comporte de 1 à 255 caractères visibles, sans espace au début ni à la fin.",
        "badCode": "Un code se compose de lettres minuscules, de chiffres, de « _ » et de « - », et commence par une lettre.",
        "badPermissions": "Ce n’est pas une liste d’autorisations.",
    },
    "ar": {
        "notAllowed": "لا يُسمح لك بإدارة المسؤولين والأدوار.",
        "holdsMore": "لدى هذا المسؤول صلاحيات ليست لديك.",
        "roleHoldsMore": "لهذا الدور صلاحيات ليست لديك.",
        "roleOfMore": "لدى مسؤول له هذا الدور صلاحيات ليست لديك.",
        "grantsMore": "لا يمكنك منح سوى الصلاحيات التي لديك.",
        "onlySuperusers": "لا يمكن تغيير ذلك إلا للمسؤولين الأعلين.",
        "lastSuperuser": "هذا آخر مسؤول أعلى نشط.",
        "neverDeleted": "يُعطَّل حساب المسؤول ولا يُحذف.",
        "roleInUse": "لا يزال لمسؤول واحد على الأقل هذا الدور.",
        "taken": "هذه القيمة مستخدمة بالفعل.",
        "badLogin": "يتكون اسم الدخول من 1 إلى 255 حرفًا مرئيًا، دون مسافات في أوله أو آخره.",
        "badCode": "يتكون الرمز من أحرف لاتينية صغيرة وأرقام و«_» و«-»، ويبدأ بحرف.",
        "badPermissions": "هذه ليست قائمة صلاحيات.",
    },
}


def say_account(text: str, locale: str) -> str:
    """A message in the language of a locale."""
    return in_language(_TEXTS, locale)[text]
