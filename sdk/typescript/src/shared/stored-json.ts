/**
 * JSON that a column of our own tables holds. The rows are the application's, and anyone with access to its database can change
 * them: JSON of another shape must fail where it is read, and say where it is stored. The value is in no message.
 *
 * Checked by hand: typia would be a dependency of every application that installs the SDK.
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

function parsed(json: string, where: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // JSON.parse quotes the text.
    throw new Error(`${where}: is not JSON`);
  }
}
