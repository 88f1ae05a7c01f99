import { expect } from 'chai';
import { PermissionSet } from '../auth/permission-set.js';
import type { Cell } from '../model/column.js';
import { permittedForms } from '../schema/permitted/form.js';
import {
  column,
  compileSmall,
  complaints,
  CONTROLLER,
  MODELS,
  pluginFiles,
  REGISTRATION,
} from '../testing/small-plugin.js';
import { conflictJson, recordJson } from './record-json.js';

const FORM = `name: Post
form: ~/plugins/acme/blog/models/post/fields.yaml
modelClass: Acme\\Blog\\Models\\Post`;

const MOMENT: Cell = { kind: 'timestamp', value: Date.UTC(2026, 1, 3, 4, 5, 6) };

/** The form of a model that also has `updated_at` and `updated_by`. */
function updateForm(keys = '', files: Readonly<Record<string, string>> = {}, codes: readonly string[] = []) {
  const models = REGISTRATION.models.map((model) =>
    model.name.endsWith('Post')
      ? { ...model, columns: [...model.columns, column('updated_at', 'timestamp'), column('updated_by', 'string')] }
      : model,
  );
  const plugin = pluginFiles({ [`${CONTROLLER}/config_form.yaml`]: `${FORM}\n${keys}`, ...files });
  const { schema } = compileSmall(plugin, { ...REGISTRATION, models });
  const forms = permittedForms.get(schema.controllers.get('acme.blog.posts')!.form!, new PermissionSet(false, codes));
  return forms.update!;
}

describe('the last change in a conflict (AD-265)', () => {
  const changed = (keys: string, by: Cell = { kind: 'string', value: ' Ada\u202e\n<b> ' }) => {
    const form = updateForm(keys);
    const cells = form.selection.columns.map(({ name, type }): Cell =>
      name === 'updated_by' ? by : type === 'timestamp' ? MOMENT : { kind: 'string', value: 'T' },
    );
    const record = { id: '9', cells, relations: [] };
    expect(recordJson(form, record), 'only in a conflict').not.to.have.any.keys('_changed', 'updated_at', 'updated_by');
    return conflictJson(form, record)._changed;
  };

  it('is the time of updated_at by default, and no name', () => {
    expect(changed('')).to.deep.equal({ at: '2026-02-03T04:05:06.000Z' });
  });

  it('is unknown without such a column, and for a record that has nothing in it', () => {
    const { schema } = compileSmall(pluginFiles({ [`${CONTROLLER}/config_form.yaml`]: FORM }));
    const small = permittedForms.get(schema.controllers.get('acme.blog.posts')!.form!, new PermissionSet(true, []));
    for (const form of [small.update!, updateForm('changedBy: updated_by')]) {
      const cells = form.selection.columns.map((): Cell => ({ kind: 'null' }));
      expect(conflictJson(form, { id: '9', cells, relations: [] })._changed).to.deep.equal({});
      expect(conflictJson(form, { id: '9', cells: [], relations: [] })._changed).to.deep.equal({});
    }
  });

  it('is in the columns that the form names', () => {
    expect(changed('changedAt: published_at\nchangedBy: updated_by')).to.deep.equal({
      at: '2026-02-03T04:05:06.000Z',
      by: 'Ada <b>',
    });
    for (const by of [{ kind: 'null' }, { kind: 'string', value: ' \u202e' }] as const) {
      expect(changed('changedBy: updated_by', by)).to.deep.equal({ at: '2026-02-03T04:05:06.000Z' });
    }
  });

  it('is hidden from those for whom the list and the form hide its columns', () => {
    const guarded = '{ permissions: acme.blog.moderate }';
    const columns = `columns: { title: Title, updated_at: ${guarded}, updated_by: ${guarded} }`;
    const fields = 'fields: { updated_by: { readOnly: true, permissions: acme.blog.publish } }';
    const selected = (codes: readonly string[], files: Readonly<Record<string, string>>) =>
      updateForm('changedBy: updated_by', files, codes)
        .selection.columns.map(({ name }) => name)
        .filter((name) => name.startsWith('updated_'));
    const files = { [`${MODELS}/post/columns.yaml`]: columns, [`${MODELS}/post/fields.yaml`]: fields };
    expect(selected([], files)).to.deep.equal([]);
    expect(selected(['acme.blog.moderate'], files)).to.deep.equal(['updated_at', 'updated_by']);
    expect(selected(['acme.blog.publish'], files)).to.deep.equal(['updated_by']);
    const open = { ...files, [`${MODELS}/post/fields.yaml`]: 'fields: { updated_by: { readOnly: true } }' };
    expect(selected([], open)).to.deep.equal(['updated_by']);
  });

  it('needs a timestamp and a text column', () => {
    const file = `${CONTROLLER}/config_form.yaml`;
    expect(complaints({ [file]: `${FORM}\nchangedAt: title\nchangedBy: titel` })).to.deep.equal([
      `${file}:4:12: changedAt: Acme\\Blog\\Models\\Post has no timestamp column title; expected one of published_at`,
      `${file}:5:12: changedBy: Acme\\Blog\\Models\\Post has no string column titel; expected one of title, slug, status; did you mean title?`,
    ]);
  });
});
