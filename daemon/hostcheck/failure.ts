import { isDeepStrictEqual } from 'node:util';

/** A check that did not hold, in the words that its reader needs to mend the host. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure';

  constructor(
    readonly expected: string,
    readonly got: string,
    readonly advice: string,
  ) {
    super(`expected ${expected}, got ${got}`);
  }
}

export function expectThat(holds: boolean, expected: string, got: string, advice: string): asserts holds {
  if (!holds) throw new CheckFailure(expected, got, advice);
}

export function expectSame(what: string, got: unknown, expected: unknown, advice: string): void {
  if (!isDeepStrictEqual(got, expected)) {
    throw new CheckFailure(`${what} = ${shown(expected)}`, shown(got), advice);
  }
}

/** Everything that is compared was made by the check itself, so nothing of it is secret. */
export function shown(value: unknown): string {
  if (value instanceof Uint8Array) {
    return value.length === 0
      ? 'no bytes'
      : `${value.length} bytes ${Buffer.from(value).toString('hex').slice(0, 16)}…`;
  }
  if (typeof value === 'string')
    return value.length > 80 ? `${JSON.stringify(value.slice(0, 80))}…` : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([name, member]) => `${name}: ${shown(member)}`)
      .join(', ')}}`;
  }
  return String(value);
}
