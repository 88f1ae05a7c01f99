import type { Heading, Nodes, Root } from 'mdast';

export type HeadingLevel = 2 | 3 | 4 | 5 | 6;

/**
 * The levels of a text's headings below the page's own, and none of them skipped: whoever goes through a page by its headings
 * misses the ones between.
 */
export function headingLevels(root: Root): ReadonlyMap<Heading, HeadingLevel> {
  const levels = new Map<Heading, HeadingLevel>();
  let before = 1;
  const look = (node: Nodes) => {
    if (node.type === 'heading') {
      const level = Math.min(node.depth + 1, before + 1, 6) as HeadingLevel;
      levels.set(node, level);
      before = level;
    }
    if ('children' in node) node.children.forEach(look);
  };
  look(root);
  return levels;
}
