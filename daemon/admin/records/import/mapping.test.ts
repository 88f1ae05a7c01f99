import { expect } from 'chai';
import { Text } from '../../../i18n/text.js';
import { PermissionSet } from '../../auth/permission-set.js';
import { permittedForms } from '../../schema/permitted/form.js';
import { permittedLists } from '../../schema/permitted/list.js';
import { compileSmall, MODELS, pluginFiles } from '../../testing/small-plugin.js';
import type { Mapping, Say } from './mapping.js';
import { givenMapping, guessMapping, labelOf, showsValueOf, showsWhole, unfilled } from './mapping.js';

const { list, form } = compileSmall(
  pluginFiles({
    [`${MODELS}/post/fields.yaml`]: `
fields:
  title: { label: Headline, required: true }
  slug: { label: Title }
  status: { required: true, default: draft }
  rating: { type: number, required: true }
  published_at: { type: datepicker }
  day: { type: datepicker }
  author: { type: relation }
  tags: { type: relation }`,
    [`${MODELS}/post/columns.yaml`]: `
columns:
  title: Caption
  status: Phase
  rating: Slug
  published_at: { label: Since, type: date }
  day: { label: The day, type: date }
  author: { label: Written by, relation: author, select: name }
  tags: { label: Number of tags, relation: tags, relationCount: true }`,
  }),
).schema.controllers.get('acme.blog.posts')!;

const ALL = new PermissionSet(true, []);
const CREATE = permittedForms.get(form!, ALL).create!;
const FIELDS = [...CREATE.writable.values()];
const LIST = permittedLists.get(list!, ALL);
const say: Say = ({ source }) => source;
const namesOf = (mapping: Mapping) => mapping.map((field) => field?.name);
const guess = (...headings: readonly string[]) => namesOf(guessMapping(headings, FIELDS, LIST, say));

describe('admin: the fields for the columns of a file (AD-385, AD-393)', () => {
  const given = (names: string, ...headings: readonly string[]) => {
    const mapping = givenMapping(names, headings, FIELDS);
    return 'rule' in mapping ? mapping : namesOf(mapping);
  };

  it('are those that the request names, in the order of the columns', () => {
    expect(given('slug,title', 'a', 'b')).to.deep.equal(['slug', 'title']);
    expect(given('slug', 'a', 'b', 'c')).to.deep.equal(['slug', undefined, undefined]);
    expect(given(',,slug', 'a', 'b', 'c')).to.deep.equal([undefined, undefined, 'slug']);
    expect(given('', 'a')).to.deep.equal([undefined]);
  });

  it('are known, named once, and no more than the file has columns', () => {
    expect(given('slug,nothing', 'a', 'b')).to.deep.equal({ rule: 'unknown' });
    expect(given('views', 'a')).to.deep.equal({ rule: 'unknown' });
    expect(given('slug,,slug', 'a', 'b', 'c')).to.deep.equal({ rule: 'repeated' });
    expect(given('slug,title', 'a')).to.deep.equal({ rule: 'import_columns', parameters: { maximum: 1 } });
  });

  it('are guessed by label, by name, and by the heading that the list has for the whole value', () => {
    expect(guess('Headline', 'published_at', 'Written by', 'Phase', 'The day')).to.deep.equal([
      'title',
      'published_at',
      'author',
      'status',
      'day',
    ]);
    // Without regard to case, spaces and underscores.
    expect(guess(' HEADLINE ', 'Published  At')).to.deep.equal(['title', 'published_at']);
    expect(guess('Nothing', '')).to.deep.equal([undefined, undefined]);
  });

  it('are guessed by a label before a name, by a name before a heading of the list, and each once', () => {
    // The label of `slug` is the name of `title`; the name of `slug` is the heading of `rating`.
    expect(guess('Title', 'Slug', 'Caption')).to.deep.equal(['slug', undefined, 'title']);
    expect(guess('Slug')).to.deep.equal(['slug']);
    expect(guess('Headline', 'Caption')).to.deep.equal(['title', undefined]);
  });

  it('are never guessed by an empty heading, whatever has no label', () => {
    const silent: Say = () => '';
    expect(namesOf(guessMapping(['', 'title', ' '], FIELDS, LIST, silent))).to.deep.equal([
      undefined,
      'title',
      undefined,
    ]);
  });

  it('are guessed by the heading of a whole value, even if a part of another one has the same', () => {
    const columns = LIST.columns.map(({ column, ...others }) => {
      const label = new Text(column.name === 'day' || column.name === 'published_at' ? 'Same' : 'Other');
      return { ...others, column: { ...column, view: { ...column.view, label } } };
    });
    expect(namesOf(guessMapping(['Same'], FIELDS, { columns }, say))).to.deep.equal(['day']);
  });

  it('are not guessed by a column that shows only a part of the value', () => {
    expect(guess('Since', 'Number of tags')).to.deep.equal([undefined, undefined]);
    const whole = LIST.columns.filter(({ column }) => showsWhole(column)).map(({ column }) => column.name);
    expect(whole).to.deep.equal(['title', 'status', 'rating', 'day', 'author']);
  });

  it('have the value of a column of the list if both are of one column or of one relation', () => {
    const pairs = LIST.columns.flatMap(({ column: { name, source } }) =>
      FIELDS.filter((field) => showsValueOf(field, source)).map((field) => `${name} ${field.name}`),
    );
    const names = ['title', 'status', 'rating', 'published_at', 'day', 'author', 'tags'];
    expect(pairs).to.deep.equal(names.map((name) => `${name} ${name}`));
  });

  it('leave those that every record needs, and that neither the file nor the form fills (AD-389)', () => {
    const missing = (...names: readonly string[]) =>
      unfilled(CREATE, [undefined, ...FIELDS.filter(({ name }) => names.includes(name))]).map(({ name }) => name);
    expect(missing()).to.deep.equal(['title', 'rating', 'author']);
    expect(missing('title', 'slug')).to.deep.equal(['rating', 'author']);
    expect(missing('title', 'rating', 'author')).to.deep.equal([]);
  });

  it('are called by their label, or by their name without one', () => {
    const [field] = FIELDS;
    expect(labelOf(field!, say)).to.equal('Headline');
    expect(labelOf({ ...field!, view: { label: null } }, say)).to.equal('title');
    expect(labelOf({ ...field!, view: { label: new Text('X') } }, say)).to.equal('X');
  });

  it('can be read back from every column that shows the whole value, on the clocks of the reader', () => {
    const [{ column }] = LIST.columns as [(typeof LIST.columns)[number]];
    const published = LIST.columns.find((one) => one.column.name === 'published_at')!.column;
    const shows = (view: object) => showsWhole({ ...published, view: { ...published.view, ...view } });
    expect(shows({ type: 'datetime' })).to.equal(true);
    for (const view of [{ type: 'date' }, { type: 'time' }, { type: 'datetime', useTimezone: false }]) {
      expect(shows(view), JSON.stringify(view)).to.equal(false);
    }
    expect(showsWhole({ ...column, view: { ...column.view, type: 'summary' } })).to.equal(false);
    expect(showsWhole({ ...column, countsItems: true })).to.equal(false);
  });
});
