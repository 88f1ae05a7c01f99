import type { Text } from './text.js';

/** Same-origin URLs, always both lists. */
export interface AssetUrls {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** One choice that the YAML lists. */
export interface Choice {
  /** As text, whatever the column's type. */
  readonly value: string;
  readonly label: Text;
}
