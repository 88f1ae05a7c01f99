/**
 * What a value must satisfy to be written, besides fitting its column (type, length, range, precision: the column's own
 * declaration). Only fields with rules are writable.
 */
export interface FieldRules {
  /** Null, the empty list and a text without a visible character are rejected; on create also an absent key. */
  readonly required: boolean;
  /** An address by the usual form. */
  readonly email?: true;
  /** "#rrggbb". */
  readonly colour?: true;
  /** A switch or checkbox: true and false are 1 and 0 in an integer column. */
  readonly flag?: true;
  /** A blank value keeps what is stored, and the value is never returned. */
  readonly secret?: true;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** "YYYY-MM-DD", both inclusive. */
  readonly minDate?: string;
  readonly maxDate?: string;
  /** The listed choices, each in the text of model/choice.ts; for a json column each item must be one of them. */
  readonly choices?: ReadonlySet<string>;
  /** Choices come from this provider of the host, which checks the value itself. */
  readonly optionProvider?: string;
}
