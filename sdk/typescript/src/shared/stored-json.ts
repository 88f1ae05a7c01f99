/**
 * Reads JSON from a column of the SDK's own tables. The rows belong to the application, and anyone with access to its
 * database can change them. JSON of the wrong shape must fail on reading, with an error that says where it is stored. No
 * message contains the value.
 *
 * Validated by hand: typia would be a dependency of every application that installs the SDK.
 */

/** @param where for the error: "redirect_uris of client c1" */
export function storedTexts(json: string, where: string): string[] {
  const value = parsed(json, where);
  if (!Array.isArray(value) || !value.every((item): item is string => typeof item === 'string')) {
    throw new Error(`${where}: is not a JSON list of texts`);
  }
  return value;
}

/** @param where for the error: "metadata of client c1" */
export function storedObject(json: string, where: string): Record<string, unknown> {
  const value = parsed(json, where);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${where}: is not a JSON object`);
  }
  return value as Record<string, unknown>;
}

/** A string, a mark, or a scalar. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * The members of a JSON object, each as its JSON is written: JSON.parse rounds numbers, and moves names of digits to the front.
 *
 * @param where for the error: "item_values of acme-shop"
 */
export function storedMembers(json: string, where: string): ReadonlyMap<string, string> {
  storedObject(json, where);
  const members = new Map<string, string>();
  let depth = 0;
  let name: string | undefined;
  let [start, end] = [-1, -1];
  for (const { 0: token, index } of json.matchAll(TOKEN)) {
    if (depth === 1 && (token === ',' || token === '}')) {
      if (name !== undefined) members.set(name, json.slice(start, end));
      name = undefined;
    } else if (depth === 1 && name === undefined) {
      name = JSON.parse(token) as string;
      start = -1;
    } else if (token !== ':') {
      if (start < 0) start = index;
      end = index + token.length;
    }
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
  }
  return members;
}

function parsed(json: string, where: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // JSON.parse quotes the text.
    throw new Error(`${where}: is not JSON`);
  }
}
