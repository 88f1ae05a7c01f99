import { CsvError, parse } from 'csv-parse';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ImportCheckBody, ImportEncoding, ImportSeparator } from '../../api/answers.js';
import { IMPORT_SEPARATORS } from '../../api/answers.js';
import type { Checked } from '../../api/errors.js';
import { undefused } from '../../api/formula.js';
import { MAX_IMPORT_BYTES, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '../../api/limits.js';

/** A file with headings, as RFC 4180 has it, also with other separators. */
export interface CsvFile {
  readonly separator: ImportSeparator;
  readonly encoding: ImportCheckBody['encoding'];
  readonly headings: readonly string[];
  /** Without empty rows. */
  readonly rows: readonly CsvRow[];
}

export interface CsvRow {
  /** As a spreadsheet counts: 1 is that of the headings. */
  readonly number: number;
  readonly cells: readonly string[];
}

export interface CsvOptions {
  /** Of a file without a byte order mark. */
  readonly encoding: ImportEncoding;
  /** Undefined: guessed from the headings. */
  readonly separator: ImportSeparator | undefined;
}

/** Characters that are parsed at a time, between which other requests get their turn. */
const CHUNK = 64 * 1024;
/** Characters. A longer text is no heading, and comparing it with the fields would cost as much as all rows. */
const MAX_HEADING = 1000;
/** Rows with and without a value, with the headings. More empty ones than that have no value in a row at their end. */
const MAX_RECORDS = MAX_IMPORT_ROWS + 10_000;

/** Reads a file of at most MAX_IMPORT_BYTES. Returns the first problem of the file as a whole. */
export async function readCsv(bytes: Buffer, options: CsvOptions): Promise<Checked<CsvFile>> {
  const decoded = decode(bytes, options.encoding);
  if (decoded === undefined) return { rule: 'import_encoding' };
  const { encoding } = decoded;
  const { text, named } = withoutSeparatorLine(decoded.text);
  const separator = options.separator ?? named ?? guessSeparator(text);
  const records = await parseRecords(withoutEmptyEnd(text), separator);
  if (!Array.isArray(records)) return records;
  // The parser has not seen the rows behind these: an import of only the first ones would lose the others.
  if (records.length > MAX_RECORDS) return { rule: 'import_rows', parameters: { maximum: MAX_IMPORT_ROWS } };
  const [headings = [], ...below] = records;
  if (headings.length > MAX_IMPORT_COLUMNS) {
    return { rule: 'import_columns', parameters: { maximum: MAX_IMPORT_COLUMNS } };
  }
  const isHeading = (text: string): boolean => text.length <= MAX_HEADING;
  if (!headings.every(isHeading) || headings.every((heading) => heading.trim() === ''))
    return { rule: 'import_heading' };
  const rows = below.flatMap((cells, index): CsvRow[] =>
    cells.every((cell) => cell.trim() === '') ? [] : [{ number: index + 2, cells }],
  );
  if (rows.length === 0) return { rule: 'import_empty' };
  if (rows.length > MAX_IMPORT_ROWS) return { rule: 'import_rows', parameters: { maximum: MAX_IMPORT_ROWS } };
  return { separator, encoding, headings: headings.map(undefused), rows };
}

/** Undefined if the bytes are not a text in the encoding. A byte order mark counts more than the choice of a person. */
function decode(
  bytes: Buffer,
  chosen: ImportEncoding,
): { readonly text: string; readonly encoding: CsvFile['encoding'] } | undefined {
  const marked = MARKS.find(({ mark }) => bytes.subarray(0, mark.length).equals(mark));
  const { decoder, encoding } = marked ?? { decoder: chosen, encoding: chosen };
  try {
    const text = decoder === 'windows-1252' ? western(bytes) : new TextDecoder(decoder, { fatal: true }).decode(bytes);
    // UTF-16 without a mark, or not a text at all.
    return text.includes('\0') ? undefined : { text, encoding };
  } catch {
    return undefined;
  }
}

/** Where windows-1252 differs from Latin 1 (WHATWG Encoding, index windows-1252). Node.js decodes it as Latin 1. */
const WESTERN =
  '\u20AC\x81\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\x8D\u017D\x8F' +
  '\x90\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\x9D\u017E\u0178';

function western(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9F]/g, (one) => WESTERN.charAt(one.charCodeAt(0) - 0x80));
}

const MARKS = [
  { mark: Buffer.from([0xef, 0xbb, 0xbf]), decoder: 'utf-8', encoding: 'utf-8' },
  { mark: Buffer.from([0xff, 0xfe]), decoder: 'utf-16le', encoding: 'utf-16' },
  { mark: Buffer.from([0xfe, 0xff]), decoder: 'utf-16be', encoding: 'utf-16' },
] as const;

const [LINE_FEED, CARRIAGE_RETURN, QUOTE, SEMICOLON] = [0x0a, 0x0d, 0x22, 0x3b] as const;

/** Programs name the separator for Excel in a line before the headings, `sep=;`, which spreadsheets neither show nor count. */
function withoutSeparatorLine(text: string): { readonly text: string; readonly named: ImportSeparator | undefined } {
  const line = /^("?)sep=([,;\t])\1(?:\r\n|\n|\r)/i.exec(text);
  const named = IMPORT_SEPARATORS.find((separator) => separator === line?.[2]);
  return { text: text.slice(line?.[0].length), named };
}

/** The separator that occurs most often in the headings, outside of quotes. */
function guessSeparator(text: string): ImportSeparator {
  const counts = new Map<number, number>(IMPORT_SEPARATORS.map((separator) => [separator.charCodeAt(0), 0]));
  let isQuoted = false;
  // The headings may be the whole file, which holds up all other requests: code by code, and only separators are counted.
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted || code > SEMICOLON) continue;
    else if (code === LINE_FEED || code === CARRIAGE_RETURN) break;
    else {
      const count = counts.get(code);
      if (count !== undefined) counts.set(code, count + 1);
    }
  }
  const often = (separator: string): number => counts.get(separator.charCodeAt(0)) ?? 0;
  return IMPORT_SEPARATORS.reduce((best, one) => (often(one) > often(best) ? one : best));
}

/** Without the rows of nothing that files of spreadsheets end with, of which there may be a million. */
function withoutEmptyEnd(text: string): string {
  let end = text.length;
  // In front of the first character there is none: an empty text, which ends the loop.
  while (EMPTY_END.has(text.charAt(end - 1))) end -= 1;
  // The rest of its line stays: the headings may end with empty ones.
  const line = text.slice(end).search(/[\r\n]/);
  return line === -1 ? text : text.slice(0, end + line);
}

const EMPTY_END: ReadonlySet<string> = new Set([...IMPORT_SEPARATORS, ' ', '\r', '\n']);

async function parseRecords(
  text: string,
  separator: ImportSeparator,
): Promise<string[][] | { rule: 'import_rows' | 'import_quotes'; parameters: Record<string, number> }> {
  const records: string[][] = [];
  const failed: { error?: Error } = {};
  const parser = parse({
    delimiter: separator,
    // Without these, the first line end of the file would be that of all its rows, and programs mix them.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: MAX_IMPORT_BYTES,
    // One more than there may be, to notice that there are too many.
    to: MAX_RECORDS + 1,
  });
  parser.on('data', (record: string[]) => records.push(record));
  parser.on('error', (error) => (failed.error = error));
  const ended = new Promise<void>((resolve) => {
    parser.once('close', resolve);
  });
  for (let start = 0; start < text.length && failed.error === undefined; start += CHUNK) {
    parser.write(text.slice(start, start + CHUNK));
    await nextTurn();
  }
  if (failed.error === undefined) parser.end();
  await ended;
  const { error } = failed;
  if (error === undefined) return records;
  if (error instanceof CsvError) return { rule: 'import_quotes', parameters: { row: records.length + 1 } };
  throw error;
}
