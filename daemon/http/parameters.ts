/**
 * Strict parser of application/x-www-form-urlencoded, for the query of the authorize request and the bodies of the token
 * endpoints. It repairs and merges nothing: a bad escape or invalid UTF-8 fails the whole text, and repeated names stay
 * repeated, because RFC 6749 §3.1 and §3.2 forbid repeated parameters.
 *
 * The work is linear in the length of the text and the number of pairs is bounded, because anyone may send these.
 */
export type Entries = readonly (readonly [name: string, value: string])[];

/** Maximum pairs of a request. The largest legitimate ones have about a dozen, and a `resource` may repeat (RFC 8707 §2). */
export const MAX_PARAMETERS = 100;

/**
 * @param query as in RequestHead.query: without "?", not decoded
 * @returns undefined if it is not validly encoded or has more than `maximum` pairs (tooManyParameters tells which)
 */
export function parseQuery(query: string, maximum: number = MAX_PARAMETERS): Entries | undefined {
  return parse(query, maximum);
}

/** Undefined if it is not validly encoded or has more than MAX_PARAMETERS pairs. */
export function parseForm(body: Buffer): Entries | undefined {
  return parse(body.toString('latin1'), MAX_PARAMETERS);
}

/** True if a query or form has more pairs than the parser reads: tells a client why parsing failed. */
export function tooManyParameters(text: string | Buffer, maximum: number = MAX_PARAMETERS): boolean {
  const pairs = (typeof text === 'string' ? text : text.toString('latin1')).split('&');
  return pairs.filter((pair) => pair !== '').length > maximum;
}

/** @param text one character for each byte */
function parse(text: string, maximum: number): Entries | undefined {
  const entries: (readonly [string, string])[] = [];
  let start = 0;
  while (start <= text.length) {
    let end = text.indexOf('&', start);
    if (end === -1) end = text.length;
    if (end > start) {
      if (entries.length === maximum) return undefined;
      // Searches only within the pair: in a text without "=", searching the rest would repeat for each pair.
      const pair = text.slice(start, end);
      const equals = pair.indexOf('=');
      const name = decode(equals === -1 ? pair : pair.slice(0, equals));
      const value = decode(equals === -1 ? '' : pair.slice(equals + 1));
      if (name === undefined || value === undefined) return undefined;
      entries.push([name, value]);
    }
    start = end + 1;
  }
  return entries;
}

const NEEDS_DECODING = /[%+\x80-\xff]/;
const BROKEN_ESCAPE = /%(?![0-9A-Fa-f]{2})/;
const PERCENT = 0x25;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(text: string): string | undefined {
  if (!NEEDS_DECODING.test(text)) return text;
  if (BROKEN_ESCAPE.test(text)) return undefined;
  const bytes = Buffer.from(text.replaceAll('+', ' '), 'latin1');
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    bytes[length++] = byte === PERCENT ? 16 * digit(bytes[++at]) + digit(bytes[++at]) : byte;
  }
  try {
    return utf8.decode(bytes.subarray(0, length));
  } catch {
    return undefined;
  }
}

/** For a hexadecimal digit: letters of either case have their value plus 9 in the low four bits. */
function digit(character = 0): number {
  return character <= 0x39 ? character - 0x30 : (character & 0xf) + 9;
}
