/**
 * Strict reader of application/x-www-form-urlencoded, for the query of the authorize request and the bodies of the token
 * endpoints. Nothing is repaired: a broken escape or invalid UTF-8 is an error that names the parameter, and a name that
 * stands twice stays visible, since RFC 6749 §3.1 and §3.2 refuse repeated parameters.
 */
export type ParsedParameters =
  | { readonly ok: true; readonly parameters: Parameters }
  /** `parameter`: the name, decoded; empty when the name itself is broken. It is the client's text: never echo it raw. */
  | { readonly ok: false; readonly parameter: string };

export class Parameters {
  constructor(
    /** In the order in which they were sent. */
    readonly entries: readonly (readonly [name: string, value: string])[],
  ) {}

  /** The first value of that name. */
  get(name: string): string | undefined {
    for (const entry of this.entries) if (entry[0] === name) return entry[1];
    return undefined;
  }

  getAll(name: string): string[] {
    const values: string[] = [];
    for (const entry of this.entries) if (entry[0] === name) values.push(entry[1]);
    return values;
  }

  /** Names that stand more than once, each told once. */
  repeated(): string[] {
    const seen = new Set<string>();
    const repeated = new Set<string>();
    for (const [name] of this.entries) {
      if (seen.has(name)) repeated.add(name);
      seen.add(name);
    }
    return [...repeated];
  }
}

/** @param query as in RequestHead.query: without "?", not decoded */
export function parseQuery(query: string): ParsedParameters {
  return parse(query);
}

export function parseForm(body: Buffer): ParsedParameters {
  return parse(body.toString('latin1'));
}

/** @param text one character for each byte */
function parse(text: string): ParsedParameters {
  const entries: (readonly [string, string])[] = [];
  let start = 0;
  while (start <= text.length) {
    let end = text.indexOf('&', start);
    if (end === -1) end = text.length;
    if (end > start) {
      const equals = text.indexOf('=', start);
      const nameEnd = equals === -1 || equals > end ? end : equals;
      const name = decode(text.slice(start, nameEnd));
      if (name === undefined) return { ok: false, parameter: '' };
      const value = decode(text.slice(Math.min(nameEnd + 1, end), end));
      if (value === undefined) return { ok: false, parameter: name };
      entries.push([name, value]);
    }
    start = end + 1;
  }
  return { ok: true, parameters: new Parameters(entries) };
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
