/**
 * A value that code of the application has thrown, if it can be read, and else an Error that says so. An application may throw
 * anything, such as an object without toString, or an Error whose message is a getter that throws. Where we read one, in a catch,
 * that exception would end the process or answer others. Call it before anything else reads a thrown value.
 */
export function readable(thrown: unknown): unknown {
  try {
    if (thrown instanceof Error) {
      const { name, message, stack = '', code } = thrown as Error & { readonly code?: unknown };
      if ([name, message, stack, String(code)].every((text) => typeof text === 'string')) return thrown;
    } else if (typeof String(thrown) === 'string') return thrown;
  } catch {
    // It cannot.
  }
  return new Error('the application threw a value that cannot be read');
}

/** For a log. */
export function textOf(thrown: unknown): string {
  return String(readable(thrown));
}
