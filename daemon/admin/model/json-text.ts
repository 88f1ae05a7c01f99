/** Rules for JSON texts that JSON.parse accepts. Each is one pass over the text. */

/** Deeper values overflow the stack of many readers and writers of JSON: no column takes one, and none is shown. */
export const MAX_JSON_DEPTH = 512;

export function isTooDeep(json: string): boolean {
  // Every level takes two characters: most texts are too short to be deep.
  if (json.length <= 2 * MAX_JSON_DEPTH) return false;
  let depth = 0;
  BRACKETS.lastIndex = 0;
  for (let token = BRACKETS.exec(json); token !== null; token = BRACKETS.exec(json)) {
    const [text] = token;
    if (text === '{' || text === '[') depth += 1;
    else if (text === '}' || text === ']') depth -= 1;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}

/** A bracket, or a whole string, whose brackets count for nothing. */
const BRACKETS = /[{}[\]]|"(?:[^"\\]|\\.)*"/g;

/** Whether a number in the text loses digits where it is read as a binary floating-point number: 12345678901234567890. */
export function losesDigits(json: string): boolean {
  return inexactMembers(json).size > 0;
}

/**
 * The members of the outermost object that hold such a number, at any depth. The empty name stands for a number outside of
 * every member.
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

/** A bracket, a string (of a key the text between the quotes is captured), or a number. */
const TOKENS = /[{}[\]]|"((?:[^"\\]|\\.)*)"(?=[ \t\r\n]*:)|"(?:[^"\\]|\\.)*"|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/** A double holds any 15 digits. More may be exact as well: what the double is written as decides. */
function isExact(number: string): boolean {
  if (number.length <= 15 && !/e/i.test(number)) return true;
  const value = Number(number);
  return Number.isFinite(value) && canonical(String(value)) === canonical(number);
}

/** Significant digits and exponent, alike for all spellings of one number: "1.50e2" is "15e1". */
function canonical(number: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${significant}e${String(Number(exponent) - fraction.length + digits.length - significant.length)}`;
}

/**
 * The first key that stands twice in one object of a JSON text, at any depth; undefined when there is none. Only for texts
 * that JSON.parse took: nothing else is checked here. Keys are compared as what they stand for ("\u0061" is "a").
 */
export function repeatedKey(json: string): string | undefined {
  /** One entry for each bracket that is open: the keys of an object, undefined for an array. */
  const open: (Set<string> | undefined)[] = [];
  TOKEN.lastIndex = 0;
  for (let token = TOKEN.exec(json); token !== null; token = TOKEN.exec(json)) {
    const [text, isKey] = token;
    if (text === '{') open.push(new Set());
    else if (text === '[') open.push(undefined);
    else if (text === '}' || text === ']') open.pop();
    else if (isKey !== undefined) {
      const keys = open.at(-1);
      const key = text.includes('\\') ? (JSON.parse(text.slice(0, text.lastIndexOf('"') + 1)) as string) : isKey;
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
  }
  return undefined;
}

/** A bracket, or a string; of a string that is a key the text between the quotes is captured. */
const TOKEN = /[{}[\]]|"((?:[^"\\]|\\.)*)"(?=[ \t\r\n]*:)|"(?:[^"\\]|\\.)*"/g;
