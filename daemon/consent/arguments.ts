/** A field of a request is missing, too long or malformed: INVALID_ARGUMENT, naming the field and never its value. */
export class InvalidArgument extends Error {
  override readonly name = 'InvalidArgument';
}

const MAX_USER_ID = 255;
const MAX_GRANT_CONTEXT_BYTES = 4096;
const MAX_GRANTED_SCOPES = 64;

/** Any text will do: one that was never given out is like one that has expired. */
export function requestIdArgument(value: string): string {
  if (value === '') throw new InvalidArgument('request_id is missing');
  return value;
}

export function userIdArgument(value: string): string {
  if (value === '') throw new InvalidArgument('user_id is missing');
  // A character outside the basic plane counts once for the contract and twice in a JavaScript string.
  if (value.length > MAX_USER_ID && [...value].length > MAX_USER_ID) {
    throw new InvalidArgument(`user_id is longer than ${MAX_USER_ID} characters`);
  }
  if (value.includes('\0')) throw new InvalidArgument('user_id holds a NUL, which databases do not store');
  return value;
}

export function grantContextArgument(value: Buffer): Buffer {
  if (value.length > MAX_GRANT_CONTEXT_BYTES) {
    throw new InvalidArgument(`grant_context is longer than ${MAX_GRANT_CONTEXT_BYTES} bytes`);
  }
  return value;
}

export function grantedScopesArgument(values: readonly string[]): readonly string[] {
  if (values.length > MAX_GRANTED_SCOPES) {
    throw new InvalidArgument(`granted_scopes has more than ${MAX_GRANTED_SCOPES} values`);
  }
  return values;
}

export function accessTokenArgument(value: string): string {
  if (value === '') throw new InvalidArgument('access_token is missing');
  return value;
}
