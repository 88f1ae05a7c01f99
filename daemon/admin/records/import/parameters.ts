import type { ImportMode, ImportSeparator } from '../../api/answers.js';
import { IMPORT_MODES, IMPORT_SEPARATORS } from '../../api/answers.js';
import type { AdminError } from '../../api/errors.js';
import { invalid } from '../../api/errors.js';
import type { QueryEntries } from '../../api/query-grammar.js';
import { isZone } from '../../api/zoned-time.js';

/** The query of an import: how to read the file. */
export interface ImportParameters {
  /** Undefined: guessed from the headings. */
  readonly separator: ImportSeparator | undefined;
  /** Undefined: a point in a file with commas, else as usual in the language of the reader. */
  readonly decimal: '.' | ',' | undefined;
  readonly timeZone: string;
  /** Names of fields, as records/import/mapping.ts reads them; undefined: guessed from the headings. */
  readonly columns: string | undefined;
  /** Undefined: the first one that the administrator may use. */
  readonly mode: ImportMode | undefined;
  /** Name of the field that says which record a row updates; undefined: the first one that can. */
  readonly key: string | undefined;
  /** Chosen by the client; the same for a repeated request. Empty for a check. */
  readonly operation: string;
}

const NAMES = ['separator', 'decimal', 'timezone', 'columns', 'mode', 'key', 'operation'] as const;
type Name = (typeof NAMES)[number];

/** @param isRun a run needs `operation`, and a check has none */
export function importParameters(query: QueryEntries, isRun: boolean): ImportParameters | AdminError {
  const given = new Map<Name, string>();
  for (const [name, value] of query) {
    const known = NAMES.find((one) => one === name && (isRun || one !== 'operation'));
    if (known === undefined) return invalid(name, { rule: 'unknown' });
    if (given.has(known)) return invalid(name, { rule: 'repeated' });
    given.set(known, value);
  }
  const separator = given.get('separator');
  const known = IMPORT_SEPARATORS.find((one) => one === separator);
  if (separator !== undefined && known === undefined) return invalid('separator', { rule: 'choice' });
  const givenMode = given.get('mode');
  const mode = IMPORT_MODES.find((one) => one === givenMode);
  if (givenMode !== undefined && mode === undefined) return invalid('mode', { rule: 'choice' });
  const decimal = given.get('decimal');
  if (decimal !== undefined && decimal !== '.' && decimal !== ',') return invalid('decimal', { rule: 'choice' });
  const timeZone = given.get('timezone') ?? 'UTC';
  if (!isZone(timeZone)) return invalid('timezone', { rule: 'choice' });
  const operation = given.get('operation') ?? '';
  if (isRun && operation === '') return invalid('operation', { rule: 'required' });
  if (isRun && !/^[A-Za-z0-9_-]{16,64}$/.test(operation)) return invalid('operation', { rule: 'choice' });
  return {
    separator: known,
    decimal,
    timeZone,
    operation,
    mode,
    columns: given.get('columns'),
    key: given.get('key'),
  };
}
