/**
 * Strict reader of application/x-www-form-urlencoded, for the query of the authorize request and the bodies of the token
 * endpoints. Nothing is repaired and nothing merged: a broken escape or invalid UTF-8 fails the whole, and a name that
 * stands twice stands twice, since RFC 6749 §3.1 and §3.2 refuse repeated parameters.
 */
export type Entries = readonly (readonly [name: string, value: string])[];

/** @param query as in RequestHead.query: without "?", not decoded. Undefined when it is not validly encoded. */
export function parseQuery(query: string): Entries | undefined {
  return parse(query);
}

/** Undefined when it is not validly encoded. */
export function parseForm(body: Buffer): Entries | undefined {
  return parse(body.toString('latin1'));
}

/** @param text one character for each byte */
function parse(text: string): Entries | undefined {
  const entries: (readonly [string, string])[] = [];
  let start = 0;
  while (start <= text.length) {
    let end = text.indexOf('&', start);
    if (end === -1) end = text.length;
    if (end > start) {
      const equals = text.indexOf('=', start);
      const nameEnd = equals === -1 || equals > end ? end : equals;
      const name = decode(text.slice(start, nameEnd));
      const value = decode(text.slice(Math.min(nameEnd + 1, end), end));
      if (name === undefined || value === undefined) return undefined;
      entries.push([name, value]);
    }
    start = end + 1;
  }
  return entries;
}

const NEEDS_DECODING = /[%+\x80-\xff]/;
const BROKEN_ESCAPE = /%(?![0-9A-Fa-f]{2})/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(text: string): string | undefined {
  if (!NEEDS_DECODING.test(text)) return text;
  if (BROKEN_ESCAPE.test(text)) return undefined;
  const bytes = text
    .replaceAll('+', ' ')
    .replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  try {
    return utf8.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return undefined;
  }
}
