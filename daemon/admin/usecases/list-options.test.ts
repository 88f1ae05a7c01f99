import { expect } from 'chai';
import { AnswerTooLong } from '../../core/faults.js';
import { parseQuery } from '../../http/parameters.js';
import { AdminError, invalid } from '../api/errors.js';
import { PermissionSet } from '../auth/permission-set.js';
import type { Column } from '../model/column.js';
import type { OptionSource } from '../ports/option-source.js';
import { permittedForms } from '../schema/permitted/form.js';
import { askingWith, recorded, SUPERUSER } from '../testing/asking.js';
import {
  column,
  compileSmall,
  CONTROLLER,
  MODELS,
  pluginFiles,
  POSTS,
  registrationWith,
  SETTINGS_FIELDS,
  settingsScreen,
} from '../testing/small-plugin.js';
import { createListOptions, createSettingsOptions, formValues } from './list-options.js';

const FORM = permittedForms.get(
  compileSmall(
    pluginFiles({
      [`${MODELS}/post/fields.yaml`]: `
fields:
  title: { label: Title }
  views: { label: Views, type: number }
  author: { label: Author, type: relation }
  tags: { label: Tags, type: relation }
  note: { label: Note, type: section }`,
    }),
  ).schema.controllers.get('acme.blog.posts')!.form!,
  new PermissionSet(true, []),
).update!;

function ask(query: string, dependsOn = ['title', 'views', 'author', 'tags', 'note']) {
  return formValues(FORM, dependsOn, parseQuery(query)!);
}

function problemsOf(query: string, dependsOn?: string[]) {
  const refused = ask(query, dependsOn);
  expect(refused).to.be.instanceOf(AdminError);
  return (refused as AdminError).details.fields;
}

describe('form[…] of options (AD-71)', () => {
  it('returns cells of the named columns, and omits empty values', () => {
    const values = ask('form[title]=A+b&form[views]=7&search=x');
    expect(values).to.have.length(2);
    expect((values as { value: unknown }[]).map(({ value }) => value)).to.deep.equal([
      { kind: 'string', value: 'A b' },
      { kind: 'int64', value: 7n },
    ]);
    expect(ask('form[title]=&form[views]=')).to.deep.equal([]);
  });

  it('passes on the key of a belongsTo relation, and omits fields without a single value', () => {
    const values = ask('form[author]=7&form[tags]=1&form[note]=x') as { column: Column; value: unknown }[];
    expect(values.map(({ column, value }) => [column.name, value])).to.deep.equal([
      ['author_id', { kind: 'int64', value: 7n }],
    ]);
  });

  it('rejects independent fields, unknown columns, invalid values and duplicates', () => {
    expect(problemsOf('form[title]=x', ['views'])).to.deep.equal({ 'form[title]': [{ rule: 'unknown' }] });
    expect(problemsOf('form[author]=1', ['title'])).to.deep.equal({ 'form[author]': [{ rule: 'unknown' }] });
    expect(problemsOf('form[author]=x')).to.deep.equal({ 'form[author]': [{ rule: 'integer' }] });
    expect(problemsOf('form[title][]=x')).to.deep.equal({ 'form[title][]': [{ rule: 'unknown' }] });
    expect(problemsOf('form[x]form[title]=y')).to.deep.equal({ 'form[x]form[title]': [{ rule: 'unknown' }] });
    expect(problemsOf('form[__proto__]=x')).to.deep.equal({ 'form[__proto__]': [{ rule: 'unknown' }] });
    expect(problemsOf('form[views]=many')).to.deep.equal({ 'form[views]': [{ rule: 'integer' }] });
    expect(problemsOf('form[title]=x&form[title]=y')).to.deep.equal({ 'form[title]': [{ rule: 'repeated' }] });
  });
});

/** A relation to other posts through a column whose name is also a column of this post. */
const ANSWERS = {
  kind: 'hasMany',
  name: 'answers',
  relatedModel: 'Acme\\Blog\\Models\\Post',
  relatedTable: '',
  labelColumn: 'title',
  foreignKey: 'author_id',
} as const;
const { schema } = compileSmall(
  pluginFiles({
    [`${CONTROLLER}/config_list.yaml`]: `
list: ~/plugins/acme/blog/models/post/columns.yaml
modelClass: Acme\\Blog\\Models\\Post
filter:
  scopes:
    author: { type: dropdown }
    tags: { type: group, permissions: acme.blog.moderate }
    status: { type: group, options: [draft] }
    answers: { type: group }
    published: { type: switch, default: 1 }
    popular: { type: checkbox, scope: popular }
    state: { type: dropdown, valueFrom: status, options: statuses, dependsOn: [author, published, tags, answers, popular] }`,
    [`${MODELS}/post/fields.yaml`]: `
fields:
  title: { label: Title }
  status: { type: dropdown, options: statuses }
  slug: { type: radio, options: [a, b] }
  author: { type: relation, scope: active }
  tags: { type: relation, permissions: acme.blog.moderate }`,
    [SETTINGS_FIELDS]: 'fields: { mode: { type: dropdown, options: modes }, plain: { label: Plain } }',
  }),
  registrationWith(
    { relations: [...POSTS.relations, ANSWERS] },
    {
      settings: [settingsScreen([column('mode', 'string'), column('plain', 'string')], { optionProviders: ['modes'] })],
    },
  ),
);

function asked() {
  const page = { options: [{ value: '1', label: 'Ada' }], hasMore: true };
  const { calls, method } = recorded<Parameters<OptionSource['options']>, typeof page>(page);
  const source = { options: method };
  const options = createListOptions(schema.controllers.get('acme.blog.posts')!, source);
  return { calls, ...options, ofSettings: createSettingsOptions(schema.settings.get('acme-blog')!, source) };
}

const code = (outcome: object) => (outcome instanceof AdminError ? outcome.code : outcome);

describe('admin: list options (AD-70)', () => {
  it("queries the source of the field's choices, within its scope, 50 at a time", async () => {
    const { calls, field } = asked();
    expect(await field('author', [['search', ' ada  l ']], SUPERUSER)).to.deep.equal({
      options: [{ value: '1', label: 'Ada' }],
      meta: { page: 1, per_page: 50, has_more: true },
    });
    const [[target, query] = []] = calls;
    expect(target).to.include({ controller: 'acme.blog.posts' });
    expect(query).to.deep.include({ terms: ['ada', 'l'], ids: [], page: { number: 1, size: 50 } });
    expect(query?.source).to.deep.include({ kind: 'relation', scope: { name: 'active', values: [] } });
  });

  it('queries the provider that the field names', async () => {
    const { calls, field } = asked();
    await field('status', [], SUPERUSER);
    expect(calls[0]?.[1]).to.deep.include({ terms: [], ids: [], formValues: [] });
    expect(calls[0]?.[1].source).to.deep.equal({ kind: 'provider', provider: 'statuses' });
  });

  it("queries the records of a filter's model", async () => {
    const { calls, filter } = asked();
    await filter('author', [], SUPERUSER);
    expect(calls[0]?.[1].source).to.deep.include({ kind: 'model', model: 'Acme\\Blog\\Models\\Author' });
  });

  it('queries a provider for the choices of a filter, with the values chosen in the filters that it depends on', async () => {
    const { calls, filter } = asked();
    const chosen = [
      ['filter[author]', '7'],
      ['filter[published]', '1'],
      ['filter[tags][]', '3'],
      ['filter[answers][]', '4'],
      ['filter[popular]', '1'],
      ['search', 'd'],
    ] as const;
    expect(await filter('state', chosen, SUPERUSER)).to.have.property('options');
    const [[, query] = []] = calls;
    expect(query?.source).to.deep.equal({ kind: 'provider', provider: 'statuses' });
    expect(query?.formValues.map(({ column: { name }, value }) => [name, value])).to.deep.equal([
      ['author_id', { kind: 'int64', value: 7n }],
      ['published', { kind: 'bool', value: true }],
    ]);
  });

  it('omits a filter with several chosen values, or with a blank one', async () => {
    const { calls, filter } = asked();
    const several = ['7', '8'].map((id) => ['filter[author][]', id] as const);
    await filter('state', [...several, ['filter[published]', '']], SUPERUSER);
    expect(calls[0]?.[1].formValues).to.deep.equal([]);
    await filter('state', several.slice(1), SUPERUSER);
    expect(calls[1]?.[1].formValues).to.have.length(1);
  });

  for (const [what, entries, asking] of [
    ['it does not depend on', [['filter[status]', 'draft']], SUPERUSER],
    ['the administrator may not see', [['filter[tags]', '3']], askingWith()],
    ['does not exist', [['filter[nothing]', '3']], SUPERUSER],
  ] as const) {
    it(`returns 422 for the value of a filter that ${what}`, async () => {
      const { calls, filter } = asked();
      const refused = await filter('state', entries, asking);
      expect(refused).to.deep.equal(
        new AdminError('validation_failed', { fields: { [entries[0][0]]: [{ rule: 'unknown' }] } }),
      );
      expect(calls).to.deep.equal([]);
    });
  }

  it('returns 422 on the filter for a value that its column cannot hold', async () => {
    const { filter } = asked();
    expect(await filter('state', [['filter[author]', 'x']], SUPERUSER)).to.deep.equal(
      new AdminError('validation_failed', { fields: { 'filter[author]': [{ rule: 'integer' }] } }),
    );
  });

  it('resolves up to 200 chosen values on one page', async () => {
    const { calls, field } = asked();
    const ids = Array.from({ length: 200 }, (_, index) => ['ids[]', String(index)] as const);
    await field('author', ids, SUPERUSER);
    expect(calls[0]?.[1].ids).to.have.length(200);
    expect(calls[0]?.[1].page).to.deep.equal({ number: 1, size: 200 });
  });

  it('returns the same 404 for a hidden target, a target with choices in the schema, and an unknown target', async () => {
    const { calls, field, filter } = asked();
    const nobody = askingWith();
    const unknown = await field('nothing', [], nobody);
    for (const name of ['tags', 'title', 'slug', '__proto__', 'constructor', '']) {
      expect(await field(name, [], nobody), name).to.deep.equal(unknown);
    }
    for (const name of ['tags', 'status', 'title', 'nothing', '__proto__']) {
      expect(await filter(name, [], nobody), name).to.deep.equal(unknown);
    }
    expect(code(unknown)).to.equal('not_found');
    expect(calls).to.have.length(0);
  });

  for (const [name, value] of [
    ['per_page', '101'],
    ['page', '0'],
    ['ids[]', 'a\0'],
    ['search', '\0'],
    ['search', 'a '.repeat(21)],
  ] as const) {
    it(`returns 422 for ${name} ${JSON.stringify(value)}, without a call`, async () => {
      const { calls, field, filter } = asked();
      for (const ask of [field, filter])
        expect(code(await ask('author', [[name, value]], SUPERUSER))).to.equal('validation_failed');
      expect(calls).to.have.length(0);
    });
  }

  it('reports a search with too many words', async () => {
    const { field } = asked();
    expect(await field('author', [['search', 'a '.repeat(21)]], SUPERUSER)).to.deep.equal(
      new AdminError('validation_failed', {
        fields: { search: [{ rule: 'search_terms', parameters: { maximum: 20 } }] },
      }),
    );
  });

  it('says what to do about a page that the host cannot send (AD-54)', async () => {
    const tooLong = { options: () => Promise.reject(new AnswerTooLong('too long')) };
    const { field, filter } = createListOptions(schema.controllers.get('acme.blog.posts')!, tooLong);
    for (const ask of [field, filter]) {
      expect(await ask('author', [], SUPERUSER)).to.deep.equal(invalid('per_page', { rule: 'page_bytes' }));
    }
  });

  it('returns the choices of a settings screen to users who may open it', async () => {
    const { calls, ofSettings } = asked();
    expect(code(await ofSettings('mode', [], askingWith()))).to.equal('not_found');
    for (const name of ['plain', 'nothing', '__proto__'])
      expect(code(await ofSettings(name, [], SUPERUSER)), name).to.equal('not_found');
    expect(await ofSettings('mode', [], SUPERUSER)).to.have.property('options');
    expect(calls.map(([target]) => target)).to.deep.equal([{ caller: SUPERUSER.caller, settings: 'acme-blog' }]);
  });
});
