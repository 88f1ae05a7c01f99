import { expect } from 'chai';
import { field, kept, trigger, without } from '../testing/fields.js';
import type { FieldView } from '../../api/views.js';
import {
  bodyOf,
  changedFields,
  draftOf,
  isDirty,
  openForm,
  rebased,
  withErrors,
  withValue,
  type FormState,
} from './form-state.js';

const FIELDS: readonly FieldView[] = [
  kept('title', 'string', { required: true }, false),
  kept('slug', 'string', { preset: { field: 'title', type: 'slug' } }, false),
  kept('body', 'string', { type: 'markdown' }, false),
  kept('excerpt', 'string'),
  kept('price', 'decimal'),
  kept('status', 'string', { type: 'dropdown', default: 'draft' }, false),
  kept('kind', 'string', { type: 'dropdown' }, false),
  kept('active', 'bool', { type: 'switch' }, false),
  kept('secret', 'string', { type: 'password' }),
  kept('views', 'integer', { readOnly: true }),
  kept('origin', 'string', { disabled: true, default: 'x' }),
  kept('hidden', 'string', { hidden: true, default: 'x' }),
  kept('date', 'date', trigger('enable', 'active')),
  field('_note'),
  field('tags', { type: 'relation', multiple: true }),
  field('heading', { type: 'section' }),
];

const RECORD = {
  id: '7',
  _version: '3',
  _labels: { tags: ['One'] },
  title: 'Old',
  slug: 'old',
  body: '',
  excerpt: null,
  price: '12.50',
  status: 'draft',
  kind: 'a',
  active: true,
  views: 5,
  origin: 'web',
  hidden: 'h',
  date: null,
  tags: ['1'],
};

const create = () => openForm(FIELDS, 'create', undefined);
const update = (record: object = {}) => openForm(FIELDS, 'update', { ...RECORD, ...record });
const typed = (state: FormState, values: Readonly<Record<string, string | boolean | null | string[]>>) =>
  Object.entries(values).reduce((before, [name, value]) => withValue(before, name, value), state);

describe('the state of a form (AD-211)', () => {
  describe('a new record', () => {
    it('starts with its defaults and counts as unchanged', () => {
      expect(create().values).to.include({ title: null, status: 'draft', active: false });
      expect(isDirty(create())).to.equal(false);
    });

    it('sends defaults, flags, typed values and blanks that are not null, but never fields that are not writable', () => {
      expect(bodyOf(typed(create(), { title: 'New', price: '1.5' }))).to.deep.equal({
        title: 'New',
        slug: 'new',
        body: '',
        price: '1.5',
        status: 'draft',
        active: false,
        tags: [],
      });
    });

    it('sends a default that the user cleared', () => {
      expect(bodyOf(typed(create(), { status: null }))).to.have.property('status', null);
    });
  });

  describe('an existing record', () => {
    it('sends only changed fields, with the version that they are based on', () => {
      expect(bodyOf(typed(update(), { title: 'Other' }))).to.deep.equal({ title: 'Other', _version: '3' });
    });

    it('sends no version if the model has none', () => {
      const record = without(RECORD, '_version');
      expect(bodyOf(typed(openForm(FIELDS, 'update', record), { title: 'Other' }))).to.deep.equal({ title: 'Other' });
    });

    it('ignores a change to an equal value', () => {
      expect(isDirty(typed(update(), { excerpt: '', price: '12.5', title: 'Old' }))).to.equal(false);
    });

    it('ignores a change that was undone', () => {
      const changed = typed(update(), { title: 'Other' });
      expect(isDirty(changed)).to.equal(true);
      expect(isDirty(typed(changed, { title: 'Old' }))).to.equal(false);
    });

    it('never sends `_x`, read-only, disabled or hidden fields, even if they have been written to', () => {
      const state = typed(update(), { _note: 'n', views: '9', origin: 'x', hidden: 'x' });
      expect(changedFields(state)).to.deep.equal([]);
    });

    it('keeps the password if the field is blank', () => {
      expect(changedFields(typed(update(), { secret: 'new' }))).to.deep.equal(['secret']);
      expect(changedFields(typed(update(), { secret: '' }))).to.deep.equal([]);
    });

    it('does not send fields that a trigger has disabled, like a browser', () => {
      const state = typed(update(), { date: '2026-01-01' });
      expect(changedFields(state)).to.deep.equal(['date']);
      expect(changedFields(typed(state, { active: false }))).to.deep.equal(['active']);
    });

    it('sends fields that a trigger hides, like October', () => {
      const fields = [kept('a', 'string', trigger('hide', 'b')), kept('b', 'bool', { type: 'switch' })];
      const state = typed(openForm(fields, 'update', { a: 'x', b: false }), { a: 'y', b: true });
      expect(bodyOf(state)).to.deep.equal({ a: 'y', b: true });
    });

    it('never sends an incomplete relation, because that would unlink the rest', () => {
      const state = openForm(FIELDS, 'update', without(RECORD, 'tags'));
      expect([...state.withheld]).to.deep.equal(['tags']);
      expect(bodyOf(typed(state, { tags: ['9'] }))).not.to.have.property('tags');
    });
  });

  it('follows a preset until the user types into the field', () => {
    const following = typed(create(), { title: 'One two' });
    expect(following.values['slug']).to.equal('one-two');
    const own = typed(following, { slug: 'mine' });
    expect(typed(own, { title: 'Three' }).values['slug']).to.equal('mine');
    // Clearing the field also counts as typing.
    expect(typed(typed(following, { slug: '' }), { title: 'Four' }).values['slug']).to.equal('');
  });

  it('keeps following when a renderer passes back the current value', () => {
    const following = withValue(typed(create(), { title: 'One' }), 'slug', 'one');
    expect(typed(following, { title: 'Two' }).values['slug']).to.equal('two');
  });

  it("clears a field's error when its value changes, by typing or by a preset", () => {
    const refused = withErrors(create(), { title: ['Required.'], slug: ['Required.'], price: ['Too much.'] });
    expect(typed(refused, { title: 'New' }).errors).to.deep.equal({ price: ['Too much.'] });
  });

  describe('after an answer', () => {
    it('has no changes and contains the values that the server returned', () => {
      const sent = typed(update(), { title: ' New ', secret: 's3cret' });
      const saved = rebased(sent, { ...RECORD, title: 'New', _version: '4' }, sent.values);
      expect(isDirty(saved)).to.equal(false);
      expect(saved.values).to.include({ title: 'New', secret: null });
      expect(saved.version).to.equal('4');
    });

    it('keeps input typed while waiting for the answer', () => {
      const sent = typed(update(), { title: 'New' });
      const since = typed(sent, { title: 'Newer', excerpt: 'more' });
      const saved = rebased(since, { ...RECORD, title: 'New', _version: '4' }, sent.values);
      expect(bodyOf(saved)).to.deep.equal({ title: 'Newer', excerpt: 'more', _version: '4' });
    });

    it("applies this form's changes to a newer record and keeps changes by others", () => {
      const mine = typed(update(), { title: 'Mine' });
      const theirs = { ...RECORD, title: 'Theirs', price: '99', _version: '9' };
      const moved = rebased(mine, theirs, mine.stored);
      expect(moved.values).to.include({ title: 'Mine', price: '99' });
      expect(bodyOf(moved)).to.deep.equal({ title: 'Mine', _version: '9' });
    });
  });

  it('keeps a stored value that does not fit its column until the user changes it (docs/admin/api.md, _invalid)', () => {
    const fields = [kept('title', 'string'), kept('date', 'date'), kept('active', 'bool', { type: 'switch' })];
    const record = { id: '7', _labels: {}, title: 'Old', _invalid: { date: '2026-01-01 00:00:00', active: 'yes' } };
    const opened = openForm(fields, 'update', record);
    expect([opened.values['date'], opened.withheld.size, isDirty(opened)]).to.deep.equal([null, 0, false]);
    expect(bodyOf(withValue(opened, 'title', 'New'))).to.deep.equal({ title: 'New' });
    expect(bodyOf(withValue(opened, 'date', '2026-01-01'))).to.deep.equal({ date: '2026-01-01' });
    expect(bodyOf(withValue(opened, 'date', ''))).to.deep.equal({ date: null });
    expect(bodyOf(withValue(opened, 'active', false))).to.deep.equal({ active: false });
    expect(openForm(fields, 'update', { ...record, _invalid: {} }).withheld).to.deep.equal(new Set(['date', 'active']));
  });
});

describe('input that is not a value yet', () => {
  const fields = [kept('day', 'date', { type: 'datepicker' }), kept('note', 'string')];

  it('is sent, so that the server rejects it, and is not kept as a draft (AD-448)', () => {
    const opened = openForm(fields, 'update', { id: '7', _version: '3', day: '2026-12-24', note: null });
    const state = withValue(withValue(opened, 'day', '?'), 'note', '?');
    expect(bodyOf(state)).to.deep.equal({ day: '?', note: '?', _version: '3' });
    expect(draftOf(state)?.values).to.deep.equal({ note: '?' });
  });
});
