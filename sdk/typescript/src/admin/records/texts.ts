/** What people are told of a write, in the languages that the SDK speaks; everybody else reads English. */
const TEXTS = {
  taken: { de: 'Dieser Wert ist schon vergeben.', en: 'This is taken already.' },
  required: { de: 'Das ist erforderlich.', en: 'This is required.' },
  needed: { de: 'Andere Datensätze brauchen diesen noch.', en: 'Other records still need this one.' },
  missing: {
    de: 'Der Datensatz, auf den das verweist, existiert nicht.',
    en: 'The record that this refers to does not exist.',
  },
  notAllowed: { de: 'Die Datenbank lässt das nicht zu.', en: 'The database does not allow this.' },
  unfit: { de: 'Die Datenbank kann das nicht speichern.', en: 'The database cannot store this.' },
  digits: { de: 'Das darf höchstens 15 Stellen haben.', en: 'This must have at most 15 digits.' },
} as const;

export function say(text: keyof typeof TEXTS, locale: string): string {
  return TEXTS[text][locale.split('-')[0] === 'de' ? 'de' : 'en'];
}
