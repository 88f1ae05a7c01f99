import { expect } from 'chai';
import fc from 'fast-check';
import { htmlToNodes } from './html-to-nodes.js';
import { isEmptyRichText, MAX_RICH_TEXT_DEPTH, plainTextOf, readRichText } from './rich-text.js';

describe('HTML of a rich text (AD-368)', () => {
  for (const html of [
    '',
    'text without a paragraph',
    '<p>a <strong>b</strong> <em>c</em> <s>d</s> <u>e</u> <code>f</code><br>g</p>',
    '<h2>a</h2><h3>b</h3><hr><blockquote><p>c</p></blockquote>',
    '<ul><li><p>a</p><ol start="3"><li><p>b</p></li></ol></li></ul>',
    '<pre><code class="language-js">a &lt; b &amp;&amp; c</code></pre>',
    '<p><a href="https://example.com/?a=1&amp;b=2">x</a> <a href="/posts">y</a> <a href="mailto:a@example.com">z</a></p>',
    '<p>a&nbsp;b "quoted" \'too\'</p>',
    '<img src="/media/a.png" alt="A &quot;picture&quot;">',
    '<table><tbody><tr><td colspan="2">a</td></tr></tbody></table>',
  ]) {
    it(`accepts ${html} unchanged`, () => expect(readRichText(html)).to.deep.equal({ kind: 'accepted', html }));
  }

  for (const [html, written] of [
    ["<P CLASS='a'>x</P>", '<p class="a">x</p>'],
    ['a < b & c', 'a &lt; b &amp; c'],
    ['a <', 'a &lt;'],
    ['a &am', 'a &amp;am'],
    ['<p>a</p></div>', '<p>a</p>'],
    ['<p>a</p> <!-- b --> <!c>', '<p>a</p>  '],
    ['<p>a</p></ b>', '<p>a</p>'],
    ['<p>a<p>b', '<p>a</p><p>b</p>'],
    ['<p>a<!-- comment -->b</p><!DOCTYPE html><?php x ?>', '<p>ab</p>'],
    ['<a href=" https://example.com\n/x ">x</a>', '<a href="https://example.com/x">x</a>'],
    ['<p title="a>b<c">x</p>', '<p title="a&gt;b&lt;c">x</p>'],
  ] as const) {
    it(`writes ${html} as ${written}`, () =>
      expect(readRichText(html)).to.deep.equal({ kind: 'accepted', html: written }));
  }

  for (const [html, found] of [
    ['<script>alert(1)</script>', '<script>'],
    ['<p onclick="alert(1)">x</p>', '<p onclick>'],
    ['<p style="color:red">x</p>', '<p style>'],
    ['<p id="x">x</p>', '<p id>'],
    ['<img src=x onerror=alert(1)>', '<img src="x">'],
    ['<img src="/a.png" onerror=alert(1)>', '<img onerror>'],
    ['<img src="https://example.com/a.png">', '<img src="https://example.com/a.png">'],
    ['<a href="javascript:alert(1)">x</a>', '<a href="javascript:alert(1)">'],
    ['<a href="java&#10;script:alert(1)">x</a>', '<a href="java\nscript:alert(1)">'],
    ['<a href="//example.com">x</a>', '<a href="//example.com">'],
    ['<a href="http://example.com">x</a>', '<a href="http://example.com">'],
    ['<iframe src="https://example.com"></iframe>', '<iframe>'],
    ['<svg><style><img src=x onerror=alert(1)></style></svg>', '<svg>'],
    ['<math><mi><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">', '<math>'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>', '<noscript>'],
    ['<form><input name=x></form>', '<form>'],
    ['<h1>a</h1>', '<h1>'],
    ['<o:p></o:p>', '<o:p>'],
    ['a <b', '<b'],
    ['<p>if x <y and more', '<y and more'],
    ['<p>a</p><a href="https://example.com', '<a href="https://example.com'],
    ['<p>a</p', '</p'],
    ['a <script', '<script'],
    // A quote that is never closed hides the end of its tag.
    ['<p>a</p><p title="b>c</p>', '<p title="b>c</p>'],
    ["a <em class='b> c <em> d", "<em class='b> c <em> d"],
    ['a <b title="x>', '<b title="x>'],
    ['<p>a <![CDATA[b]]></p>', '<![CDATA['],
    // A comment that is never closed hides everything behind it.
    ['<p>a</p> <!-- b', '<!-- b'],
    ['<p>a</p> <!-- <p>b</p>', '<!-- <p>b</p>'],
    ['a <!---- > b', '<!---- > b'],
    ['a <! b', '<! b'],
    ['a <?php b', '<?php b'],
    ['a </ b', '</ b'],
  ] as const) {
    it(`rejects ${html} and names ${found}`, () =>
      expect(readRichText(html)).to.deep.equal({ kind: 'rejected', found }));
  }

  it('quotes only the beginning of a long part', () => {
    const { found = '' } = readRichText(`<a href="javascript:${'x'.repeat(500)}">x</a>`) as { readonly found?: string };
    expect(found).to.have.length(61);
  });

  it('rejects elements that nest too deeply', () => {
    const nested = (depth: number) => '<em>'.repeat(depth) + '</em>'.repeat(depth);
    expect(readRichText(nested(MAX_RICH_TEXT_DEPTH)).kind).to.equal('accepted');
    expect(readRichText(nested(MAX_RICH_TEXT_DEPTH + 1))).to.deep.equal({ kind: 'too-deep' });
    expect(readRichText(nested(100_000))).to.deep.equal({ kind: 'too-deep' });
  });

  it('reads its own result again as the same text, and the filter of partials finds nothing to remove in it', () => {
    const pieces = fc.constantFrom(
      ...[
        '<p>',
        '</p>',
        '<em>',
        '</em>',
        '<a href="',
        '">',
        '/x',
        'https://e.x',
        '<!--',
        '-->',
        '<',
        '>',
        '&amp;',
        '&',
      ],
      ...[
        '"',
        "'",
        '<img src=/a alt=',
        '<pre>\n',
        '</pre>',
        '<br/>',
        '<![CDATA[',
        ']]>',
        '</',
        ' onclick=',
        '<ul><li>',
      ],
      ...['\0', '\u00a0', 'text', '&lt;script&gt;', '<p title=">', '<td>', '<b/x>', '<?', '<!'],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const read = readRichText(parts.join(''));
        if (read.kind !== 'accepted') return;
        expect(readRichText(read.html)).to.deep.equal(read);
        const names = (nodes: ReturnType<typeof htmlToNodes>): readonly string[] =>
          nodes.flatMap((node) => ('tag' in node ? [node.tag, ...names(node.children)] : []));
        const tags = [...read.html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, tag]) => tag);
        expect(names(htmlToNodes(read.html))).to.deep.equal(tags);
      }),
    );
  });
});

describe('the plain text of HTML (AD-369)', () => {
  for (const [html, text] of [
    ['<p>Hello <b>wor</b>ld</p><p>Next</p>', 'Hello world Next'],
    ['<ul><li>a</li><li>b</li></ul>', 'a b'],
    ['a&nbsp;&amp;<br>b', 'a & b'],
    ['<style>p{}</style><script>x()</script><p>shown</p>', 'shown'],
    ['<p>cut in the midd', 'cut in the midd'],
    ['<p>cut <stro', 'cut'],
    ['plain', 'plain'],
    ['', ''],
  ] as const) {
    it(`of ${JSON.stringify(html)} is ${JSON.stringify(text)}`, () => expect(plainTextOf(html)).to.equal(text));
  }

  it('has the text behind too many elements too, without reading its characters', () => {
    expect(plainTextOf(`${'<em>'.repeat(300)}deep</em> &amp; <b>flat`)).to.equal('deep &amp; flat');
  });

  it('is empty without visible characters, pictures and lines', () => {
    for (const html of ['', '<p></p>', '<p>&nbsp;\u200b</p>', '<p>\u2800</p>', '<ul><li></li></ul>', '<p><br></p>']) {
      expect(isEmptyRichText(html), html).to.equal(true);
    }
    for (const html of ['<p>a</p>', '<img src="/a">', '<hr>']) expect(isEmptyRichText(html), html).to.equal(false);
  });
});
