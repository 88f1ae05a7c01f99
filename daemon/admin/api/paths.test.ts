import { expect } from 'chai';
import {
  ADMINISTRATOR_PATHS,
  CONTROLLER_PATHS,
  controllerPath,
  idOfSegment,
  idSegment,
  isRecordId,
  PATHS,
  withSegments,
} from './paths.js';

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
  'import',
  'bulk-delete',
  '~import',
  'imports',
  'list/views',
  'schema/form',
  '.~',
  'import~',
];

describe('ids of records in paths (docs/admin/api.md, Endpoints; WHATWG URL §4.4: dot segments)', () => {
  for (const id of IDS) {
    it(`${id} survives a browser's URL parser unchanged`, () => {
      const path = `/backend/api/v1/acme/blog/posts/${idSegment(id)}/relations/tags`;
      const { pathname } = new URL(path, 'https://app.example.test');
      const parts = pathname.split('/');
      expect(parts).to.have.length(10);
      expect(idOfSegment(decodeURIComponent(parts[7] ?? ''))).to.equal(id);
    });
  }

  it('leaves all other ids unchanged', () => {
    expect(IDS.filter((id) => idSegment(id) !== encodeURIComponent(id))).to.deep.equal([
      ...['.', '..', '~.', '~..', '~~.'],
      ...['import', 'bulk-delete', '~import'],
    ]);
  });

  it('reads other segments as they are', () => {
    for (const segment of ['import', '.', '~', '~a', '~list/views', 'a~']) {
      expect(idOfSegment(segment), segment).to.equal(segment);
    }
  });

  it('has 1 to 255 characters of Unicode, none of them a control character', () => {
    for (const id of ['7', ' ', 'a/b', '🎉'.repeat(255)]) expect(isRecordId(id), id).to.equal(true);
    for (const id of ['', '\0a', 'a\0', 'a\0b', '\n', '\ud800', 'a\ud800', '🎉'.repeat(256)]) {
      expect(isRecordId(id), JSON.stringify(id)).to.equal(false);
    }
  });

  it('is no name of an endpoint in the place of an id', () => {
    const endpoints = Object.values(CONTROLLER_PATHS).filter((path) => /^\/[^:/]+$/.test(path));
    expect(endpoints).to.have.members(['/import', '/bulk-delete']);
    for (const path of endpoints) expect(`/${idSegment(path.slice(1))}`).not.to.equal(path);
  });
});

describe('paths of the API', () => {
  it("has one segment for each part of a controller's id", () => {
    expect(controllerPath('acme.blog.posts')).to.equal('/acme/blog/posts');
  });

  it('fills in all given segments, percent-encoded, and leaves the others', () => {
    const { link } = CONTROLLER_PATHS;
    expect(withSegments(link, { id: 'a/:name', name: 'tags' })).to.equal('/a%2F%3Aname/relations/tags/link');
    expect(withSegments(link, { name: 'tags' })).to.equal('/:id/relations/tags/link');
    expect(withSegments(CONTROLLER_PATHS.toolbar, { name: 'import' })).to.equal('/toolbar/import');
    expect(withSegments(CONTROLLER_PATHS.record, { id: 'import' })).to.equal('/~import');
    expect(withSegments(PATHS.settings, { code: 'a/b' })).to.equal('/settings/a%2Fb');
    const session = { id: '7', session: 'x' };
    expect(withSegments(ADMINISTRATOR_PATHS.session, session)).to.equal('/7/sessions/x');
  });
});
