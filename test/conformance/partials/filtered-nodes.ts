import { expect } from 'chai';
import type { PartialNode } from '../../../daemon/admin/api/answers.js';

// The table of docs/admin/partials.md, written down independently of the code under test.
const ELEMENTS =
  /^(div|span|p|strong|em|b|i|u|s|small|mark|code|pre|br|hr|ul|ol|li|dl|dt|dd|h[2-6]|table|thead|tbody|tfoot|tr|th|td|caption|section|header|footer|figure|figcaption|blockquote|q|abbr|time|data|meter|progress|sup|sub|a|img)$/;
const EVERYWHERE = /^(class|title|lang|dir|role|(aria|data)-.+)$/;
const SOMEWHERE: Readonly<Record<string, RegExp>> = {
  a: /^href$/,
  img: /^(src|alt|width|height)$/,
  td: /^(colspan|rowspan|scope)$/,
  th: /^(colspan|rowspan|scope)$/,
  time: /^datetime$/,
  data: /^value$/,
  meter: /^(value|min|max|low|high|optimum)$/,
  progress: /^(value|max)$/,
};
const PAGE = 'https://admin.example.test/backend/posts';

/** The invariants for the nodes of any HTML (AD-145, AD-146). */
export function expectAllowed(nodes: readonly PartialNode[], input: string): void {
  let count = 0;
  const visit = (node: PartialNode, depth: number): void => {
    count += 1;
    if (!('tag' in node)) {
      expect(Object.keys(node), input).to.deep.equal(['text']);
      expect(node.text, input).to.be.a('string').and.not.equal('');
      return;
    }
    expect(depth, input).to.be.at.most(32);
    expect(node.tag, input).to.match(ELEMENTS);
    for (const [name, value] of Object.entries(node.attributes)) {
      expect(EVERYWHERE.test(name) || SOMEWHERE[node.tag]?.test(name), `${node.tag}[${name}] of ${input}`).to.equal(
        true,
      );
      if (name === 'href' || name === 'src') expectSameOrigin(node.tag, value, input);
    }
    for (const child of node.children) visit(child, depth + 1);
  };
  for (const node of nodes) visit(node, 1);
  expect(count, input).to.be.at.most(2000);
}

/** The URL parser decides, because browsers use the same one. */
function expectSameOrigin(tag: string, value: string, input: string): void {
  const url = new URL(value, PAGE);
  expect(url.origin, `${value} of ${input}`).to.equal(new URL(PAGE).origin);
  expect(value, input).to.match(tag === 'a' ? /^(\/(?![/\\])|#)/ : /^\/(?![/\\])/);
}
