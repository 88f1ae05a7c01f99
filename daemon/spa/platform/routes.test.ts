import { expect } from 'chai';
import { filledPath, pathInside, recordPath, screenAt } from './routes.js';

describe('screens of records whose ids look like dot segments (WHATWG URL §4.4)', () => {
  for (const id of ['.', '..', '~.', '~~.', '...', '%2e%2e', 'a/b', 'ü', '7', '?#']) {
    it(`has a screen for ${id}`, () => {
      const screen = { kind: 'update', controller: 'acme.blog.posts', id };
      for (const path of [recordPath('acme.blog.posts', id), filledPath('acme/blog/posts/update/:id', id)]) {
        expect(screenAt(new URL(path, 'https://app.example.test').pathname)).to.deep.equal(screen);
      }
    });
  }
});

describe('links of partials (AD-219)', () => {
  for (const [href, expected] of [
    ['/backend', '/'],
    ['/backend/', '/'],
    ['/backend/acme/blog/posts', '/acme/blog/posts'],
    ['/backend/acme/blog/posts?page=2', '/acme/blog/posts?page=2'],
    ['/backend?x=1', '/?x=1'],
    ['/backends', undefined],
    ['/elsewhere', undefined],
    ['#part', undefined],
    ['/backend/acme#part', undefined],
    ['/backend/api/v1/lang', undefined],
    ['/backend/assets/acme/blog/x.css', undefined],
    ['/backend/apiary/x/y', '/apiary/x/y'],
    ['', undefined],
  ] as const) {
    it(`leads from ${href} to ${expected ?? 'another page'}`, () =>
      expect(pathInside('/backend', href)).to.equal(expected));
  }
});
