import type { Heading, Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { addressAsRead, isSameOriginPath } from '../../../admin/api/addresses.js';

/** Parses CommonMark with the GitHub extensions (tables, task lists, strikethrough, bare addresses) into a tree. */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

export type HeadingLevel = 2 | 3 | 4 | 5 | 6;

/**
 * The heading levels of a text, starting below the page's own heading, with no level skipped. People who navigate a page by
 * its headings rely on that.
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

/** Link targets by reference name: `[home]: https://example.com`. The first definition of a name wins (CommonMark). */
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
 * The address of a link or picture in a preview if it is a permitted target: an https page, a path on this server, an
 * anchor in the text or a mailto address. Otherwise undefined.
 */
export function safeLink(url: string): string | undefined {
  const read = addressAsRead(url);
  return /^https:\/\/[^/\\]/i.test(read) || /^mailto:[^?]/i.test(read) || read.startsWith('#') ? read : safePath(read);
}

/** Only pictures from this server: the Content-Security-Policy blocks all others. */
export function safePicture(url: string): string | undefined {
  return safePath(addressAsRead(url));
}

function safePath(read: string): string | undefined {
  return isSameOriginPath(read) ? read : undefined;
}
