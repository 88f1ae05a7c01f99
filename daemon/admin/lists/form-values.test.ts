import { expect } from 'chai';
import { parseQuery } from '../../http/parameters.js';
import { PermissionSet } from '../auth/permission-set.js';
import type { Column } from '../model/column.js';
import { AdminError } from '../model/admin-error.js';
import { permittedForms } from '../schema/permitted/form.js';
import { compileSmall, MODELS, pluginFiles } from '../schema/testing/small-plugin.js';
import { formValues } from './form-values.js';

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

describe('form[…] of options (admin.md, options and dependsOn)', () => {
  it('holds texts as cells of their columns, and leaves out what is empty', () => {
    const values = ask('form[title]=A+b&form[views]=7&search=x');
    expect(values).to.have.length(2);
    expect((values as { value: unknown }[]).map(({ value }) => value)).to.deep.equal([
      { kind: 'string', value: 'A b' },
      { kind: 'int64', value: 7n },
    ]);
    expect(ask('form[title]=&form[views]=')).to.deep.equal([]);
  });

  it('a belongsTo relation is its key; what holds no single value tells nothing', () => {
    const values = ask('form[author]=7&form[tags]=1&form[note]=x') as { column: Column; value: unknown }[];
    expect(values.map(({ column, value }) => [column.name, value])).to.deep.equal([
      ['author_id', { kind: 'int64', value: 7n }],
    ]);
  });

  it('refuses what the field does not depend on, what is no column, what does not fit, and what stands twice', () => {
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
