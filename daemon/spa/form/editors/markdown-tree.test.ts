import { expect } from 'chai';
import type { Nodes } from 'hast';
import { markdownTree } from './markdown-tree.js';

/** The elements in the order of the text, as "h2". */
function elements(node: Nodes): readonly string[] {
  const inner = 'children' in node ? node.children.flatMap(elements) : [];
  return node.type === 'element' ? [node.tagName, ...inner] : inner;
}

function texts(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(texts).join('') : '';
}

describe('heading levels of a Markdown preview (WCAG 2.2 §1.3.1: no level is skipped)', () => {
  for (const [text, levels] of [
    ['# a\n## b\n# c', ['h2', 'h3', 'h2']],
    ['### a\n### b', ['h2', 'h3']],
    ['# a\n###### b\n> ## c', ['h2', 'h3', 'h3']],
    ['no heading', []],
  ] as const) {
    it(`${JSON.stringify(text)} has the levels ${levels.join(', ')}`, () =>
      expect(elements(markdownTree(text)).filter((name) => /^h\d$/.test(name))).to.deep.equal(levels));
  }
});

describe('elements of a Markdown preview (AD-219)', () => {
  for (const [text, names] of [
    ['~~a~~ **b** _c_ `d`', ['p', 'del', 'strong', 'em', 'code']],
    ['- [x] done', ['ul', 'li', 'input']],
    ['|a|\n|-|\n|b|', ['table', 'thead', 'tr', 'th', 'tbody', 'tr', 'td']],
    ['[a][x]\n\n[x]: /y', ['p', 'a']],
    ['a[^1]\n\n[^1]: b', ['p', 'sup', 'div', 'sup', 'p']],
  ] as const) {
    it(`${JSON.stringify(text)} has ${names.join(', ')}`, () =>
      expect(elements(markdownTree(text))).to.deep.equal(names));
  }

  it('keeps HTML as text, in a line and as a block', () => {
    const hostile = '<img src=x onerror=alert(1)>';
    for (const text of [hostile, `a ${hostile} b`, `<script>alert(1)</script>`, `<div>\n${hostile}\n</div>`]) {
      const tree = markdownTree(text);
      expect(elements(tree).filter((name) => name !== 'p')).to.deep.equal([]);
      expect(texts(tree)).to.equal(text);
    }
  });
});
