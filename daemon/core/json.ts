/**
 * Freezes plain objects, arrays and the values of maps, so that no request can change what the next one sees. Buffers cannot
 * be frozen, and maps are protected only by their read-only type.
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  Object.freeze(value);
  const inner: Iterable<unknown> = value instanceof Map || value instanceof Set ? value.values() : Object.values(value);
  for (const one of inner) deepFreeze(one);
  return value;
}

/**
 * Reads JSON from an untrusted sender. Before parsing, one pass over the bytes counts the values: parsing and validating
 * thirty thousand values costs far more than sending the bytes did.
 */
export interface JsonBounds {
  /** Values of all kinds together: members and elements, at any depth. */
  readonly values: number;
  /** Depth of nested objects and arrays. */
  readonly depth: number;
}

/** For untrusted senders: a registration has about fifteen members, one of which may contain a key set. */
export const STRANGERS_JSON: JsonBounds = { values: 1000, depth: 32 };

export type JsonOutcome =
  /** Wrapped, because `null` is valid JSON. */
  | { readonly value: unknown; readonly text: string }
  | 'malformed'
  | 'too_many_values'
  | 'too_deep'
  /** Parsers disagree on which of two members with one name counts (RFC 8259 §4). */
  | 'repeated_key';

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function readJson(body: Buffer, bounds: JsonBounds): JsonOutcome {
  const exceeded = exceededBound(body, bounds);
  if (exceeded !== undefined) return exceeded;
  try {
    const text = utf8.decode(body);
    const value = JSON.parse(text) as unknown;
    return repeatedKey(text) === undefined ? { value, text } : 'repeated_key';
  } catch {
    return 'malformed';
  }
}

/** A sentence for the client about `what` ("The body"); undefined if the JSON was read successfully. */
export function jsonProblem(outcome: JsonOutcome, bounds: JsonBounds): string | undefined {
  switch (outcome) {
    case 'malformed':
      return 'is not valid JSON in UTF-8';
    case 'too_many_values':
      return `has more than ${String(bounds.values)} values`;
    case 'too_deep':
      return `nests objects and arrays more than ${String(bounds.depth)} deep`;
    case 'repeated_key':
      return 'has an object with two members of one name';
    default:
      return undefined;
  }
}

/**
 * The first repeated key in any object of a JSON text, at any depth; undefined if there is none. The text must be valid JSON,
 * because this function checks nothing else. It compares decoded keys ("\u0061" equals "a").
 */
export function repeatedKey(json: string): string | undefined {
  /** One entry for each open bracket: the keys of an object, undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(json); token !== null; token = TOKEN.exec(json)) {
    const [text, isKey] = token;
    if (text === '{') open.push(new Set());
    else if (text === '[') open.push(undefined);
    else if (text === '}' || text === ']') open.pop();
    else if (isKey !== undefined) {
      const keys = open.at(-1);
      const key = text.includes('\\') ? (JSON.parse(text) as string) : isKey;
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
  }
  return undefined;
}

/** Matches a bracket or a string. For a key, it captures the text between the quotes. */
const TOKEN = /[{}[\]]|"((?:[^"\\]|\\.)*)"(?=[ \t\r\n]*:)|"(?:[^"\\]|\\.)*"/g;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/**
 * Every value except the outermost one follows a bracket or a comma, so this counts those. The count is exact for
 * well-formed JSON, except that empty brackets count as one value too many. JSON.parse rejects invalid JSON, and stops
 * early.
 */
function exceededBound(body: Buffer, { values, depth }: JsonBounds): 'too_many_values' | 'too_deep' | undefined {
  let counted = 1;
  let open = 0;
  let inText = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (inText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inText = false;
    } else if (byte === QUOTE) inText = true;
    else if (byte === COMMA) counted += 1;
    else if (byte === 0x5b || byte === 0x7b) {
      counted += 1;
      open += 1;
      if (open > depth) return 'too_deep';
    } else if (byte === 0x5d || byte === 0x7d) open -= 1;
    if (counted > values) return 'too_many_values';
  }
  return undefined;
}
