/** The outcome of a write in one word, with the fields if some are not valid. */
export function outcomeOf(answer: object): string {
  const [name, value] = Object.entries(answer).find(([, one]) => one !== null && typeof one === 'object') ?? ['none'];
  if (name === 'deleted') return 'deleted';
  const { fields = [] } = (value ?? {}) as { fields?: readonly { readonly field: string }[] };
  return name === 'invalid' ? `invalid ${fields.map(({ field }) => field).join(' ')}` : name;
}

/** The values of a write by column. */
export type Cells = Readonly<Record<string, string | number | readonly string[]>>;

export function valuesOf(cells: Cells): object[] {
  return Object.entries(cells).map(([column, value]) => ({
    column,
    value:
      typeof value === 'number'
        ? { int64Value: value }
        : typeof value === 'string'
          ? { stringValue: value }
          : { jsonValue: JSON.stringify(value) },
  }));
}

const INVISIBLE = '\u202E\u200B\uFEFF\u2066\u00AD\u2028\u034F\u3164\uFE0F\u{E0100}\u2800';
/** Logins with invisible characters, or spaces at an end. */
export const UNCLEAR = [...[...INVISIBLE].map((one) => `a${one}da`), ' ada', 'ada ', 'a\0'];
