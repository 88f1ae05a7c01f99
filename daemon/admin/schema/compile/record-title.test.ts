import { expect } from 'chai';
import { PermissionSet } from '../../auth/permission-set.js';
import { recordJson } from '../../records/record-json.js';
import { compileSmall, complaints, CONTROLLER, MODELS, pluginFiles } from '../../testing/small-plugin.js';
import { permittedForms } from '../permitted/form.js';

const FORM = `name: Post
form: ~/plugins/acme/blog/models/post/fields.yaml
modelClass: Acme\\Blog\\Models\\Post`;

const COLUMNS = `columns:
  views: { type: number }
  published: { type: switch }
  slug: { label: Slug, permissions: acme.blog.moderate }
  title: { label: Title }`;

const FIELDS = 'fields: { status: { label: Status, permissions: acme.blog.publish }, rating: { type: number } }';

/** The name of the column that names records, for an administrator with these permissions. */
function namedBy(codes: readonly string[], form = '', columns = COLUMNS): string | undefined {
  return formFor(codes, form, columns).title?.column.name;
}

function formFor(codes: readonly string[], form = '', columns = COLUMNS) {
  const files = pluginFiles({
    [`${CONTROLLER}/config_form.yaml`]: `${FORM}\n${form}`,
    [`${MODELS}/post/columns.yaml`]: columns,
    [`${MODELS}/post/fields.yaml`]: FIELDS,
  });
  const schema = compileSmall(files).schema.controllers.get('acme.blog.posts')?.form;
  const update = schema && permittedForms.get(schema, new PermissionSet(false, codes)).update;
  if (!update) throw new Error('no form');
  return update;
}

describe("a record's name (AD-260)", () => {
  it('is the first text column of the list that the administrator may see', () => {
    expect(namedBy([])).to.equal('title');
    expect(namedBy(['acme.blog.moderate'])).to.equal('slug');
  });

  it('is a column that the list shows before one that it hides by default', () => {
    const columns = 'columns: { slug: { label: Slug, invisible: true }, title: Title }';
    expect(namedBy([], '', columns)).to.equal('title');
    expect(namedBy([], '', columns.replace(', title: Title', ''))).to.equal('slug');
  });

  it('is the first text field of the form if the list has no text column', () => {
    const columns = 'columns: { views: { type: number } }';
    expect(namedBy([], '', columns)).to.equal(undefined);
    expect(namedBy(['acme.blog.publish'], '', columns)).to.equal('status');
  });

  it('is the column that recordTitle names, for those who may see it', () => {
    expect(namedBy([], 'recordTitle: views')).to.equal('views');
    expect(namedBy([], 'recordTitle: status')).to.equal(undefined);
    expect(namedBy(['acme.blog.publish'], 'recordTitle: status')).to.equal('status');
  });

  it('must be a column of the list or the form', () => {
    const file = `${CONTROLLER}/config_form.yaml`;
    expect(complaints({ [file]: `${FORM}\nrecordTitle: titel` })).to.deep.equal([
      `${file}:4:14: recordTitle: neither the list nor the form shows a column titel; expected one of title; did you mean title?`,
    ]);
  });

  it('has a last change in columns of the right types (AD-264)', () => {
    const file = `${CONTROLLER}/config_form.yaml`;
    expect(complaints({ [file]: `${FORM}\nchangedAt: title\nchangedBy: editor` })).to.deep.equal([
      `${file}:4:12: changedAt: Acme\\Blog\\Models\\Post has no timestamp column title; expected one of published_at`,
      `${file}:5:12: changedBy: Acme\\Blog\\Models\\Post has no string column editor; expected one of title, slug, status`,
    ]);
  });

  it('is one line without characters that reorder the text around it, of at most 120 characters', () => {
    const form = formFor([]);
    const titled = (value: string) => {
      const cells = form.selection.columns.map(() => ({ kind: 'string', value }) as const);
      return recordJson(form, { id: '9', cells, relations: [] })._title;
    };
    expect(titled(' A\n<b>B</b>\u202e\u0000C ')).to.equal('A <b>B</b> C');
    expect(titled(' \u2067\t ')).to.equal(undefined);
    expect(titled('😀'.repeat(121))).to.equal(`${'😀'.repeat(119)}…`);
  });
});
