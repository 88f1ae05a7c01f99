/** The messages about a write, in the SDK's languages; English for all other locales. */
const TEXTS = {
  taken: { de: 'Dieser Wert ist bereits vergeben.', en: 'This value is already taken.' },
  required: { de: 'Das ist erforderlich.', en: 'This is required.' },
  needed: { de: 'Andere Datensätze verweisen noch auf diesen.', en: 'Other records still refer to this one.' },
  missing: {
    de: 'Der ausgewählte Datensatz existiert nicht.',
    en: 'The selected record does not exist.',
  },
  notAllowed: { de: 'Die Datenbank lässt das nicht zu.', en: 'The database does not allow this.' },
  unfit: { de: 'Die Datenbank kann das nicht speichern.', en: 'The database cannot store this.' },
  tooLong: {
    de: 'Das ist zu lang: Ein Datensatz darf höchstens 2,8 MB groß sein.',
    en: 'This is too long: a record can have at most 2.8 MB.',
  },
  digits: { de: 'Das darf höchstens 15 Stellen haben.', en: 'This must have at most 15 digits.' },
  notOffered: { de: 'Das ist keine der Möglichkeiten.', en: 'Select one of the available choices.' },
  linked: { de: 'Diese Verknüpfung lässt sich nicht lösen.', en: 'This cannot be unlinked.' },
} as const;

export function say(text: keyof typeof TEXTS, locale: string): string {
  return TEXTS[text][locale.split('-')[0] === 'de' ? 'de' : 'en'];
}
