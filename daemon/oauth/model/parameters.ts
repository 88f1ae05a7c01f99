/**
 * The form that identifiers and tokens have by their RFCs. What does not have it names nothing anywhere, so it is not
 * worth a call to the host: some databases fail on it (PostgreSQL refuses U+0000 in a text), and a failure of the host
 * would then be in the hands of whoever sends a request.
 */

/** RFC 6749 appendix A.1, and the longest one that the contract allows. */
export function isClientIdForm(text: string): boolean {
  return /^[ -~]{1,2048}$/.test(text);
}

/** RFC 6750 §2.1 `b64token`, and the longest one that the contract allows. */
export function isBearerTokenForm(text: string): boolean {
  return text.length <= 8192 && /^[A-Za-z0-9._~+/-]+=*$/.test(text);
}

/**
 * The parameters of a request (query or form), read by the rules of RFC 6749 §3.1 and §3.2: a parameter without a value is
 * treated as if it were omitted, unknown ones are ignored, and none may come more than once but `resource` (RFC 8707 §2).
 */
export class Parameters {
  readonly #values = new Map<string, string[]>();

  constructor(entries: Iterable<readonly [string, string]>) {
    for (const [name, value] of entries) {
      const values = this.#values.get(name);
      // Appended in place: a copy for each repetition would be quadratic.
      if (values === undefined) this.#values.set(name, [value]);
      else values.push(value);
    }
  }

  /** The value, or undefined when it is missing, empty or repeated. Ask `isRepeated` first where that must be told apart. */
  get(name: string): string | undefined {
    const values = this.#values.get(name);
    return values?.length === 1 && values[0] !== '' ? values[0] : undefined;
  }

  /** Every value that is not empty: for `resource`, which may repeat. */
  all(name: string): readonly string[] {
    return (this.#values.get(name) ?? []).filter((value) => value !== '');
  }

  isRepeated(name: string): boolean {
    return (this.#values.get(name)?.length ?? 0) > 1;
  }
}
