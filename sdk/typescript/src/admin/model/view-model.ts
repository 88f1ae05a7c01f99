/**
 * The `.Data` of a partial's template. Build it from plain values: Gatehouse rejects a view model that contains a
 * database row, or text that claims to be safe HTML (TrustedHtml), at any depth.
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

/** HTML that a library declares safe. A view model must not contain it: only the escaping of the template is safe. */
export class TrustedHtml {
  constructor(readonly html: string) {}
}

const models = new WeakMap<object, string>();

/** Marks an object as a record of a model, so that the SDK recognizes it in a view model. */
export function markAsRecord<T extends object>(row: T, model: string): T {
  models.set(row, model);
  return row;
}

/** Name of the model that the object is a record of. */
export function modelOfRecord(value: object): string | undefined {
  return models.get(value);
}
