import { Parser } from 'htmlparser2';
import { PartialLimitExceeded } from './errors.js';
import type { PartialNode } from './filter/partial-node.js';
import { TreeBuilder } from './filter/tree-builder.js';
import { MAX_OUTPUT_BYTES } from './limits.js';

/**
 * The nodes of a partial: what the allowlist of elements, attributes and URLs leaves of some HTML. Throws
 * PartialLimitExceeded when the HTML is too long, or what is left of it has too many nodes or nests too deeply; a tree
 * is never cut off.
 */
export function htmlToNodes(html: string): readonly PartialNode[] {
  if (Buffer.byteLength(html) > MAX_OUTPUT_BYTES) {
    throw new PartialLimitExceeded(`the HTML is longer than ${MAX_OUTPUT_BYTES} bytes`);
  }
  const builder = new TreeBuilder();
  new Parser(builder).end(html);
  return builder.nodes;
}
