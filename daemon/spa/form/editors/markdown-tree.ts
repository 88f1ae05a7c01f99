import type { Element, ElementContent, Nodes, Root } from 'hast';
import type { FootnoteDefinition, FootnoteReference, Heading } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import type { Handlers } from 'mdast-util-to-hast';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';

/**
 * Parses CommonMark with the GitHub extensions (tables, task lists, strikethrough, footnotes, bare addresses) into a tree of
 * elements. HTML in the text stays text: nothing here parses it.
 */
export function markdownTree(text: string): Root {
  const parsed = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const tree: Nodes = toHast(parsed, { handlers: handlers() });
  return tree.type === 'root' ? tree : { type: 'root', children: tree.type === 'doctype' ? [] : [tree] };
}

function handlers(): Handlers {
  /**
   * Levels start below the page's own heading, and skip none. People who navigate a page by its headings rely on that.
   */
  let before = 1;
  return {
    html: (_state, node: { readonly value: string }) => ({ type: 'text', value: node.value }),
    heading(state, node: Heading) {
      before = Math.min(node.depth + 1, before + 1, 6);
      return element(`h${before}`, { dataDepth: node.depth }, state.all(node));
    },
    // Where they are written: a list at the end would need anchors, and ids that are unique on the page.
    footnoteReference: (_state, node: FootnoteReference) => element('sup', {}, [{ type: 'text', value: nameOf(node) }]),
    footnoteDefinition: (state, node: FootnoteDefinition) =>
      element('div', { className: ['markdown__footnote'] }, [
        element('sup', {}, [{ type: 'text', value: nameOf(node) }]),
        { type: 'text', value: ' ' },
        ...state.all(node),
      ]),
  };
}

function nameOf({ identifier, label }: FootnoteDefinition | FootnoteReference): string {
  return label ?? identifier;
}

function element(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children };
}
