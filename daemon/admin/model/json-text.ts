import { randomUUID } from 'node:crypto';

/** Rules for JSON texts that JSON.parse accepts; `isTooDeep` takes any text. Each is one pass over the text. */

/** Deeper values overflow the stack of many JSON readers and writers. No column accepts one, and Gatehouse shows none. */
export const MAX_JSON_DEPTH = 512;

export function isTooDeep(json: string): boolean {
  // Each level needs two characters, so most texts are too short to be deep.
  if (json.length <= 2 * MAX_JSON_DEPTH) return false;
  let depth = 0;
  let inText = false;
  // Not a pattern of whole strings: it would look for the end of an unclosed string once for each quote in it.
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (inText) {
      if (character === '\\') at += 1;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}

/** A value from a request as JSON text; undefined if it is nested too deeply. */
export function jsonText(value: unknown): string | undefined {
  try {
    const text = JSON.stringify(value);
    return isTooDeep(text) ? undefined : text;
  } catch (error) {
    // Only very deep nesting overflows the stack.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** True if a number in the text loses digits as a binary floating-point number, such as 12345678901234567890. */
export function losesDigits(json: string): boolean {
  return inexactMembers(json).size > 0;
}

/**
 * The members of the outermost object that contain such a number at any depth. The empty name means a number outside all
 * members.
 */
export function inexactMembers(json: string): ReadonlySet<string> {
  const members = new Set<string>();
  let depth = 0;
  let member = '';
  TOKENS.lastIndex = 0;
  for (let token = TOKENS.exec(json); token !== null; token = TOKENS.exec(json)) {
    const [text, key, number] = token;
    if (number !== undefined) {
      if (!isExact(number)) members.add(member);
    } else if (text === '{' || text === '[') depth += 1;
    else if (text === '}' || text === ']') depth -= 1;
    else if (key !== undefined && depth === 1) member = JSON.parse(`"${key}"`) as string;
  }
  return members;
}

/** Matches a bracket, a string or a number. For a key, it captures the text between the quotes. */
const TOKENS = /[{}[\]]|"((?:[^"\\]|\\.)*)"(?=[ \t\r\n]*:)|"(?:[^"\\]|\\.)*"|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/** A number of a stored JSON text that is not a double, with the digits that are stored. */
export class ExactNumber {
  constructor(readonly digits: string) {}
}

/** JSON.parse, but a number that would lose digits is an ExactNumber. exactJson writes it back as it was. */
export function parseExactly(json: string): unknown {
  if (!losesDigits(json)) return JSON.parse(json);
  const mark = newMark();
  const marked = json.replace(TOKENS, (token: string, _key: unknown, number: string | undefined) =>
    number === undefined || isExact(number) ? token : `"${mark}${number}"`,
  );
  return JSON.parse(marked, (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? new ExactNumber(value.slice(mark.length)) : value,
  );
}

/** JSON.stringify for values with ExactNumbers. */
export function exactJson(value: unknown): string {
  const mark = newMark();
  const marked = JSON.stringify(value, (_name, one: unknown) =>
    one instanceof ExactNumber ? `${mark}${one.digits}` : one,
  );
  return marked.replaceAll(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1');
}

/**
 * The beginning of a text that stands for a number: Node.js 20 can neither read a number's own text nor write one. It is chosen
 * after the texts beside it, so none of them can be mistaken for a number.
 */
function newMark(): string {
  return `${randomUUID()}:`;
}

/** A double represents any 15 digits exactly. For more digits, compare with the double's own decimal form. */
function isExact(number: string): boolean {
  if (number.length <= 15 && !/e/i.test(number)) return true;
  const value = Number(number);
  return Number.isFinite(value) && canonical(String(value)) === canonical(number);
}

/** Significant digits and exponent, the same for all spellings of a number: "1.50e2" is "15e1". */
function canonical(number: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = withoutTrailingZeros(digits);
  if (significant === '') return '0';
  return `${significant}e${String(Number(exponent) - fraction.length + digits.length - significant.length)}`;
}

/** Not `/0+$/`, which starts anew at each zero: a number may have as many digits as the body of a request. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}
