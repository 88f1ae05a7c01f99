import { expect } from 'chai';
import { cleaned, unknownParts } from './rich-html.js';

describe('HTML that the rich text editor knows (AD-367)', () => {
  for (const html of [
    '',
    'text',
    '<h2>a</h2><p>b <strong>c</strong> <i>d</i> <a href="https://example.com" title="t">e</a><br></p><hr>',
    '<ul><li><p>a</p></li></ul><ol start="3"><li>b</li></ol>',
    '<pre><code class="language-js">a</code></pre><p><img src="/media/a.png" alt="a"></p>',
  ]) {
    it(`knows all of ${html}`, () => {
      expect(unknownParts(html)).to.deep.equal([]);
      expect(cleaned(html)).to.equal(html);
    });
  }

  for (const [html, parts] of [
    ['<table><tr><td>a</td></tr></table>', ['<table>', '<tr>', '<td>']],
    ['<p class="a">a</p><p class="b">b</p>', ['<p class>']],
    ['<h1>a</h1>', ['<h1>']],
    ['<a href="javascript:alert(1)" target="_blank">a</a>', ['<a href>', '<a target>']],
    ['<img src="https://example.com/a.png">', ['<img src>']],
    ['<script>x</script>', ['<script>']],
    ['<ol type="a"><li>a</li></ol>', ['<ol type>']],
    ['<code class="app">a</code>', ['<code class>']],
  ] as const) {
    it(`names ${parts.join(', ')} in ${html}`, () => expect(unknownParts(html)).to.deep.equal(parts));
  }
});

describe('HTML from a clipboard (AD-368)', () => {
  for (const [html, kept] of [
    ['<p style="x" class="y" onclick="z">a</p>', '<p>a</p>'],
    ['<h1>a</h1><h6>b</h6>', '<h2>a</h2><h4>b</h4>'],
    ['<b style="font-weight:normal"><span style="font-weight: 700">a</span>b</b>', '<strong>a</strong>b'],
    ['<span style="font-style:italic;text-decoration-line: underline line-through">a</span>', '<em><s>a</s></em>'],
    ['<div><div>a</div><div>b</div></div>', '<div><div>a</div><div>b</div></div>'],
    ['<table><tr><td>a</td><td>b</td></tr></table>', '<div><div><div>a</div><div>b</div></div></div>'],
    ['<script>x</script><style>y</style><svg><text>z</text></svg>a', 'a'],
    ['<!--[if gte mso 9]><xml>x</xml><![endif]-->a<o:p>&nbsp;</o:p>', 'a&nbsp;'],
    ['<a href="javascript:x">a</a><a href="https://e.x" target="_blank">b</a>', '<a>a</a><a href="https://e.x">b</a>'],
    ['<img src="data:image/png,x"><img src="x" onerror="y"><img src="/a.png">', '<img src="/a.png">'],
    ['<p data-pm-slice="1 1 []">a</p>', '<p data-pm-slice="1 1 []">a</p>'],
    [
      '<p title=\'"><script>\'>a</p><a href="/" title=\'"<b>\'>b</a>',
      '<p>a</p><a href="/" title="&quot;&lt;b&gt;">b</a>',
    ],
    ['a &lt;b&gt; & c<em', 'a &lt;b&gt; &amp; c'],
  ] as const) {
    it(`turns ${html} into ${kept}`, () => expect(cleaned(html)).to.equal(kept));
  }
});
