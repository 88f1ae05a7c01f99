import { expect } from 'chai';
import { AdminError } from '../api/errors.js';
import { PermissionSet } from '../auth/permission-set.js';
import type { FormContext } from '../model/schema/types.js';
import { permittedForms } from '../schema/permitted/form.js';
import { compileSmall, MODELS, pluginFiles, REGISTRATION } from '../testing/small-plugin.js';
import { expectedVersion, parseWrite } from './record-write.js';

const FORM = compileSmall(
  pluginFiles({
    [`${MODELS}/post/fields.yaml`]: `
fields:
  title: { required: true }
  slug: { type: password, required: true }
  status: { type: dropdown, options: statuses, permissions: acme.blog.moderate }
  published: { type: switch, readOnly: true }
  views: { type: number }
  rating: { type: number, min: 1, max: 5 }
  published_at: { type: datepicker, context: update }
  day: { type: datepicker, disabled: true }
  settings: { type: checkboxlist, options: [a, b] }
  author: { type: relation, scope: active }
  tags: { type: relation }
  _memo: { label: Memo }`,
  }),
).schema.controllers.get('acme.blog.posts')!.form!;

const SUPERUSER = new PermissionSet(true, []);
const FILLED = { title: 'T', slug: 's', author: '1' };

function parse(body: Readonly<Record<string, unknown>>, context: FormContext = 'update', permissions = SUPERUSER) {
  return parseWrite(permittedForms.get(FORM, permissions)[context]!, body, { creating: context === 'create' });
}

/** The names of the fields to write, or the problem with each field. */
function told(...args: Parameters<typeof parse>): readonly string[] {
  const parsed = parse(...args);
  if ('problems' in parsed) {
    return Object.entries(parsed.problems).map(
      ([name, problems]) => `${name}: ${problems.map(({ rule }) => rule).join()}`,
    );
  }
  const { columns, relations } = parsed.write;
  return [...columns.map(({ column }) => column.name), ...relations.map(({ relation }) => relation.name)];
}

describe('admin: record write (AD-80)', () => {
  it('writes exactly the fields in the body', () => {
    expect(parse({ title: 'T', tags: ['3', 4] })).to.deep.equal({
      write: {
        columns: [
          { column: FORM.model.columns.find(({ name }) => name === 'title'), value: { kind: 'string', value: 'T' } },
        ],
        relations: [{ relation: relationOf('tags'), ids: ['3', '4'] }],
      },
    });
    expect(told({})).to.deep.equal([]);
  });

  const hostile: readonly (readonly [string, object])[] = [
    ['unknown keys', { nothing: 1, author_id: 7, created_at: 'x' }],
    ['case variants of keys', { Title: 'x', TITLE: 'x', 'title ': 'x', 'ti\u200btle': 'x' }],
    ['protected columns, even if the form shows one', { views: 10 }],
    ['the id', { id: 7 }],
    ['disabled, read-only and unsaved fields', { day: '2026-01-01', published: true, _memo: 'x' }],
    ['nested objects', { title: { toString: 'x' }, rating: { value: 3 }, tags: { 0: '1' }, settings: { a: 1 } }],
    ['names that every object has', { constructor: 'x', toString: 'x', hasOwnProperty: 'x' }],
    ['__proto__ with everything in it', JSON.parse('{"__proto__":{"title":"x","author":"1"}}') as object],
    ['columns written as paths', { 'title.sub': 1, 'author[id]': 1, 'posts.title': 'x' }],
  ];
  for (const [what, body] of hostile) {
    it(`silently drops ${what}`, () => expect(told({ ...body })).to.deep.equal([]));
  }

  it('ignores fields that the body only inherits', () => {
    expect(told(Object.create({ title: 'inherited' }) as Record<string, unknown>)).to.deep.equal([]);
  });

  it('drops fields that this administrator may not see or that are not on this form', () => {
    expect(told({ status: 'live' }, 'update', new PermissionSet(false, []))).to.deep.equal([]);
    expect(told({ status: 'live' }, 'update', new PermissionSet(false, ['acme.blog.moderate']))).to.deep.equal([
      'status',
    ]);
    expect(told({ ...FILLED, published_at: '2026-01-01T00:00:00Z' }, 'create')).not.to.include('published_at');
  });

  it('keeps a text as it is, with all that means something in HTML', () => {
    for (const text of ['a < b & c', '<script>&amp;</script>', '<p>A</p>\n']) {
      expect(parse({ title: text })).to.have.nested.property('write.columns[0].value.value', text);
    }
  });

  it('passes on the provider of the choices, and the scope of the related records', () => {
    const parsed = parse({ status: 'live', author: 7 });
    expect(parsed).to.have.nested.property('write.columns[0].optionProvider', 'statuses');
    expect(parsed).to.have.nested.property('write.relations[0].scope.name', 'active');
  });

  it('requires every required field in a new record', () => {
    expect(told({}, 'create')).to.deep.equal(['title: required', 'slug: required', 'author: required']);
    expect(told({ ...FILLED, title: { a: 1 } }, 'create')).to.deep.equal(['title: required']);
    expect(told(FILLED, 'create')).to.deep.equal(['title', 'slug', 'author']);
  });

  it('an update may omit a required field, but not empty it (AD-82, AD-84)', () => {
    // No-break space, zero-width space, word joiner, ideographic space, empty Braille pattern, a control character: all invisible.
    for (const unseen of [' ', '\t\n', '\u00a0', '\u200b\u2060', '\u3000', '\u2800', '\u0001']) {
      expect(told({ title: unseen })).to.deep.equal(['title: required']);
      expect(told({ title: `${unseen}a` })).to.deep.equal(['title']);
    }
    for (const blank of [null, '', undefined]) {
      expect(told({ title: blank, author: blank })).to.deep.equal(['title: required', 'author: required']);
    }
  });

  it('keeps the stored password if the new one is blank (AD-82)', () => {
    for (const blank of [null, '', undefined]) expect(told({ slug: blank })).to.deep.equal([]);
    expect(told({ slug: 'new' })).to.deep.equal(['slug']);
    // A new record has none yet, but need not have one unless the form says so.
    const files = pluginFiles({ [`${MODELS}/post/fields.yaml`]: 'fields: { slug: { type: password } }' });
    const optional = compileSmall(files).schema.controllers.get('acme.blog.posts')!.form!;
    const { create } = permittedForms.get(optional, SUPERUSER);
    for (const body of [{}, { slug: '' }, { slug: null }]) {
      expect(parseWrite(create!, body, { creating: true })).to.deep.equal({ write: { columns: [], relations: [] } });
    }
  });

  it('reports all invalid fields together, each by its rule', () => {
    expect(
      told({ title: 7, rating: 9, published_at: '2026-02-30', settings: ['c'], author: ['1'], tags: '1' }),
    ).to.deep.equal([
      'title: string',
      'rating: number_range',
      'published_at: timestamp',
      'settings: choice',
      'author: choice',
      'tags: list',
    ]);
  });

  for (const [field, value, rule] of [
    ['title', 'x'.repeat(201), 'string_length'],
    ['title', 'a\0b', 'string_characters'],
    ['title', ['x'], 'string'],
    ['title', [' '], 'string'],
    ['title', true, 'string'],
    ['rating', '1.55', 'decimal_digits'],
    ['rating', '1e1', 'decimal'],
    ['rating', Number.MAX_VALUE, 'decimal'],
    ['author', 1.5, 'choice'],
    ['author', 2 ** 53, 'choice'],
    ['author', true, 'choice'],
    ['author', 'a\nb', 'choice'],
    ['tags', [null], 'choice'],
    ['tags', [['1']], 'choice'],
    ['tags', [{ id: '1' }], 'choice'],
    ['tags', [''], 'choice'],
    ['tags', ['1', null], 'choice'],
    ['tags', ['1', 1], 'repeated'],
    ['settings', [{ toString: 1 }], 'choice'],
    ['settings', '{"toString":1}', 'choice'],
    ['settings', '[', 'json'],
    ['published_at', '9999-12-31T23:59:59-01:00', 'timestamp'],
    ['published_at', '0001-01-01T00:59:59+01:00', 'timestamp'],
  ] as const) {
    it(`rejects ${field}: ${JSON.stringify(value).slice(0, 30)}: ${rule}`, () => {
      expect(told({ [field]: value })).to.deep.equal([`${field}: ${rule}`]);
    });
  }

  it('accepts up to 1000 related records (limits)', () => {
    const ids = (length: number) => Array.from({ length }, (_, index) => index + 1);
    expect(told({ tags: ids(1000) })).to.deep.equal(['tags']);
    expect(parse({ tags: ids(1001) })).to.deep.equal({
      problems: { tags: [{ rule: 'list_length', parameters: { maximum: 1000 } }] },
    });
  });

  it('rejects JSON that is nested too deeply to read back, as text and as a value (admin_cell.proto, json_value)', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    for (const depth of [513, 5000, 50_000]) {
      expect(told({ settings: nested(depth) }), String(depth)).to.deep.equal(['settings: json_depth']);
      expect(told({ settings: JSON.parse(nested(depth)) as unknown }), String(depth)).to.deep.equal([
        'settings: json_depth',
      ]);
    }
    // Shallow enough for the depth limit; it fails the choice rule because it is not listed.
    expect(told({ settings: nested(512) })).to.deep.equal(['settings: choice']);
    expect(told({ settings: `"${'['.repeat(5000)}"` })).to.deep.equal(['settings: choice']);
  });

  it('the empty text clears a relation, also one to many records', () => {
    expect(parse({ tags: '' }))
      .to.have.nested.property('write.relations[0].ids')
      .that.deep.equals([]);
  });

  it('null clears an optional field', () => {
    expect(parse({ rating: null, tags: null })).to.deep.include({
      write: {
        columns: [{ column: FORM.model.columns.find(({ name }) => name === 'rating'), value: { kind: 'null' } }],
        relations: [{ relation: relationOf('tags'), ids: [] }],
      },
    });
  });
});

describe('admin: record write: values of choices and switches (AD-83)', () => {
  const form = permittedForms.get(
    compileSmall(
      pluginFiles({
        [`${MODELS}/post/fields.yaml`]: `
fields:
  rating: { type: dropdown, options: ["1.50", "2"] }
  published: { type: radio, options: { 1: Yes, 0: No } }
  author_id: { type: switch }
  status: { type: dropdown, options: [draft] }
  tags: { type: relation, required: true }
  slug: { type: text }`,
      }),
    ).schema.controllers.get('acme.blog.posts')!.form!,
    SUPERUSER,
  ).update!;

  for (const [field, value, cell] of [
    ['rating', '1.5', { kind: 'decimal', value: '1.5' }],
    ['rating', '1.50', { kind: 'decimal', value: '1.5' }],
    ['rating', 1.5, { kind: 'decimal', value: '1.5' }],
    ['rating', '2.0', { kind: 'decimal', value: '2' }],
    ['published', true, { kind: 'bool', value: true }],
    ['published', 'false', { kind: 'bool', value: false }],
    ['author_id', true, { kind: 'int64', value: 1n }],
    ['author_id', 0, { kind: 'int64', value: 0n }],
  ] as const) {
    it(`accepts ${field}: ${JSON.stringify(value)} by its value`, () => {
      const parsed = parseWrite(form, { [field]: value }, { creating: false });
      expect(parsed).to.have.nested.property('write.columns[0].value').that.deep.equals(cell);
    });
  }

  it('accepts a related record where one is required', () => {
    const parsed = parseWrite(form, { tags: ['1'] }, { creating: false });
    expect(parsed).to.have.nested.property('write.relations[0].ids').that.deep.equals(['1']);
  });

  for (const [field, value, rule] of [
    ['rating', '3.5', 'choice'],
    ['published', 'maybe', 'bool'],
    ['author_id', 'true', 'integer'],
    ['status', 'live', 'choice'],
    ['slug', true, 'string'],
    ['tags', [], 'required'],
    ['tags', null, 'required'],
  ] as const) {
    it(`rejects ${field}: ${JSON.stringify(value)}: ${rule}`, () => {
      expect(parseWrite(form, { [field]: value }, { creating: false })).to.deep.equal({
        problems: { [field]: [{ rule }] },
      });
    });
  }
});

it('admin/records/record-write: a switch rejects text, which only a choice accepts (AD-81)', () => {
  const fields = 'fields: { published: { type: switch } }';
  const files = pluginFiles({ [`${MODELS}/post/fields.yaml`]: fields });
  const form = compileSmall(files).schema.controllers.get('acme.blog.posts')!.form!;
  const { update } = permittedForms.get(form, SUPERUSER);
  expect(parseWrite(update!, { published: 'true' }, { creating: false })).to.deep.equal({
    problems: { published: [{ rule: 'bool' }] },
  });
});

describe('admin: record write: rich text (AD-368)', () => {
  const fields = 'fields: { title: { type: richeditor, required: true }, slug: { type: richeditor } }';
  const form = permittedForms.get(
    compileSmall(pluginFiles({ [`${MODELS}/post/fields.yaml`]: fields })).schema.controllers.get('acme.blog.posts')!
      .form!,
    SUPERUSER,
  ).update!;

  it('stores HTML in one spelling', () => {
    expect(parseWrite(form, { title: '<P>a<br/>b & c' }, { creating: false }))
      .to.have.nested.property('write.columns[0].value')
      .that.deep.equals({ kind: 'string', value: '<p>a<br>b &amp; c</p>' });
  });

  it('is null if the column may be', () => {
    const models = REGISTRATION.models.map((model) => ({
      ...model,
      columns: model.columns.map((column) => (column.name === 'slug' ? { ...column, nullable: true } : column)),
    }));
    const files = pluginFiles({ [`${MODELS}/post/fields.yaml`]: fields });
    const { controllers } = compileSmall(files, { ...REGISTRATION, models }).schema;
    const { update } = permittedForms.get(controllers.get('acme.blog.posts')!.form!, SUPERUSER);
    expect(parseWrite(update!, { slug: null }, { creating: false }))
      .to.have.nested.property('write.columns[0].value')
      .that.deep.equals({ kind: 'null' });
    expect(parseWrite(form, { slug: null }, { creating: false })).to.deep.equal({
      problems: { slug: [{ rule: 'not_nullable' }] },
    });
  });

  it('is empty for an optional field if people see nothing of it', () => {
    expect(parseWrite(form, { slug: '<p>&nbsp;</p>' }, { creating: false }))
      .to.have.nested.property('write.columns[0].value')
      .that.deep.equals({ kind: 'string', value: '<p>&nbsp;</p>' });
  });

  for (const [body, problem] of [
    [{ slug: '<p onclick=x>a</p>' }, { slug: [{ rule: 'html_content', parameters: { found: '<p onclick>' } }] }],
    [{ slug: '<em>'.repeat(65) }, { slug: [{ rule: 'html_depth', parameters: { maximum: 64 } }] }],
    [{ title: '<p>&nbsp;</p>' }, { title: [{ rule: 'required' }] }],
    [{ title: 7 }, { title: [{ rule: 'string' }] }],
    // 198 characters of the client are 990 in the column, which has room for 200.
    [{ title: '&'.repeat(198) }, { title: [{ rule: 'string_length', parameters: { maximum: 200 } }] }],
  ] as const) {
    it(`rejects ${JSON.stringify(body).slice(0, 40)}: ${JSON.stringify(problem)}`, () =>
      expect(parseWrite(form, body, { creating: false })).to.deep.equal({ problems: problem }));
  }
});

function relationOf(name: string) {
  const binding = FORM.fields.find((field) => field.name === name)?.binding;
  return binding?.kind === 'relation' ? binding.relation : undefined;
}

describe('admin: expected version (AD-85)', () => {
  it('returns the version in the body', () => {
    expect(expectedVersion({ _version: '7' })).to.deep.equal({ expectedVersion: '7' });
  });

  it('returns none without the key, so that the last write wins', () => {
    expect(expectedVersion({})).to.deep.equal({});
    expect(expectedVersion(Object.create({ _version: '7' }) as Record<string, unknown>)).to.deep.equal({});
  });

  it('has at most 255 characters, counted as code points', () => {
    for (const version of ['x'.repeat(255), '😀'.repeat(255)]) {
      expect(expectedVersion({ _version: version })).to.deep.equal({ expectedVersion: version });
      expect(expectedVersion({ _version: `${version}x` })).to.deep.equal(
        new AdminError('validation_failed', {
          fields: { _version: [{ rule: 'string_length', parameters: { maximum: 255 } }] },
        }),
      );
    }
  });

  for (const version of [7, '', null, true, [], { a: 1 }]) {
    it(`returns 422 for ${JSON.stringify(version)}, and never writes without a check`, () => {
      expect(expectedVersion({ _version: version })).to.deep.equal(
        new AdminError('validation_failed', { fields: { _version: [{ rule: 'string' }] } }),
      );
    });
  }
});
