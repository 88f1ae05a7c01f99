import type { Key as DescribedKey } from '../core/described-keys.js';
import * as described from '../core/described-keys.js';
import type { Kind } from './kinds.js';

/** One key of the configuration: `otherwise` is its default value. */
export interface Key<T, Suffix extends string = ''> extends DescribedKey<Kind<T, Suffix>, T> {
  /** Never printed, never logged. */
  readonly secret: boolean;
  /** Whether the value may contain a secret: then the file that `GATEHOUSE_…_FILE` names may hold it. */
  readonly mayHoldSecret: boolean;
}

/** Keys under a common name: "http", "host.tls". */
export interface Section<Keys> {
  readonly does: string;
  readonly keys: Keys;
}

export function key<T, Suffix extends string = ''>(
  kind: Kind<T, Suffix>,
  description: { readonly otherwise: NoInfer<T>; readonly does: string },
): Key<T, Suffix> {
  return { ...described.key(kind, description), secret: false, mayHoldSecret: false };
}

/** A secret key, which is never shown. Not set by default. */
export function secret(kind: Kind<string>, { does }: { readonly does: string }): Key<string> {
  return { ...described.key(kind, { otherwise: '', does }), secret: true, mayHoldSecret: true };
}

/** A key whose value may contain a secret, which `show` of its kind hides: a URL with a password. Not set by default. */
export function partlySecret(kind: Kind<string>, { does }: { readonly does: string }): Key<string> {
  return { ...described.key(kind, { otherwise: '', does }), secret: false, mayHoldSecret: true };
}

export function section<Keys>(does: string, keys: Keys): Section<Keys> {
  return { does, keys };
}

/** The type of the configuration that a schema describes: `body_timeout`, a duration, becomes `bodyTimeoutMs: number`. */
export type ConfigOf<Keys> = {
  readonly [Name in keyof Keys & string as MemberOf<Name, Keys[Name]>]: Keys[Name] extends Section<infer Inner>
    ? ConfigOf<Inner>
    : Keys[Name] extends Key<infer T, string>
      ? T
      : never;
};

type MemberOf<Name extends string, Entry> = Entry extends { reader: { suffix: infer Suffix extends string } }
  ? `${Camel<Name>}${Suffix}`
  : Camel<Name>;

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** A key with its full name, which every layer of the configuration uses. */
export interface NamedKey extends Key<unknown, string> {
  /** "http.body_timeout" */
  readonly name: string;
  /** "GATEHOUSE_HTTP__BODY_TIMEOUT" */
  readonly env: string;
}

export const ENV_PREFIX = 'GATEHOUSE_';

/** Every key of the schema in its order, with its full name. */
export function namedKeys(keys: object, prefix = ''): NamedKey[] {
  return entries(keys).flatMap(([name, entry]) => {
    const full = prefix + name;
    if ('keys' in entry) return namedKeys(entry.keys, `${full}.`);
    return [{ ...entry, name: full, env: ENV_PREFIX + full.toUpperCase().replaceAll('.', '__') }];
  });
}

/** Converts values keyed by full name into the shape that ConfigOf describes. */
export function shape<Keys extends object>(
  keys: Keys,
  valueOf: (name: string) => unknown,
  prefix = '',
): ConfigOf<Keys> {
  const members = entries(keys).map(([name, entry]): [string, unknown] => {
    const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const full = prefix + name;
    return 'keys' in entry
      ? [camel, shape(entry.keys, valueOf, `${full}.`)]
      : [camel + entry.reader.suffix, valueOf(full)];
  });
  return Object.freeze(Object.fromEntries(members)) as ConfigOf<Keys>;
}

function entries(keys: object): [string, Section<object> | Key<unknown, string>][] {
  return Object.entries(keys) as [string, Section<object> | Key<unknown, string>][];
}
