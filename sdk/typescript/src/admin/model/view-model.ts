/**
 * What a partial's template sees as `.Data`. Make it of plain values for this purpose: a row as the database gave it, and
 * text that claims to be safe HTML (TrustedHtml), are refused by Gatehouse wherever they stand in it.
 */
export type ViewModel =
  | null
  | boolean
  | number
  | bigint
  | string
  | Date
  | TrustedHtml
  | readonly ViewModel[]
  | { readonly [key: string]: ViewModel };

/** HTML that some library says is safe. A view model must not hold it: the template escapes, and only that is safe. */
export class TrustedHtml {
  constructor(readonly html: string) {}
}

const models = new WeakMap<object, string>();

/** Remembers that an object is a record of a model, so that it is recognised in a view model. */
export function markAsRecord<T extends object>(row: T, model: string): T {
  models.set(row, model);
  return row;
}

/** Name of the model that the object is a record of. */
export function modelOfRecord(value: object): string | undefined {
  return models.get(value);
}
