import { expect } from 'chai';
import { PermissionSet } from '../auth/permission-set.js';
import { permittedForms } from '../schema/permitted/form.js';
import { compileSmall, MODELS, pluginFiles, REGISTRATION } from '../testing/small-plugin.js';
import { recordJson } from './record-json.js';
import type { WriteOptions } from './record-write.js';
import { carriesNested, parseWrite } from './record-write.js';

const LIST = `
fields:
  title: { label: Title }
  settings:
    type: repeater
    maxItems: 2
    form:
      fields:
        name: { required: true }
        price: { type: number }
        labels: { type: taglist }
        place: { type: nestedform, form: { fields: { city: { label: City } } } }`;

const KINDS = `
fields:
  settings:
    type: repeater
    minItems: 2
    groupKeyFrom: is
    groups:
      quote: { name: Quote, fields: { text: { required: true } } }
      fact: { name: Fact, fields: { text: { required: true } } }`;

const OBJECT = `
fields:
  settings:
    type: nestedform
    form:
      fields:
        title: { label: Title }
        links: { type: repeater, form: { fields: { text: { label: Text } } } }`;

function formsOf(yaml: string, nullable = true) {
  const models = REGISTRATION.models.map((model) => ({
    ...model,
    columns: model.columns.map((column) => (column.name === 'settings' ? { ...column, nullable } : column)),
  }));
  const files = pluginFiles({ [`${MODELS}/post/fields.yaml`]: yaml });
  const { controllers } = compileSmall(files, { ...REGISTRATION, models }).schema;
  return permittedForms.get(controllers.get('acme.blog.posts')!.form!, new PermissionSet(true, []));
}

/** The cell to write, or all problems. */
function parsed(yaml: string, value: unknown, stored?: unknown, more: Partial<WriteOptions> = {}): unknown {
  const { create, update } = formsOf(yaml);
  const { creating = false } = more;
  const form = creating ? create! : update!;
  const cells = form.selection.columns.map(({ name }) =>
    name === 'settings' && stored !== undefined
      ? ({ kind: 'json', value: JSON.stringify(stored) } as const)
      : ({ kind: 'null' } as const),
  );
  const result = parseWrite(form, { settings: value }, { creating, stored: { cells }, hasVersion: !creating, ...more });
  return 'problems' in result ? result.problems : result.write.columns[0]?.value;
}

/** The value to store. */
function stored(...args: Parameters<typeof parsed>): unknown {
  const cell = parsed(...args) as { readonly kind?: string; readonly value?: string };
  return cell.kind === 'json' ? JSON.parse(cell.value ?? '') : cell;
}

function shown(yaml: string, text: string): unknown {
  const form = formsOf(yaml).update!;
  const cells = form.selection.columns.map(({ name }) =>
    name === 'settings' ? ({ kind: 'json', value: text } as const) : ({ kind: 'null' } as const),
  );
  const { settings, _invalid: invalid } = recordJson(form, { id: '1', cells, relations: [] });
  return invalid === undefined ? settings : { invalid };
}

describe('admin: the members of a nested form in a body (AD-350, AD-351)', () => {
  it('say how many items there may be, and how many are needed', () => {
    expect(parsed(LIST, [{}, {}, {}])).to.deep.equal({
      settings: [{ rule: 'list_length', parameters: { maximum: 2 } }],
    });
    expect(parsed(KINDS, [{ is: 'quote', text: 'Q' }])).to.deep.equal({
      settings: [{ rule: 'list_minimum', parameters: { minimum: 2 } }],
    });
  });

  it('are null as a whole where no item is needed, in the database too', () => {
    expect(parsed(LIST, null, [{ name: 'A' }])).to.deep.equal({ kind: 'null' });
    expect(parsed(LIST, [])).to.deep.equal({ kind: 'json', value: '[]' });
    expect(parsed(OBJECT, null, { title: 'T' })).to.deep.equal({ kind: 'null' });
  });

  it('report a problem once, at its own place, also in a column that cannot be null', () => {
    const { update } = formsOf(OBJECT, false);
    expect(parseWrite(update!, { settings: 'text' }, { creating: false })).to.deep.equal({
      problems: { settings: [{ rule: 'object' }] },
    });
    expect(parsed(LIST, [null])).to.deep.equal({ 'settings.0': [{ rule: 'object' }] });
  });

  it('may be cleared one by one, but not those that are required', () => {
    const before = [{ name: 'A', price: 2 }];
    expect(stored(LIST, [{ _item: 0, price: null }], before)).to.deep.equal([{ name: 'A', price: null }]);
    for (const blank of [null, '', ' ', '\u200b']) {
      expect(parsed(LIST, [{ _item: 0, name: blank }], before)).to.deep.equal({
        'settings.0.name': [{ rule: 'required' }],
      });
    }
  });

  it('are those of a new item without a place, or with null as its place', () => {
    const before = [{ name: 'A', price: 2 }];
    expect(stored(LIST, [{ _item: null, name: 'B' }], before, { hasVersion: false })).to.deep.equal([{ name: 'B' }]);
    expect(parsed(LIST, [{ _item: 0.5, name: 'B' }], before)).to.deep.equal({
      'settings.0._item': [{ rule: 'integer' }],
    });
  });

  it('need no version in a new record, whose places mean nothing (AD-430)', () => {
    const items = [{ name: 'B', _item: 0 }];
    expect(stored(LIST, items, undefined, { creating: true })).to.deep.equal([{ name: 'B' }]);
    const refused = { _version: [{ rule: 'required' }] };
    expect(parsed(LIST, items, [{ name: 'A' }], { hasVersion: false })).to.deep.equal(refused);
    // Unless a caller says that the body has one.
    expect(parseWrite(formsOf(LIST).update!, { settings: items }, { creating: false })).to.deep.equal({
      problems: refused,
    });
  });

  it('are gone if a list is emptied that is stored as something else', () =>
    expect(parsed(OBJECT, null, { links: { own: 1 } })).to.deep.equal({ kind: 'null' }));

  it('are looked for only in fields with forms of their own', () => {
    const { update } = formsOf(LIST);
    for (const [body, carries] of [
      [{ title: 'T', settings: [] }, true],
      [{ settings: null }, true],
      [{ title: 'T' }, false],
      [{}, false],
    ] as const) {
      expect(carriesNested(update!, { ...body }), JSON.stringify(body)).to.equal(carries);
    }
    expect(carriesNested(update!, Object.create({ settings: [] }) as Record<string, unknown>)).to.equal(false);
  });
});

describe('admin: the members of a nested form in a record (AD-352)', () => {
  const item = { _item: 0, name: null, price: null, labels: null, place: null };

  it('are single values and lists of them', () => {
    expect(shown(LIST, '[{"labels":["a","b"]}]')).to.deep.equal([{ ...item, labels: ['a', 'b'] }]);
    for (const text of ['[{"labels":["a",{"b":1}]}]', '[{"labels":[["a"]]}]', '[{"name":{"b":1}}]']) {
      expect(shown(LIST, text), text).to.deep.equal({ invalid: { settings: text } });
    }
  });

  it('are null if nothing is stored', () => {
    const form = formsOf(LIST).update!;
    for (const cells of [form.selection.columns.map(() => ({ kind: 'null' }) as const), []]) {
      const json = recordJson(form, { id: '1', cells, relations: [] });
      expect(json).to.include({ settings: null }).and.not.have.property('_invalid');
    }
  });

  it('have no kind if the stored one is no text', () => {
    for (const text of ['[{"text":"Q"}]', '[{"is":7}]', '[{"is":null}]']) {
      expect(shown(KINDS, text), text).to.deep.equal([{ _item: 0, is: null }]);
    }
  });

  it('are invalid with the first 500 characters of a text of another form', () => {
    const text = JSON.stringify('x'.repeat(600));
    expect(shown(LIST, text)).to.deep.equal({ invalid: { settings: text.slice(0, 500) } });
  });

  it('are no excuse for a text that is no JSON, which the host never sends', () => {
    expect(() => shown(LIST, '[')).to.throw(SyntaxError);
  });
});
