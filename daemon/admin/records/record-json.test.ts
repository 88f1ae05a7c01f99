import { expect } from 'chai';
import { PermissionSet } from '../auth/permission-set.js';
import { cellToJson } from '../model/cell-json.js';
import type { Cell, ReadCell } from '../model/column.js';
import type { AdminRecord, RelationValue } from '../model/record.js';
import { permittedForms } from '../schema/permitted/form.js';
import { compileSmall, MODELS, pluginFiles } from '../testing/small-plugin.js';
import { recordJson, settingsJson, titleOf } from './record-json.js';

const SCHEMA = compileSmall(
  pluginFiles({
    [`${MODELS}/post/fields.yaml`]: `
fields:
  title: { label: Title }
  slug: { type: password }
  status: { label: Status, permissions: acme.blog.moderate }
  rating: { type: number }
  author: { type: relation }
  tags: { type: relation, permissions: acme.blog.publish }
  note: { type: section, label: Note }
  _memo: { label: Memo }`,
  }),
).schema.controllers.get('acme.blog.posts')!.form!;

const superuser = permittedForms.get(SCHEMA, new PermissionSet(true, [])).update!;
const nobody = permittedForms.get(SCHEMA, new PermissionSet(false, [])).update!;

const text = (value: string): Cell => ({ kind: 'string', value });
const related = (ids: readonly string[], hasMore = false): RelationValue => ({
  kind: 'related',
  items: ids.map((id) => ({ id, value: text(`label of ${id}`) })),
  hasMore,
});

function record(relations: readonly RelationValue[], version?: string): AdminRecord {
  const cells = [text('T'), text('live'), { kind: 'decimal', value: '4.5' } as const];
  return { id: '9', ...(version !== undefined && { version }), cells, relations };
}

describe('admin: record json (AD-49)', () => {
  it('contains the fields, id, _labels of the relation fields, and _version if the model is versioned (AD-49)', () => {
    expect(recordJson(superuser, record([related(['1']), related(['2', '3'])], 'v'))).to.deep.equal({
      title: 'T',
      status: 'live',
      rating: '4.5',
      author: '1',
      tags: ['2', '3'],
      id: '9',
      _title: 'T',
      _labels: { author: 'label of 1', tags: ['label of 2', 'label of 3'] },
      _version: 'v',
    });
  });

  it("shows a decimal that is a choice in the schema's spelling, and any other in the database's", () => {
    const fields = 'fields: { rating: { type: dropdown, options: ["1.50", "2"] } }';
    const files = pluginFiles({ [`${MODELS}/post/fields.yaml`]: fields });
    const form = compileSmall(files).schema.controllers.get('acme.blog.posts')!.form!;
    const { update, view } = permittedForms.get(form, new PermissionSet(true, []));
    const cells = [{ kind: 'decimal', value: '1.50' } as const];
    expect(recordJson(update!, { id: '9', cells, relations: [] })).to.include({ rating: '1.5' });
    expect(view.fields[0]?.options?.map(({ value }) => value)).to.deep.equal(['1.5', '2']);
    expect(recordJson(superuser, { ...record([]), cells: [text('T'), text('live'), ...cells] })).to.include({
      rating: '1.50',
    });
  });

  it('contains no _version if the model is not versioned, and null or [] without related records', () => {
    const json = recordJson(superuser, record([related([]), related([])]));
    expect(json).not.to.have.property('_version');
    expect(json).to.deep.include({ author: null, tags: [], _labels: { author: null, tags: [] } });
  });

  it('contains null for values that the record lacks, and no relation and no name without their values', () => {
    expect(recordJson(superuser, { id: '9', cells: [], relations: [] })).to.deep.equal({
      ...{ title: null, status: null, rating: null },
      id: '9',
      _labels: {},
    });
  });

  it('neither contains nor selects a password', () => {
    expect(recordJson(superuser, record([related([]), related([])]))).not.to.have.property('slug');
    expect(superuser.selection.columns.map(({ name }) => name)).not.to.include('slug');
  });

  it('omits an incomplete list, because a client that sent it back would unlink the other records', () => {
    const json = recordJson(superuser, record([related(['1'], true), related(['2', '3'], true)]));
    expect(json).not.to.have.property('tags');
    expect(json).to.deep.include({ author: '1', _labels: { author: 'label of 1' } });
  });

  it('contains nothing about a field that this administrator may not see', () => {
    const cells = [text('T'), { kind: 'null' } as const];
    expect(recordJson(nobody, { id: '9', cells, relations: [related(['1'])] })).to.deep.equal({
      title: 'T',
      rating: null,
      author: '1',
      id: '9',
      _title: 'T',
      _labels: { author: 'label of 1' },
    });
  });

  it('omits a value that does not fit its column, so that no client sends it back, and puts its raw text in _invalid', () => {
    const cells = [text('T'), text('live'), { kind: 'invalid', raw: 'many' } as const];
    const json = recordJson(superuser, { ...record([related([]), related([])]), cells });
    expect(json).not.to.have.property('rating');
    expect(json._invalid).to.deep.equal({ rating: 'many' });
    expect(settingsJson(superuser, { cells })).to.deep.equal({
      title: 'T',
      status: 'live',
      _invalid: { rating: 'many' },
    });
    expect(recordJson(superuser, record([]))).not.to.have.property('_invalid');
    const [cut, broken] = [{ kind: 'truncated', text: 'Beg' } as const, { kind: 'invalid', raw: '?' } as const];
    expect(settingsJson(superuser, { cells: [cut, broken, broken] })).to.deep.equal({
      _invalid: { title: 'Beg', status: '?', rating: '?' },
    });
  });

  it('shows a JSON value as its text if a client would round a number in it', () => {
    const json = (value: string) => cellToJson('json', { kind: 'json', value });
    expect(json('[12345678901234567890]')).to.equal('[12345678901234567890]');
    expect(json('{"a":"12345678901234567890"}')).to.deep.equal({ a: '12345678901234567890' });
  });

  it('contains neither id nor labels for a settings screen', () => {
    const cells = [text('T'), text('live'), { kind: 'null' } as const];
    expect(settingsJson(superuser, { cells, version: 'v' })).to.deep.equal({
      title: 'T',
      status: 'live',
      rating: null,
      _version: 'v',
    });
  });
});

describe('the name of a record', () => {
  const named = (cell: ReadCell) => titleOf(superuser, { id: '9', cells: [cell], relations: [] });

  it('is one line, without characters that change the text around it', () => {
    expect(named(text(' One\n\ttwo  three\u202e\0 '))).to.equal('One two three');
    for (const blank of ['', ' \n', '\u202e']) expect(named(text(blank))).to.equal(undefined);
  });

  it('has at most 120 characters of Unicode, the last one an ellipsis if it is cut', () => {
    for (const one of ['x', '🎉']) {
      expect(named(text(one.repeat(120)))).to.equal(one.repeat(120));
      expect(named(text(one.repeat(121)))).to.equal(`${one.repeat(119)}…`);
    }
    expect(named(text(`${'x'.repeat(118)} yyy`))).to.equal(`${'x'.repeat(118)}…`);
  });

  it('is the beginning of a long text, and nothing for other values than texts and numbers', () => {
    expect(named({ kind: 'truncated', text: 'Begins' })).to.equal('Begins');
    expect(named({ kind: 'int64', value: 7n })).to.equal('7');
    for (const cell of [{ kind: 'invalid', raw: 'x' }, { kind: 'null' }, { kind: 'bool', value: true }] as const) {
      expect(named(cell)).to.equal(undefined);
    }
    expect(titleOf({}, { id: '9', cells: [text('T')], relations: [] })).to.equal(undefined);
    expect(titleOf(superuser, { id: '9', cells: [], relations: [] })).to.equal(undefined);
  });
});
