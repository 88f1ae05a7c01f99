import { decodeSegment, splitPath, type PathPattern } from './path-pattern.js';

interface Node<Entry> {
  readonly fixed: Map<string, Node<Entry>>;
  parameter: Node<Entry> | undefined;
  entry: Entry | undefined;
  below: Entry | undefined;
}

/**
 * Finds what stands for a path among patterns. A fixed segment wins over a parameter, and both over `/*`; where a more
 * particular beginning leads nowhere, the next one is tried. No pattern is tried twice, so a path costs no more than its
 * segments times the patterns that share its beginning.
 */
export class PathTree<Entry> {
  readonly #root = emptyNode<Entry>();

  /** Throws when the place is taken: by the same pattern, or by one that differs in a parameter's name only. */
  add(pattern: PathPattern, entry: Entry): void {
    let node = this.#root;
    for (const segment of pattern.segments) node = childOf(node, segment);
    const slot = pattern.below ? 'below' : 'entry';
    if (node[slot] !== undefined) throw new Error(`two patterns stand for the paths of ${pattern.text}`);
    node[slot] = entry;
  }

  find(path: string): Entry | undefined {
    return find(this.#root, splitPath(path), 0);
  }
}

function find<Entry>(node: Node<Entry>, parts: readonly string[], index: number): Entry | undefined {
  const part = parts[index];
  if (part === undefined) return node.entry;
  const fixed = node.fixed.get(part);
  const found = fixed === undefined ? undefined : find(fixed, parts, index + 1);
  if (found !== undefined) return found;
  if (node.parameter !== undefined && part !== '' && decodeSegment(part) !== undefined) {
    const inner = find(node.parameter, parts, index + 1);
    if (inner !== undefined) return inner;
  }
  return node.below;
}

function emptyNode<Entry>(): Node<Entry> {
  return { fixed: new Map(), parameter: undefined, entry: undefined, below: undefined };
}

function childOf<Entry>(node: Node<Entry>, segment: PathPattern['segments'][number]): Node<Entry> {
  if ('parameter' in segment) return (node.parameter ??= emptyNode());
  const existing = node.fixed.get(segment.fixed);
  if (existing !== undefined) return existing;
  const created = emptyNode<Entry>();
  node.fixed.set(segment.fixed, created);
  return created;
}
