import { Invalid, Refused } from '../model/errors.js';

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

/** Rpcs that can say what is wrong with which field; there is no form with fields where records are deleted or linked. */
export const WITH_FIELDS: ReadonlySet<string> = new Set([
  'CreateRecord',
  'UpdateRecord',
  'RunAction',
  'UpdateSettings',
]);

/** What a thrown outcome is on the wire; undefined for every other error. */
export function outcomeOf(error: unknown, rpc: string): object | undefined {
  if (error instanceof RecordNotFound) return { notFound: {} };
  if (error instanceof RecordChanged) return { conflict: error.current };
  if (error instanceof Refused) return { refused: { message: shortened(error.message) } };
  if (error instanceof Invalid) {
    if (WITH_FIELDS.has(rpc)) return { invalid: { fields: invalidFields(error.fields) } };
    return { refused: { message: shortened(Object.values(error.fields).flat().join(' ')) } };
  }
  return undefined;
}

function invalidFields(fields: Readonly<Record<string, readonly string[]>>): object[] {
  return Object.entries(fields).map(([field, messages]) => ({ field, messages: messages.map(shortened) }));
}

/** The contract bounds what people are told; an empty text tells nothing. */
export function shortened(message: string): string {
  return message === '' ? '—' : message.slice(0, MAX_MESSAGE);
}
