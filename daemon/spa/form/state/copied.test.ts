import { expect } from 'chai';
import { field, kept } from '../testing/fields.js';
import { openCopy } from './copied.js';
import { bodyOf, isDirty } from './form-state.js';

const FIELDS = [
  kept('title', 'string', {}, false),
  kept('slug', 'string', { preset: { field: 'title', type: 'slug' } }, false),
  kept('status', 'string', { default: 'draft' }),
  kept('note', 'string'),
  kept('views', 'integer', { type: 'number', readOnly: true }),
  kept('secret', 'string', { type: 'password' }),
  kept('source', 'string', { default: 'web' }),
  field('author', { type: 'relation' }),
  field('_memo'),
];

const SOURCE = {
  id: '7',
  _version: '3',
  _title: 'One',
  title: 'One',
  slug: 'one',
  status: null,
  note: 'N',
  views: 12,
  secret: 'never sent by the API',
  author: '4',
  _labels: { author: 'Ada' },
};

const copyName = (name: string) => `${name} (copy)`;

describe('a copy of a record (AD-261)', () => {
  const copy = openCopy(FIELDS, SOURCE, copyName);

  it('has the values that both forms have and the administrator may write, and a name and presets of its own', () => {
    expect(bodyOf(copy)).to.deep.equal({
      title: 'One (copy)',
      slug: 'one-copy',
      // Blank in the record, so the default must not replace it.
      status: null,
      note: 'N',
      source: 'web',
      author: '4',
    });
    expect(copy.labels).to.deep.equal({ author: 'Ada' });
  });

  it('is a new record without unsaved changes', () => {
    expect([copy.context, copy.version, copy.title, isDirty(copy)]).to.deep.equal([
      'create',
      undefined,
      undefined,
      false,
    ]);
  });

  it('keeps the name if a longer one does not fit', () => {
    const short = FIELDS.map((one) => (one.name === 'title' ? { ...one, maxLength: 9 } : one));
    expect(openCopy(short, SOURCE, copyName).values).to.include({ title: 'One', slug: 'one' });
  });
});
