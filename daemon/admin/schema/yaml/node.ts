import type { Spot } from '../spot.js';

/**
 * What YAML says, as a tree in which every value knows its place. Keys stay a list in the order of the file: never an
 * object, so that no name a file may hold (`__proto__`) can mean anything to JavaScript.
 */
export type YamlNode = YamlMap | YamlList | YamlScalar;

export interface YamlMap {
  readonly kind: 'map';
  readonly at: Spot;
  /** Names are unique. */
  readonly entries: readonly YamlEntry[];
}

export interface YamlEntry {
  readonly name: string;
  /** Of the key, not of its value: that is where a mistake in the name is to be mended. */
  readonly at: Spot;
  readonly value: YamlNode;
}

export interface YamlList {
  readonly kind: 'list';
  readonly at: Spot;
  readonly items: readonly YamlNode[];
}

export interface YamlScalar {
  readonly kind: 'scalar';
  readonly at: Spot;
  /** Null where nothing stands behind the colon. */
  readonly value: string | number | boolean | null;
  /** As written, without quotes: "1.50" where the value is 1.5. */
  readonly text: string;
}

/** For messages: `is "yes"`, `is a list`. A long text is cut. */
export function describeNode(node: YamlNode): string {
  if (node.kind !== 'scalar') return node.kind === 'map' ? 'is a mapping' : 'is a list';
  if (node.value === null) return 'has no value';
  if (typeof node.value !== 'string') return `is ${node.text}`;
  return `is ${JSON.stringify(node.value.length > 60 ? `${node.value.slice(0, 60)}…` : node.value)}`;
}
