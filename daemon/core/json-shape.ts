import type { IValidation } from 'typia';

/** JSON does not have its fixed shape: another version of the program wrote it, or another program. */
export class UnexpectedJson extends Error {
  override readonly name = 'UnexpectedJson';
}

/**
 * Reads JSON of a fixed shape. The error names the place and the expected type, but never a value, which may be a secret.
 *
 * @param what the kind of document, for the error: "a pending request in Redis"
 * @param validate made by `typia.createValidate<T>()`
 * @throws UnexpectedJson
 */
export function parseShape<T>(what: string, json: string, validate: (value: unknown) => IValidation<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // The error of JSON.parse quotes the text.
    throw new UnexpectedJson(`${what} is not JSON`);
  }
  const validated = validate(value);
  if (validated.success) return validated.data;
  const [first] = validated.errors;
  throw new UnexpectedJson(`${what}: ${first?.path ?? '$input'} is not of type ${first?.expected ?? 'unknown'}`);
}
