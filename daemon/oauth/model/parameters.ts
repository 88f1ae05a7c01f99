/**
 * The formats of identifiers and tokens, by RFC. Malformed ones cannot exist, so they are not worth a call to the host. Some
 * databases also fail on them (PostgreSQL rejects U+0000 in a text), and any sender could then make the host fail.
 */

/** RFC 6749 appendix A.1, up to the longest that the contract allows. */
export function isClientIdForm(text: string): boolean {
  return /^[ -~]{1,2048}$/.test(text);
}

/** RFC 3986 characters only, up to the longest redirect URI that can be registered (AS-40). */
export function isRedirectUriForm(text: string): boolean {
  return /^[!-~]{1,2048}$/.test(text);
}

/** RFC 6750 §2.1 `b64token`, up to the longest that the contract allows. */
export function isBearerTokenForm(text: string): boolean {
  return text.length <= 8192 && /^[A-Za-z0-9._~+/-]+=*$/.test(text);
}

/**
 * The parameters of a request (query or form), read by the rules of RFC 6749 §3.1 and §3.2: a parameter without a value
 * counts as omitted, unknown ones are ignored, and none may repeat except `resource` (RFC 8707 §2).
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

  /** The value, or undefined if it is missing, empty or repeated. Call `isRepeated` first to distinguish the last case. */
  get(name: string): string | undefined {
    const values = this.#values.get(name);
    return values?.length === 1 && values[0] !== '' ? values[0] : undefined;
  }

  /** Every non-empty value: for `resource`, which may repeat. */
  all(name: string): readonly string[] {
    return (this.#values.get(name) ?? []).filter((value) => value !== '');
  }

  isRepeated(name: string): boolean {
    return (this.#values.get(name)?.length ?? 0) > 1;
  }
}
