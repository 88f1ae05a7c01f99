import { expect } from 'chai';
import { PartialLimitExceeded } from './runtime/limits.js';
import type { PartialNode } from '../api/answers.js';
import { htmlToNodes } from './html-to-nodes.js';

function element(tag: string, attributes: Record<string, string>, ...children: PartialNode[]): PartialNode {
  return { tag, attributes, children };
}

function attributesOf(html: string): unknown {
  const [first] = htmlToNodes(html);
  return first && 'attributes' in first ? first.attributes : undefined;
}

describe('HTML filter of partials (AD-145)', () => {
  it('keeps the elements of the list, and lower-cases their names (AD-145)', () => {
    expect(htmlToNodes('<DL><dt>Orders</dt><dd>128</dd></DL>')).to.deep.equal([
      element('dl', {}, element('dt', {}, { text: 'Orders' }), element('dd', {}, { text: '128' })),
    ]);
  });

  it('unwraps any other element: keeps its children and joins adjacent text (AD-145)', () => {
    const html = 'a<font>b<b>c</b></font><article>d<x-y>e</x-y></article>';
    expect(htmlToNodes(html)).to.deep.equal([{ text: 'ab' }, element('b', {}, { text: 'c' }), { text: 'de' }]);
  });

  const REMOVED = 'script style template iframe object noscript textarea title xmp svg math form button select'.split(
    ' ',
  );
  for (const tag of REMOVED) {
    it(`removes ${tag} with its content (AD-145)`, () => {
      expect(htmlToNodes(`a<${tag}><p>gone</p></${tag}>b`)).to.deep.equal([{ text: 'ab' }]);
    });
  }

  it('removes listed void elements, and comments (AD-145)', () => {
    const html = 'a<embed src=/x><input value=x><link href=/x><meta x><base href=/x><!-- <p>c</p> -->b';
    expect(htmlToNodes(html)).to.deep.equal([{ text: 'ab' }]);
  });

  it('keeps class, title, lang, dir, role, aria-* and data-* anywhere, and drops id, style and handlers (AD-145)', () => {
    const html =
      '<p class=c title=t lang=de dir=rtl role=note aria-label=l data-x-y=1 id=i style=s onclick=o hidden>x</p>';
    expect(attributesOf(html)).to.deep.equal({
      class: 'c',
      title: 't',
      lang: 'de',
      dir: 'rtl',
      role: 'note',
      'aria-label': 'l',
      'data-x-y': '1',
    });
  });

  it('keeps per-element attributes on their elements only (AD-145)', () => {
    expect(attributesOf('<td colspan=2 rowspan=3 scope=row value=1>')).to.deep.equal({
      colspan: '2',
      rowspan: '3',
      scope: 'row',
    });
    expect(attributesOf('<meter value=1 min=0 max=2 low=0 high=2 optimum=1 width=5>')).to.deep.equal({
      value: '1',
      min: '0',
      max: '2',
      low: '0',
      high: '2',
      optimum: '1',
    });
    expect(attributesOf('<img src=/a alt=b width=1 height=2 datetime=x>')).to.deep.equal({
      src: '/a',
      alt: 'b',
      width: '1',
      height: '2',
    });
    expect(attributesOf('<p colspan=2 value=1 alt=x href=/a src=/a>')).to.deep.equal({});
  });

  it('drops attribute names that a browser rejects', () => {
    expect(attributesOf('<p data-a"b=1 aria-<=2 data-=3 data-ok=4>')).to.deep.equal({ 'data-ok': '4' });
  });

  it('decodes character references before it checks a URL', () => {
    expect(attributesOf('<a href="&#47;&#x2f;evil.test">')).to.deep.equal({});
    expect(attributesOf('<a href="java&#10;script&colon;x">')).to.deep.equal({});
    expect(attributesOf('<a href="/a?b=1&amp;c=2">')).to.deep.equal({ href: '/a?b=1&c=2' });
  });

  it('accepts a fragment for a link, but not for an image', () => {
    expect(attributesOf('<a href="#top">')).to.deep.equal({ href: '#top' });
    expect(attributesOf('<img src="#top">')).to.deep.equal({});
  });

  it('accepts 2000 nodes, and rejects a tree with one more', () => {
    expect(htmlToNodes('<br>'.repeat(2000))).to.have.length(2000);
    expect(() => htmlToNodes('<br>'.repeat(2001))).to.throw(PartialLimitExceeded, 'more than 2000 nodes');
    expect(() => htmlToNodes('<br>x'.repeat(1001))).to.throw(PartialLimitExceeded, 'more than 2000 nodes');
  });

  it('accepts a depth of 32, and rejects a tree with one level more (AD-147)', () => {
    expect(() => htmlToNodes('<div>'.repeat(32))).not.to.throw();
    expect(() => htmlToNodes('<div>'.repeat(33))).to.throw(PartialLimitExceeded, 'deeper than 32');
  });

  it('does not count unwrapped or removed elements', () => {
    expect(htmlToNodes(`${'<font>'.repeat(100)}x`)).to.deep.equal([{ text: 'x' }]);
    expect(htmlToNodes(`<svg>${'<g></g>'.repeat(3000)}</svg>x`)).to.deep.equal([{ text: 'x' }]);
  });

  it('accepts 64 KiB of UTF-8, and rejects one byte more', () => {
    expect(htmlToNodes('é'.repeat(32 * 1024))).to.have.length(1);
    expect(() => htmlToNodes(`${'é'.repeat(32 * 1024)}x`)).to.throw(PartialLimitExceeded, 'longer than 65536 bytes');
  });
});
