import { expect } from 'chai';
import { parseQuery } from '../../http/parameters.js';
import { PermissionSet } from '../auth/permission-set.js';
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
  author: { label: Author, type: relation }`,
    }),
  ).schema.controllers.get('acme.blog.posts')!.form!,
  new PermissionSet(true, []),
).update!;

function ask(query: string, dependsOn = ['title', 'views', 'author']) {
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

  it('does not tell the host of what is no column', () => {
    expect(ask('form[author]=1&form[views]=7')).to.have.length(1);
  });

  it('refuses what the field does not depend on, what does not fit, and what stands twice', () => {
    expect(problemsOf('form[title]=x', ['views'])).to.deep.equal({ 'form[title]': [{ rule: 'unknown' }] });
    expect(problemsOf('form[title][]=x')).to.deep.equal({ 'form[title][]': [{ rule: 'unknown' }] });
    expect(problemsOf('form[__proto__]=x')).to.deep.equal({ 'form[__proto__]': [{ rule: 'unknown' }] });
    expect(problemsOf('form[views]=many')).to.deep.equal({ 'form[views]': [{ rule: 'integer' }] });
    expect(problemsOf('form[title]=x&form[title]=y')).to.deep.equal({ 'form[title]': [{ rule: 'repeated' }] });
  });
});
