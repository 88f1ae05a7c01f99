import { Invalid, Refused } from '../model/errors.js';
import { constraintOf } from '../sql/constraint.js';

/** How a write ended, besides well. Thrown, so that the transaction is rolled back whatever was done in it. */
export class RecordNotFound extends Error {
  override readonly name = 'RecordNotFound';
}

/** Another update was faster: what hooks did for this one is undone, and the record told as it is. */
export class RecordChanged extends Error {
  override readonly name = 'RecordChanged';

  constructor(readonly current: object) {
    super('the record has another version by now');
  }
}

const MAX_MESSAGE = 500;
const TAKEN: Readonly<Record<string, string>> = { de: 'Dieser Wert ist schon vergeben.', en: 'This is taken already.' };
const REQUIRED: Readonly<Record<string, string>> = { de: 'Das ist erforderlich.', en: 'This is required.' };
const NEEDED: Readonly<Record<string, string>> = {
  de: 'Andere Datensätze brauchen diesen noch.',
  en: 'Other records still need this one.',
};

/** Rpcs that can say what is wrong with which field; there is no form with fields where records are deleted or linked. */
const WITH_FIELDS: ReadonlySet<string> = new Set(['CreateRecord', 'UpdateRecord', 'RunAction', 'UpdateSettings']);

/** What a thrown outcome is on the wire; undefined for a fault, which is none. */
export function outcomeOf(error: unknown, rpc: string, locale: string): object | undefined {
  if (error instanceof RecordNotFound) return { notFound: {} };
  if (error instanceof RecordChanged) return { conflict: error.current };
  if (error instanceof Refused) return { refused: { message: shortened(error.message) } };
  if (error instanceof Invalid) {
    if (WITH_FIELDS.has(rpc)) return { invalid: { fields: invalidFields(error.fields) } };
    return { refused: { message: shortened(Object.values(error.fields).flat().join(' ')) } };
  }
  const constraint = constraintOf(error);
  if (constraint?.kind === 'unique' || constraint?.kind === 'notNull') {
    const message = inLanguage(constraint.kind === 'unique' ? TAKEN : REQUIRED, locale);
    const fields = constraint.columns.map((field) => ({ field, messages: [message] }));
    return fields.length > 0 && WITH_FIELDS.has(rpc) ? { invalid: { fields } } : { refused: { message } };
  }
  return constraint?.kind === 'foreignKey' ? { refused: { message: inLanguage(NEEDED, locale) } } : undefined;
}

function invalidFields(fields: Readonly<Record<string, readonly string[]>>): object[] {
  return Object.entries(fields).map(([field, messages]) => ({ field, messages: messages.map(shortened) }));
}

function inLanguage(texts: Readonly<Record<string, string>>, locale: string): string {
  return texts[locale.split('-')[0] ?? ''] ?? texts['en'] ?? '';
}

/** The contract bounds what people are told; an empty text tells nothing. */
function shortened(message: string): string {
  return message === '' ? '—' : message.slice(0, MAX_MESSAGE);
}
