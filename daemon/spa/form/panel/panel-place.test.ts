import { expect } from 'chai';
import { panelIn, withoutPanel, withPanel } from './panel-place.js';

const FORM = { path: '/acme/blog/posts/update/7', search: '?tab=placing' };

describe('the side panel in the address of a form (AD-266)', () => {
  it('has the form of a record with its own query, and the field that asked for it', () => {
    const opened = withPanel(FORM, '/acme/blog/authors/update/a%2Fb?tab=x&y=1?', 'author');
    expect(opened.startsWith(`${FORM.path}?tab=placing&`)).to.equal(true);
    const search = opened.slice(FORM.path.length);
    expect(panelIn(search)).to.deep.equal({
      path: '/acme/blog/authors/update/a%2Fb',
      search: '?tab=x&y=1?',
      field: 'author',
    });
    expect(withoutPanel({ path: FORM.path, search })).to.equal(`${FORM.path}${FORM.search}`);
    expect(withoutPanel({ path: FORM.path, search: '?panel=x' })).to.equal(FORM.path);
  });

  it('is nothing but the form of a record', () => {
    for (const path of [
      '',
      '/',
      '/acme/blog/authors',
      '/settings/acme-blog',
      'https://example.test/',
      '//x/y/z/update',
      'javascript:0',
    ]) {
      expect(panelIn(`?${new URLSearchParams({ panel: path }).toString()}`), path).to.equal(undefined);
    }
  });
});
