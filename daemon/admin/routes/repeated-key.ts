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
