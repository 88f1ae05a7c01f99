import type { Nodes } from 'hast';
import { createLowlight } from 'lowlight';
import type { ReactNode } from 'react';
import type { Grammar } from './grammars.js';

/** Makes of a text the same text in elements that say what its parts are. Never HTML that somebody would have to parse. */
export function createHighlighter({ main, parts }: Grammar): (text: string) => ReactNode {
  const lowlight = createLowlight(parts);
  return (text) => lowlight.highlight(main, text).children.map(nodeOf);
}

function nodeOf(node: Nodes, index: number): ReactNode {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return null;
  const { className } = node.properties;
  return (
    <span key={index} {...(Array.isArray(className) && { className: className.join(' ') })}>
      {node.children.map(nodeOf)}
    </span>
  );
}
