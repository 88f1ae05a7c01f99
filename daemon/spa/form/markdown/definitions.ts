import type { Nodes, Root } from 'mdast';

/** Addresses by the names that a text gives them: `[home]: https://example.com`. The first of a name counts (CommonMark). */
export type Definitions = ReadonlyMap<string, string>;

export function definitionsOf(root: Root): Definitions {
  const found = new Map<string, string>();
  const look = (node: Nodes) => {
    if (node.type === 'definition' && !found.has(node.identifier)) found.set(node.identifier, node.url);
    if ('children' in node) node.children.forEach(look);
  };
  look(root);
  return found;
}
