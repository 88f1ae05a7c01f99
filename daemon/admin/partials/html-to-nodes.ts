import { Parser } from 'htmlparser2';
import type { PartialNode } from '../api/answers.js';
import { KEPT_ELEMENTS, keptAttributes, REMOVED_ELEMENTS } from './html-allowlist.js';
import { MAX_DEPTH, MAX_NODES, MAX_OUTPUT_BYTES, PartialLimitExceeded } from './runtime/limits.js';

/** Open elements of any kind. Only kept ones count for the depth, but all of them cost the parser time. */
const MAX_OPEN = 256;

interface Open {
  readonly kept: boolean;
  readonly removed: boolean;
  readonly children: PartialNode[];
}

/** Builds the nodes from what an HTML parser reports, keeping what may be kept. */
class TreeBuilder {
  readonly nodes: PartialNode[] = [];
  readonly #open: Open[] = [];
  #depth = 0;
  #count = 0;
  /** Text since the last tag that was kept; what stood between its pieces is gone. */
  #text = '';

  onopentag = (tag: string, attributes: Readonly<Record<string, string>>): void => {
    if (this.#open.length >= MAX_OPEN)
      throw new PartialLimitExceeded(`more than ${MAX_OPEN} elements inside each other`);
    const removed = this.#isRemoving() || REMOVED_ELEMENTS.has(tag);
    const kept = !removed && KEPT_ELEMENTS.has(tag);
    const children: PartialNode[] = kept ? [] : this.#current();
    if (kept) {
      this.#depth += 1;
      if (this.#depth > MAX_DEPTH) throw new PartialLimitExceeded(`elements nest deeper than ${MAX_DEPTH}`);
      this.#add({ tag, attributes: keptAttributes(tag, attributes), children });
    }
    this.#open.push({ kept, removed, children });
  };

  onclosetag = (): void => {
    if (this.#open.at(-1)?.kept) {
      this.#flush();
      this.#depth -= 1;
    }
    this.#open.pop();
  };

  ontext = (text: string): void => {
    if (!this.#isRemoving()) this.#text += text;
  };

  onend = (): void => {
    this.#flush();
  };

  #add(node: PartialNode): void {
    this.#flush();
    this.#append(node);
  }

  #flush(): void {
    if (this.#text === '') return;
    this.#append({ text: this.#text });
    this.#text = '';
  }

  #append(node: PartialNode): void {
    this.#count += 1;
    if (this.#count > MAX_NODES) throw new PartialLimitExceeded(`more than ${MAX_NODES} nodes`);
    this.#current().push(node);
  }

  #current(): PartialNode[] {
    return this.#open.at(-1)?.children ?? this.nodes;
  }

  #isRemoving(): boolean {
    return this.#open.at(-1)?.removed ?? false;
  }
}

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
