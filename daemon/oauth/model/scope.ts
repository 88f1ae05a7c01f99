/** The existing scope values (AS-191), in their output order. */
export const SCOPES = ['read', 'write', 'ai', 'offline_access'] as const;

export type Scope = (typeof SCOPES)[number];

export function isScope(value: string): value is Scope {
  return (SCOPES as readonly string[]).includes(value);
}

/** Maximum number of scope values. Clients ask for the scopes of several kinds of servers, but none asks for this many. */
export const MAX_SCOPE_VALUES = 100;

/**
 * RFC 6749 §3.3: values are separated by spaces; extra spaces are tolerated, because real clients send them. Undefined if
 * there are more than MAX_SCOPE_VALUES.
 */
export function parseScope(parameter: string): string[] | undefined {
  if (parameter === '') return [];
  const values = new Set<string>();
  for (const [value] of parameter.matchAll(/[^ ]+/g)) {
    values.add(value);
    if (values.size > MAX_SCOPE_VALUES) return undefined;
  }
  return [...values];
}

/** One sentence that explains each scope, for consent pages. */
export const SCOPE_DESCRIPTIONS: Readonly<Record<Scope, string>> = {
  read: 'See the data that you can see in this application.',
  write: 'Create, change and delete data on your behalf.',
  ai: 'Use the AI features of this application on your behalf.',
  offline_access: 'Stay connected while you are not using the application.',
};
