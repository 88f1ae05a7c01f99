import { expect } from 'chai';
import { pathInside } from './path-inside.js';

describe('links of partials (spec, Partials 5: same-origin paths)', () => {
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
    it(`${href} leads to ${expected ?? 'another page'}`, () => expect(pathInside('/backend', href)).to.equal(expected));
  }
});
