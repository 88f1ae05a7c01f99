import { expect } from 'chai';
import { fill, markup } from './markup.js';

describe('consent-page: markup', () => {
  it('escapes every character that could end a text or a quoted attribute', () => {
    expect(markup`<a title="${`&<>"'`}">`.html).to.equal('<a title="&amp;&lt;&gt;&quot;&#39;">');
  });

  it('escapes a value that looks already escaped, so that it displays unchanged', () => {
    expect(markup`${'&lt;'}`.html).to.equal('&amp;lt;');
  });

  it('inserts markup unchanged, joins lists of it, and renders undefined as nothing', () => {
    const list = [markup`<li>`, markup`<li>`];
    expect(markup`<ul>${list}${undefined}</ul>${markup`<b>`}`.html).to.equal('<ul><li><li></ul><b>');
  });

  it('fills the placeholders of a message and escapes the text around them', () => {
    const message = fill('a < {host} & {other}', { host: markup`<b>${'x>y'}</b>`, other: '"' });
    expect(message.html).to.equal('a &lt; <b>x&gt;y</b> &amp; &quot;');
  });

  it('does not fill a placeholder inside a value', () => {
    expect(fill('{name} {host}', { name: '{host}', host: 'h' }).html).to.equal('{host} h');
  });
});
