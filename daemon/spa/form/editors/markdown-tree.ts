import type { Heading, Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { addressAsRead, isSameOriginPath } from '../../../admin/api/addresses.js';

/** CommonMark with the extensions that everybody knows (tables, task lists, strike-through, bare addresses), as a tree. */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

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

/**
 * The address of a link or picture in a preview, if it leads where a text may lead: to a page by https, to a path on this
 * server, to a place in the text, or to somebody's mail.
 */
export function safeLink(url: string): string | undefined {
  const read = addressAsRead(url);
  return /^https:\/\/[^/\\]/i.test(read) || /^mailto:[^?]/i.test(read) || read.startsWith('#') ? read : safePath(read);
}

/** Pictures are shown from this server alone: the page may load them from nowhere else (Content-Security-Policy). */
export function safePicture(url: string): string | undefined {
  return safePath(addressAsRead(url));
}

function safePath(read: string): string | undefined {
  return isSameOriginPath(read) ? read : undefined;
}
