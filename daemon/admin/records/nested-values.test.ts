import { expect } from 'chai';
import { PermissionSet } from '../auth/permission-set.js';
import type { AdminRecord } from '../model/record.js';
import { permittedForms } from '../schema/permitted/form.js';
import { compileSmall, MODELS, pluginFiles } from '../testing/small-plugin.js';
import { recordJson } from './record-json.js';
import { parseWrite } from './record-write.js';

const LINES = `
fields:
  settings:
    type: repeater
    minItems: 1
    maxItems: 3
    form:
      fields:
        name: { required: true }
        price: { type: number, min: 0, step: 0.5 }
        on: { type: switch }
        day: { type: datepicker, mode: date }
        kind: { type: dropdown, options: [a, b] }
        labels: { type: taglist, maxItems: 2 }
        secret: { permissions: acme.blog.moderate }
        locked: { readOnly: true }
        _note: { label: Note }
        place:
          type: nestedform
          form: { fields: { city: { required: true }, code: { permissions: acme.blog.moderate } } }`;

const KINDS = `
fields:
  settings:
    type: repeater
    groupKeyFrom: is
    groups:
      quote: { name: Quote, fields: { text: { required: true } } }
      fact: { name: Fact, fields: { text: { required: true }, source: { permissions: acme.blog.moderate } } }`;

const EDITOR = new PermissionSet(false, ['acme.blog.access_posts']);
const MODERATOR = new PermissionSet(false, ['acme.blog.access_posts', 'acme.blog.moderate']);

function formOf(yaml: string, permissions: PermissionSet) {
  const { schema } = compileSmall(pluginFiles({ [`${MODELS}/post/fields.yaml`]: yaml }));
  return permittedForms.get(schema.controllers.get('acme.blog.posts')!.form!, permissions).update!;
}

const OBJECT = `
fields:
  settings:
    type: nestedform
    form:
      fields:
        title: { required: true }
        size: { type: number }
        sponsor: { permissions: acme.blog.moderate }
        locked: { readOnly: true }
        place:
          type: nestedform
          form: { fields: { city: { label: City }, code: { permissions: acme.blog.moderate } } }
        links:
          type: repeater
          minItems: 1
          form: { fields: { text: { label: Text }, note: { permissions: acme.blog.moderate } } }`;

interface Given {
  readonly yaml?: string;
  /** A value, or its JSON text. */
  readonly stored?: unknown;
  readonly as?: PermissionSet;
  readonly hasVersion?: boolean;
}

const jsonOf = (stored: unknown) => (typeof stored === 'string' ? stored : JSON.stringify(stored));

/** The JSON to store, or the problems as "path: rule". */
function written(value: unknown, given: Given = {}): unknown {
  const text = writtenText(value, given);
  return typeof text === 'string' ? JSON.parse(text) : text;
}

/** The same as the text that is stored. */
function writtenText(value: unknown, { yaml = LINES, stored, as = EDITOR, hasVersion = true }: Given = {}): unknown {
  const form = formOf(yaml, as);
  const cells = form.selection.columns.map(({ name }) =>
    name === 'settings' && stored !== undefined
      ? ({ kind: 'json', value: jsonOf(stored) } as const)
      : ({ kind: 'null' } as const),
  );
  const parsed = parseWrite(form, { settings: value }, { creating: false, stored: { cells }, hasVersion });
  if ('problems' in parsed) {
    return Object.entries(parsed.problems).map(([path, [first]]) => `${path}: ${first?.rule ?? ''}`);
  }
  const [{ value: cell } = { value: undefined }] = parsed.write.columns;
  return cell?.kind === 'json' ? cell.value : null;
}

function shown(stored: unknown, as: PermissionSet, yaml = LINES) {
  const form = formOf(yaml, as);
  const cells = form.selection.columns.map(({ name }) =>
    name === 'settings' ? ({ kind: 'json', value: jsonOf(stored) } as const) : ({ kind: 'null' } as const),
  );
  const record: AdminRecord = { id: '1', cells, relations: [] };
  const { settings, _invalid: invalid } = recordJson(form, record);
  return invalid === undefined ? settings : { invalid };
}

describe('admin: nested forms in a body (AD-350, AD-351)', () => {
  it('places of items need the version of the list in which they count (AD-430)', () => {
    const stored = [
      { name: 'A', secret: 'of A' },
      { name: 'B', secret: 'of B' },
    ];
    // An administrator who still sees [A, B] after another one removed A would give the secret of B to A.
    const stale = [{ name: 'A', _item: 0 }];
    expect(written(stale, { stored: stored.slice(1), hasVersion: false })).to.deep.equal(['_version: required']);
    expect(written([{ name: 'A' }], { stored, hasVersion: false })).to.deep.equal([{ name: 'A' }]);
    expect(written(stale, { stored })).to.deep.equal([{ name: 'A', secret: 'of A' }]);
  });

  it('checks every value as the same field outside', () => {
    expect(written([{ name: 'A', price: 1.5, on: true, day: '2026-01-31', kind: 'b', labels: ['x'] }])).to.deep.equal([
      { name: 'A', price: 1.5, on: true, day: '2026-01-31', kind: 'b', labels: ['x'] },
    ]);
    expect(
      written([
        { name: ' ', price: -1, on: 'yes', day: '2026-02-30', kind: 'c', labels: ['x', 'y', 'z'] },
        { price: '1', place: {} },
        { name: 'C', price: 0.7, place: 'Here' },
      ]),
    ).to.deep.equal([
      'settings.0.name: required',
      'settings.0.price: number_minimum',
      'settings.0.on: bool',
      'settings.0.day: date',
      'settings.0.kind: choice',
      'settings.0.labels: list_length',
      'settings.1.name: required',
      'settings.1.price: number',
      'settings.1.place.city: required',
      'settings.2.price: number_step',
      'settings.2.place: object',
    ]);
  });

  for (const [what, value, problem] of [
    ['a text', '[{"name":"A"}]', 'settings: list'],
    ['an object', { name: 'A' }, 'settings: list'],
    ['items that are no objects', ['A'], 'settings.0: object'],
    ['too many items', [1, 2, 3, 4].map((name) => ({ name: String(name) })), 'settings: list_length'],
    ['too few', [], 'settings: list_minimum'],
    ['null where one item is needed', null, 'settings: list_minimum'],
    ['a place that is no number', [{ name: 'A', _item: '0' }], 'settings.0._item: integer'],
    ['a negative place', [{ name: 'A', _item: -1 }], 'settings.0._item: integer'],
    [
      'the same place twice',
      [
        { name: 'A', _item: 0 },
        { name: 'B', _item: 0 },
      ],
      'settings.1._item: repeated',
    ],
  ] as const) {
    it(`rejects ${what}`, () => expect(written(value)).to.deep.equal([problem]));
  }

  it('drops what the form does not write: unknown names, names of every object, hidden and read-only fields', () => {
    const item = JSON.parse(
      '{"name":"A","nothing":1,"secret":"x","locked":"x","_note":"x","__proto__":{"name":"P"},"toString":"x","price":{"a":1}}',
    ) as object;
    expect(written([item])).to.deep.equal([{ name: 'A' }]);
    expect(Object.prototype).not.to.have.property('name');
  });

  it('keeps what it does not write, wherever the item moves to', () => {
    const stored = [
      { name: 'A', secret: 's1', own: 1, place: { city: 'X', code: 'c1' } },
      { name: 'B', secret: 's2', locked: 'l2' },
    ];
    const moved = [
      { _item: 1, name: 'B2' },
      { name: 'New' },
      { _item: 0, price: 2, place: { city: 'Y', code: 'forged' } },
    ];
    expect(written(moved, { stored })).to.deep.equal([
      { name: 'B2', secret: 's2', locked: 'l2' },
      { name: 'New' },
      { name: 'A', secret: 's1', own: 1, place: { city: 'Y', code: 'c1' }, price: 2 },
    ]);
    expect(written([{ _item: 0, secret: 'new' }], { stored, as: MODERATOR })).to.deep.equal([
      { name: 'A', secret: 'new', own: 1, place: { city: 'X', code: 'c1' } },
    ]);
  });

  it('a place that does not exist is a new item, with all that a new one requires', () => {
    expect(written([{ _item: 7, price: 1 }], { stored: [{ name: 'A' }] })).to.deep.equal(['settings.0.name: required']);
  });

  it('a stored value of another form is replaced, and its members are not kept', () => {
    expect(written([{ _item: 0, name: 'A' }], { stored: { 0: { name: 'x', secret: 's' } } })).to.deep.equal([
      { name: 'A' },
    ]);
    expect(written([{ _item: 0, name: 'A' }], { stored: ['text'] })).to.deep.equal([{ name: 'A' }]);
  });

  it('has kinds of items, and an item of an unknown kind stays as it is', () => {
    const stored = [
      { is: 'fact', text: 'F', source: 's' },
      { is: 'gone', x: 1 },
    ];
    const body = [
      { is: 'gone', _item: 1 },
      { is: 'fact', _item: 0, text: 'F2' },
      { is: 'quote', text: 'Q', source: 'x' },
    ];
    expect(written(body, { yaml: KINDS, stored })).to.deep.equal([
      { is: 'gone', x: 1 },
      { is: 'fact', text: 'F2', source: 's' },
      { is: 'quote', text: 'Q' },
    ]);
    expect(written([{ is: 'gone' }, { text: 'x' }, { is: 'quote', _item: 0 }], { yaml: KINDS, stored })).to.deep.equal([
      'settings.0.is: choice',
      'settings.1.is: choice',
      'settings.2.text: required',
    ]);
  });

  it('costs linear work', () => {
    const yaml = LINES.replace('maxItems: 3', 'maxItems: 200');
    const stored = Array.from({ length: 200 }, (_one, index) => ({ name: String(index), secret: 'x'.repeat(5000) }));
    const moved = stored.map((_one, index) => ({ _item: 199 - index, price: 1 }));
    expect(written(moved, { yaml, stored })).to.have.nested.property('[0].secret').with.length(5000);
  });
});

describe('admin: null for a nested form (AD-351)', () => {
  const stored = {
    ...{ title: 'T', size: 2, sponsor: 'Acme', locked: 'Ada', own: [1] },
    place: { city: 'X', code: 'c1' },
    links: [{ text: 'L', note: 'n' }],
  };

  it('empties what the caller may write, and keeps the rest', () => {
    const left = { sponsor: 'Acme', locked: 'Ada', own: [1], place: { code: 'c1' } };
    expect(written(null, { yaml: OBJECT, stored })).to.deep.equal(left);
    expect(written(null, { yaml: OBJECT, stored: left })).to.deep.equal(left);
    expect(written(null, { yaml: OBJECT, stored, as: MODERATOR })).to.deep.equal({ locked: 'Ada', own: [1] });
  });

  it('is null if nothing else is stored, or no form', () => {
    const all = { title: 'T', size: null, place: { city: 'X' }, links: [] };
    for (const one of [all, {}, null, [1], '"text"'])
      expect(written(null, { yaml: OBJECT, stored: one })).to.equal(null);
    expect(written(null, { yaml: OBJECT })).to.equal(null);
  });

  it('does the same inside of other forms and items', () => {
    const inside = { title: 'T', place: { code: 'c1' } };
    expect(written({ place: null }, { yaml: OBJECT, stored: { title: 'T', place: stored.place } })).to.deep.equal(
      inside,
    );
    const item = { name: 'A', place: { city: 'X', code: 'c1' } };
    expect(written([{ _item: 0, place: null }], { stored: [item] })).to.deep.equal([
      { name: 'A', place: { code: 'c1' } },
    ]);
    expect(written([{ _item: 0, place: null }], { stored: [{ name: 'A', place: { city: 'X' } }] })).to.deep.equal([
      { name: 'A', place: null },
    ]);
  });

  it('is no way around the items that a list inside needs (AD-350)', () =>
    expect(written({ links: null }, { yaml: OBJECT, stored })).to.deep.equal(['settings.links: list_minimum']));

  it('needs all required fields when the object is filled in again', () => {
    const left = { sponsor: 'Acme' };
    expect(written({ size: 1 }, { yaml: OBJECT, stored: left })).to.deep.equal(['settings.title: required']);
    expect(written({ title: 'N' }, { yaml: OBJECT, stored: left })).to.deep.equal({ sponsor: 'Acme', title: 'N' });
    expect(written({ size: 1 }, { yaml: OBJECT, stored: { title: 'T' } })).to.deep.equal({ title: 'T', size: 1 });
  });

  it('is what a record shows if nothing else is there for the caller, so that it can be sent back (AD-352)', () => {
    const left = { sponsor: 'Acme', place: { code: 'c1' } };
    expect(shown({ sponsor: 'Acme', own: 1 }, EDITOR, OBJECT)).to.equal(null);
    expect(shown(left, EDITOR, OBJECT)).to.deep.include({ title: null, place: null });
    expect(shown(left, MODERATOR, OBJECT)).to.deep.include({ sponsor: 'Acme', place: { city: null, code: 'c1' } });
  });
});

describe('admin: numbers in nested forms that doubles would round (AD-81, AD-351)', () => {
  const HIDDEN = '{"title":"T","own":12345678901234567890,"sponsor":1e400,"place":{"code":[9007199254740993]}}';

  it('keep their digits in all that a form does not write', () => {
    expect(writtenText({ title: 'N' }, { yaml: OBJECT, stored: HIDDEN })).to.equal(HIDDEN.replace('"T"', '"N"'));
    expect(writtenText({ place: { city: 'X' } }, { yaml: OBJECT, stored: HIDDEN })).to.equal(
      HIDDEN.replace('993]', '993],"city":"X"'),
    );
    expect(writtenText(null, { yaml: OBJECT, stored: HIDDEN })).to.equal(HIDDEN.replace('"title":"T",', ''));
    const items = '[{"name":"A","own":12345678901234567890},{"name":"B","own":9007199254740993}]';
    expect(writtenText([{ _item: 1 }, { _item: 0, price: 1 }], { stored: items })).to.equal(
      '[{"name":"B","own":9007199254740993},{"name":"A","own":12345678901234567890,"price":1}]',
    );
    const kinds = '[{"is":"gone","x":12345678901234567890},{"is":1e400}]';
    expect(writtenText([{ is: 'gone', _item: 0 }], { yaml: KINDS, stored: kinds })).to.equal(
      '[{"is":"gone","x":12345678901234567890}]',
    );
  });

  it('are replaced where the form writes, also as a whole object', () => {
    const stored = '{"title":12345678901234567890,"size":9007199254740993,"place":12345678901234567890}';
    expect(written({ title: 'N', size: 2, place: { city: 'X' } }, { yaml: OBJECT, stored })).to.deep.equal({
      ...{ title: 'N', size: 2 },
      place: { city: 'X' },
    });
    expect(writtenText({ title: 'N' }, { yaml: OBJECT, stored })).to.equal(
      stored.replace('12345678901234567890', '"N"'),
    );
  });

  it('are never shown rounded: the value is invalid where the form shows one, and shown where it does not (AD-352)', () => {
    expect(shown(HIDDEN, EDITOR, OBJECT)).to.deep.equal({
      ...{ title: 'T', size: null, locked: null, links: null },
      place: null,
    });
    expect(shown(HIDDEN, MODERATOR, OBJECT)).to.deep.equal({ invalid: { settings: HIDDEN } });
    for (const stored of ['{"size":9007199254740993}', '{"place":1e400}', '{"links":[1e400]}', '1e400']) {
      expect(shown(stored, EDITOR, OBJECT)).to.deep.equal({ invalid: { settings: '…' } });
    }
  });
});

describe('admin: nested forms in a record (AD-352)', () => {
  it('shows only the fields that the administrator may see, and the place of each item', () => {
    const stored = [{ name: 'A', secret: 's1', own: 1, place: { city: 'X', code: 'c1' } }];
    const rest = { price: null, on: null, day: null, kind: null, labels: null, locked: null };
    expect(shown(stored, EDITOR)).to.deep.equal([{ _item: 0, name: 'A', ...rest, place: { city: 'X' } }]);
    expect(shown(stored, MODERATOR)).to.deep.equal([
      { _item: 0, name: 'A', ...rest, secret: 's1', place: { city: 'X', code: 'c1' } },
    ]);
    expect(shown([{ is: 'gone', x: 1 }], EDITOR, KINDS)).to.deep.equal([{ _item: 0, is: 'gone' }]);
    expect(shown(null, EDITOR)).to.equal(null);
  });

  it('treats a stored value of another form as invalid, without its text where fields are hidden', () => {
    for (const stored of [{ name: 'A' }, ['A'], '"A"', [{ name: { secret: 's' } }], [{ place: [] }]]) {
      expect(shown(stored, EDITOR)).to.deep.equal({ invalid: { settings: '…' } });
    }
    expect(shown({ name: 'A' }, MODERATOR)).to.deep.equal({ invalid: { settings: '{"name":"A"}' } });
  });

  it('a stored value that cannot be read is neither shown nor replaced where fields are hidden (AD-351)', () => {
    for (const cell of [
      { kind: 'invalid', raw: '[{"secret":"s"' },
      { kind: 'truncated', text: '[{"secret":"s"' },
    ] as const) {
      const textFor = (as: PermissionSet) => {
        const form = formOf(LINES, as);
        const cells = form.selection.columns.map(({ name }) =>
          name === 'settings' ? cell : ({ kind: 'null' } as const),
        );
        return recordJson(form, { id: '1', cells, relations: [] })._invalid;
      };
      const saved = (as: PermissionSet, value: unknown) => {
        const form = formOf(LINES, as);
        const stored = { cells: form.selection.columns.map(() => cell) };
        return parseWrite(form, { settings: value }, { creating: false, stored });
      };
      const refused = { problems: { settings: [{ rule: 'partly_hidden' }] } };
      for (const value of [null, [{ name: 'A' }]]) expect(saved(EDITOR, value)).to.deep.equal(refused);
      expect(saved(MODERATOR, [{ name: 'A' }])).to.have.property('write');
      expect(textFor(EDITOR)).to.deep.equal({ settings: '…' });
      expect(textFor(MODERATOR)).to.deep.equal({ settings: '[{"secret":"s"' });
    }
  });
});
