import type {
  ImportBody,
  ImportCheckBody,
  ImportCounts,
  ImportEncoding,
  ImportMode,
  ImportSeparator,
} from '../../../admin/api/answers.js';
import type { ApiError } from '../../api/errors.js';

/** A file that was chosen, read at once, so that what is imported is what was checked. */
export interface ChosenFile {
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

/** How the administrator says that the file is to be read; undefined: as the daemon guesses. */
export interface Choices {
  readonly encoding: ImportEncoding;
  readonly separator?: ImportSeparator;
  readonly decimal?: '.' | ',';
  readonly mode?: ImportMode;
  /** Name of the field that says which record a row updates. */
  readonly key?: string;
  /** Names of fields, one for each column of the file; empty: the column is ignored. */
  readonly fields?: readonly string[];
}

export type ImportState =
  | { readonly step: 'choosing'; readonly problem?: string }
  | {
      readonly step: 'checking';
      readonly file: ChosenFile;
      readonly choices: Choices;
      readonly checked?: ImportCheckBody;
    }
  | {
      readonly step: 'checked';
      readonly file: ChosenFile;
      readonly choices: Choices;
      /** Absent: the daemon cannot read the file at all. */
      readonly checked?: ImportCheckBody;
      readonly problem?: string;
      /** The answer to an import was lost. Only the same import again is certain to import nothing twice. */
      readonly isUnsure?: boolean;
      /** The host refused rows that had passed the check. */
      readonly refused?: ImportBody;
    }
  | {
      readonly step: 'importing';
      readonly file: ChosenFile;
      readonly choices: Choices;
      readonly checked: ImportCheckBody;
    }
  | { readonly step: 'done'; readonly mode: ImportMode; readonly counts: ImportCounts };

/** @param zone of times without an offset */
export function queryOf({ separator, decimal, mode, key, fields }: Choices, zone: string): URLSearchParams {
  const query = new URLSearchParams({ timezone: zone });
  if (separator !== undefined) query.set('separator', separator);
  if (decimal !== undefined) query.set('decimal', decimal);
  if (mode !== undefined) query.set('mode', mode);
  if (key !== undefined) query.set('key', key);
  if (fields !== undefined) query.set('columns', fields.join(','));
  return query;
}

/**
 * Everything that the check found out, so that the import reads the file in exactly this way, also if the daemon would guess
 * differently by then.
 */
export function settled(choices: Choices, { separator, decimal, mode, key, columns }: ImportCheckBody): Choices {
  const fields = columns.map(({ field }) => field ?? '');
  return { ...choices, separator, decimal, mode, ...(key !== null && { key }), fields };
}

/** The choices with another mode or key, which have other fields: those of the columns are guessed again. */
export function withMode({ key: _key, fields: _fields, ...choices }: Choices, mode: ImportMode, key?: string): Choices {
  return { ...choices, mode, ...(key !== undefined && { key }) };
}

/** Whether the rows would change anything. */
export function changesAnything({ counts }: Pick<ImportCheckBody, 'counts'>): boolean {
  return counts.created + counts.updated > 0;
}

/** The choices with another field for one column. A field fills from one column only: the other one loses it. */
export function withField(choices: Choices, checked: ImportCheckBody, column: number, field: string): Choices {
  const fields = checked.columns.map((one, index) => {
    if (index === column) return field;
    return one.field === null || one.field === field ? '' : one.field;
  });
  return { ...choices, fields };
}

/** An id for all attempts of one import. Also without HTTPS, where browsers have no crypto.randomUUID. */
export function operationId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether the records may exist although there is no answer that says so. */
export function isUnsure({ code, status }: Pick<ApiError, 'code' | 'status'>): boolean {
  return code === 'network' || status >= 500;
}
