import { expect } from 'chai';
import { html } from './html.js';

describe('html', () => {
  it('escapes interpolated texts, in content and in attributes', () => {
    const hostile = `"><script>alert('x')</script>&`;
    const { markup } = html`<a title="${hostile}">${hostile}</a>`;
    const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;';
    expect(markup).to.equal(`<a title="${escaped}">${escaped}</a>`);
  });

  it('inserts its own markup unchanged, and accepts lists, numbers and undefined', () => {
    const items = ['a<', 'b'].map((text) => html`<li>${text}</li>`);
    expect(html`${items}${3}${undefined}`.markup).to.equal('<li>a&lt;</li><li>b</li>3');
  });
});
