import { expect } from 'chai';
import { Drafts } from './drafts.js';

const DAY = 24 * 60 * 60 * 1000;
const FORM = '/acme/blog/posts/update/7';

/** Behaves like the browser's localStorage, with a limit on the number of characters. */
function storage(room = Number.POSITIVE_INFINITY) {
  const items = new Map<string, string>();
  return {
    items,
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, text: string) {
      if (text.length > room) throw new Error('QuotaExceededError');
      items.set(key, text);
    },
    removeItem: (key: string) => void items.delete(key),
  };
}

describe('unsaved text in the browser (AD-213)', () => {
  let now: number;
  const clock = () => now;
  beforeEach(() => (now = 1_800_000_000_000));

  it('keeps one draft per administrator, form and backend', () => {
    const store = storage();
    const drafts = new Drafts(store, '/backend', clock);
    drafts.keep('7', FORM, { values: { title: 'Mine' }, version: 'v1' });
    drafts.keep('7', FORM, { values: { title: 'Mine, longer' }, version: 'v1' });
    drafts.keep('8', FORM, { values: { title: 'Theirs' } });
    expect(drafts.read('7', FORM)).to.deep.equal({ values: { title: 'Mine, longer' }, version: 'v1', at: now });
    expect(drafts.read('8', FORM)).to.deep.equal({ values: { title: 'Theirs' }, at: now });
    expect(drafts.read('7', '/acme/blog/posts/update/70')).to.equal(undefined);
    expect(new Drafts(store, '/other', clock).read('7', FORM)).to.equal(undefined);
  });

  it('removes a discarded draft, and all drafts of an administrator who signs out', () => {
    const store = storage();
    const drafts = new Drafts(store, '/backend', clock);
    for (const who of ['7', '70']) drafts.keep(who, FORM, { values: { title: who } });
    drafts.keep('7', '/settings/acme-blog', { values: { name: 'x' } });
    const kept = drafts.read('7', FORM);
    if (kept === undefined) throw new Error('nothing was kept');
    drafts.discard('7', FORM, kept);
    expect(drafts.read('7', FORM)).to.equal(undefined);
    drafts.forget('7');
    expect([...store.items.keys()]).to.deep.equal([`gatehouse.draft:/backend:70:${FORM}`]);
  });

  it('discards only the given draft of a form and keeps one stored by another tab', () => {
    const drafts = new Drafts(storage(), '/backend', clock);
    const mine = drafts.keep('7', FORM, { values: { title: 'Mine' }, version: 'v1' });
    now += 1;
    const theirs = drafts.keep('7', FORM, { values: { title: 'Mine' }, version: 'v1' });
    drafts.discard('7', FORM, mine);
    expect(drafts.read('7', FORM)).to.deep.equal(theirs);
    drafts.discard('7', FORM, theirs);
    expect(drafts.read('7', FORM)).to.equal(undefined);
  });

  it('removes week-old drafts when the page opens and does not offer them', () => {
    const store = storage();
    new Drafts(store, '/backend', clock).keep('7', FORM, { values: { title: 'Old' } });
    now += 7 * DAY - 1;
    expect(new Drafts(store, '/backend', clock).read('7', FORM)).not.to.equal(undefined);
    now += 1;
    const later = new Drafts(store, '/backend', clock);
    expect(later.read('7', FORM)).to.equal(undefined);
    expect(store.items.size).to.equal(0);
  });

  it('keeps at most eight drafts and drops the oldest', () => {
    const drafts = new Drafts(storage(), '/backend', clock);
    for (let form = 1; form <= 9; form += 1) {
      now += 1;
      drafts.keep('7', `/form/${String(form)}`, { values: { title: 'x' } });
    }
    const kept = [1, 2, 8, 9].map((form) => drafts.read('7', `/form/${String(form)}`) !== undefined);
    expect(kept).to.deep.equal([false, true, true, true]);
  });

  it('keeps neither a draft that is too large nor its older version', () => {
    for (const [store, length] of [
      [storage(), 400_000],
      [storage(1000), 1000],
    ] as const) {
      const drafts = new Drafts(store, '/backend', clock);
      drafts.keep('7', FORM, { values: { title: 'short' } });
      drafts.keep('7', FORM, { values: { title: 'x'.repeat(length) } });
      expect(drafts.read('7', FORM)).to.equal(undefined);
    }
  });

  it('ignores stored data that is not a draft', () => {
    const store = storage();
    const key = `gatehouse.draft:/backend:7:${FORM}`;
    const ofAnotherBuild = ['{"seo":{"title":"x"}}', '{"links":[{"url":"/"}]}'].map(
      (values) => `{"at":${String(now)},"values":${values}}`,
    );
    const others = ['', 'null', '[]', '{"at":"now","values":{}}', '{"at":1800000000000,"values":null}', '{'];
    for (const text of [...others, ...ofAnotherBuild]) {
      store.items.set(key, text);
      expect(new Drafts(store, '/backend', clock).read('7', FORM), text).to.equal(undefined);
    }
  });
});
