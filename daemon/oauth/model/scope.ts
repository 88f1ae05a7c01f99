/** The scope values that exist (AS-191), in the order in which they are always written. */
export const SCOPES = ['read', 'write', 'ai', 'offline_access'] as const;

export type Scope = (typeof SCOPES)[number];

export function isScope(value: string): value is Scope {
  return (SCOPES as readonly string[]).includes(value);
}

/** Values that a scope may have. Clients ask for what several kinds of servers might offer; none asks for this many. */
export const MAX_SCOPE_VALUES = 100;

/**
 * RFC 6749 §3.3: values are separated by spaces; stray spaces are tolerated, since real clients send them. Undefined when
 * there are more than MAX_SCOPE_VALUES.
 */
export function parseScope(parameter: string): string[] | undefined {
  const values = new Set<string>();
  for (const [value] of parameter.matchAll(/[^ ]+/g)) {
    values.add(value);
    if (values.size > MAX_SCOPE_VALUES) return undefined;
  }
  return [...values];
}

/** One sentence of meaning for each scope, for consent pages. */
export const SCOPE_DESCRIPTIONS: Readonly<Record<Scope, string>> = {
  read: 'See the data that you can see in this application.',
  write: 'Create, change and delete data on your behalf.',
  ai: 'Use the AI features of this application on your behalf.',
  offline_access: 'Stay connected while you are not using the application.',
};
