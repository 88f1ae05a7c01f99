import type { NamedKey } from './definition.js';
import type { Problem } from './problem.js';

/** A value as one layer gives it, not looked at yet. */
export interface Setting {
  readonly key: NamedKey;
  readonly raw: unknown;
  /** Where it was set, in the words of Problem.where. */
  readonly source: string;
}

/** What one layer (file, environment, flags) has to say. */
export interface Layer {
  readonly settings: readonly Setting[];
  readonly problems: readonly Problem[];
}

/** A key with the value that counts, and who set it: "default" where nobody did. */
export interface Resolved {
  readonly key: NamedKey;
  readonly value: unknown;
  readonly source: string;
}
