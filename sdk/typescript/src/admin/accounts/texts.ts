/** The messages of the built-in controllers, in the SDK's languages; English for all other locales. */
const TEXTS = {
  notAllowed: {
    de: 'Sie dürfen Administratoren und Rollen nicht verwalten.',
    en: 'You may not manage administrators and roles.',
  },
  holdsMore: {
    de: 'Dieser Administrator hat Rechte, die Sie nicht haben.',
    en: 'This administrator has permissions that you do not have.',
  },
  roleHoldsMore: {
    de: 'Diese Rolle hat Rechte, die Sie nicht haben.',
    en: 'This role has permissions that you do not have.',
  },
  roleOfMore: {
    de: 'Ein Administrator mit dieser Rolle hat Rechte, die Sie nicht haben.',
    en: 'An administrator with this role has permissions that you do not have.',
  },
  grantsMore: {
    de: 'Sie können nur Rechte vergeben, die Sie selbst haben.',
    en: 'You can grant only permissions that you have yourself.',
  },
  onlySuperusers: {
    de: 'Das dürfen nur Superuser ändern.',
    en: 'Only superusers may change this.',
  },
  lastSuperuser: {
    de: 'Das ist der letzte aktive Superuser.',
    en: 'This is the last active superuser.',
  },
  neverDeleted: {
    de: 'Administratoren werden deaktiviert, nicht gelöscht.',
    en: 'Administrators are deactivated, not deleted.',
  },
  roleInUse: {
    de: 'Mindestens ein Administrator hat noch diese Rolle.',
    en: 'At least one administrator still has this role.',
  },
  taken: { de: 'Dieser Wert ist bereits vergeben.', en: 'This value is already taken.' },
  badLogin: {
    de: 'Ein Anmeldename besteht aus 1 bis 255 sichtbaren Zeichen, ohne Leerzeichen am Anfang und am Ende.',
    en: 'A login has 1 to 255 characters, none of them invisible, and no space at either end.',
  },
  badCode: {
    de: 'Ein Code besteht aus Kleinbuchstaben, Ziffern, „_“ und „-“ und beginnt mit einem Buchstaben.',
    en: 'A code consists of lower-case letters, digits, "_" and "-", and begins with a letter.',
  },
  badPermissions: {
    de: 'Das ist keine Liste von Rechten.',
    en: 'This is not a list of permissions.',
  },
} as const;

export function sayAccount(text: keyof typeof TEXTS, locale: string): string {
  return TEXTS[text][locale.split('-')[0] === 'de' ? 'de' : 'en'];
}
