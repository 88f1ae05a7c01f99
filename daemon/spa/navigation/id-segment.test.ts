import { expect } from 'chai';
import { filledPath, recordPath, screenAt } from './routes.js';
import { idOfSegment, idSegment } from './id-segment.js';

describe('ids of records in paths (api.md, Endpoints; WHATWG URL §4.4: dot segments)', () => {
  const IDS = [
    '.',
    '..',
    '~.',
    '~..',
    '~~.',
    '...',
    '~',
    '~...',
    '%2E',
    '%2e%2e',
    'a/b',
    'ü',
    '7',
    '.a',
    'a.',
    '~a',
    '?#',
  ];

  for (const id of IDS) {
    it(`${id} survives the browser's URLs, and comes back as it was`, () => {
      const path = `/backend/api/v1/acme/blog/posts/${idSegment(id)}/relations/tags`;
      const { pathname } = new URL(path, 'https://app.example.test');
      const parts = pathname.split('/');
      expect(parts).to.have.length(10);
      expect(idOfSegment(decodeURIComponent(parts[7] ?? ''))).to.equal(id);
    });

    it(`${id} has a screen`, () => {
      const screen = { kind: 'update', controller: 'acme.blog.posts', id };
      for (const path of [recordPath('acme.blog.posts', id), filledPath('acme/blog/posts/update/:id', id)]) {
        expect(screenAt(new URL(path, 'https://app.example.test').pathname)).to.deep.equal(screen);
      }
    });
  }

  it('leaves every other id as it is', () => {
    expect(IDS.filter((id) => idSegment(id) !== encodeURIComponent(id))).to.deep.equal(['.', '..', '~.', '~..', '~~.']);
  });
});
