import { expect } from 'chai';
import { field, kept } from '../testing/fields.js';
import { bodyOf, isDirty, openForm, withValue } from './form-state.js';
import { openRescued, rescue, rescued, rescuedFor } from './rescued.js';

const FIELDS = [
  kept('title', 'string', {}, false),
  kept('slug', 'string', { preset: { field: 'title', type: 'slug' } }, false),
  kept('status', 'string', { default: 'draft' }),
  kept('views', 'integer', { type: 'number', readOnly: true }),
  field('tags', { type: 'relation', multiple: true }),
  field('author', { type: 'relation' }),
];
const RECORD = {
  ...{ id: '7', _version: '3', title: 'One', slug: 'one', status: null, views: 12, author: '4' },
  _labels: { author: 'Ada' },
};

describe('what was typed into the form of a record that is gone (AD-445)', () => {
  const gone = withValue(openForm(FIELDS, 'update', RECORD), 'title', 'Typed');

  it('becomes a new record with unsaved changes: all writable values that the form had', () => {
    const state = openRescued(FIELDS, gone);
    expect(bodyOf(state)).to.deep.equal({ title: 'Typed', slug: 'one', status: null, author: '4', tags: [] });
    expect([state.context, state.version, isDirty(state)]).to.deep.equal(['create', undefined, true]);
    expect(state.labels).to.deep.equal({ author: 'Ada' });
  });

  it('waits for the create form of its controller, and for no later one', () => {
    rescue('acme.blog.posts', gone);
    expect(rescuedFor('acme.blog.tags')).to.equal(undefined);
    expect(rescuedFor('acme.blog.posts')).to.equal(gone);
    rescued();
    expect(rescuedFor('acme.blog.posts')).to.equal(undefined);
  });
});
