import { createElement, type ReactNode } from 'react';
import type { PartialNode } from '../../admin/partials/filter/partial-node.js';
import { Picture } from '../ui/picture.js';

/** What HTML calls otherwise than React. Everything else of the daemon's allowlist has the same name in both. */
const REACT_NAMES: Readonly<Record<string, string>> = {
  class: 'className',
  colspan: 'colSpan',
  rowspan: 'rowSpan',
  datetime: 'dateTime',
};

/** The nodes as elements and texts: nothing is ever parsed as HTML here, so nothing in it can become script. */
export function PartialNodes({ nodes }: { readonly nodes: readonly PartialNode[] }): ReactNode {
  return nodes.map((node, index) => {
    if ('text' in node) return node.text;
    const attributes: Readonly<Record<string, string>> = Object.fromEntries(
      Object.entries(node.attributes).map(([name, value]) => [REACT_NAMES[name] ?? name, value]),
    );
    const children = node.children.length > 0 ? <PartialNodes nodes={node.children} /> : undefined;
    return createElement(node.tag === 'img' ? Picture : node.tag, { ...attributes, key: index }, children);
  });
}
