import { expect } from 'chai';
import type { Cell } from '../../model/column.js';
import {
  column,
  compileSmall,
  MODELS,
  pluginFiles,
  REGISTRATION,
  registrationWith,
} from '../../testing/small-plugin.js';

const NEW: Readonly<Record<string, Cell>> = {
  title: { kind: 'string', value: 'Untitled' },
  slug: { kind: 'string', value: 'secret' },
  published: { kind: 'bool', value: true },
  rating: { kind: 'decimal', value: '1.50' },
  published_at: { kind: 'timestamp', value: 0 },
  day: { kind: 'null' },
  settings: { kind: 'json', value: '["a"]' },
  author_id: { kind: 'int64', value: 7n },
};

const FIELDS = `
fields:
  title: { label: Title, context: [create, update] }
  title@preview: { label: Title }
  slug: { type: password }
  status: { label: Status }
  published: { type: switch, default: false }
  rating: { type: dropdown, options: ["1.50", "2"] }
  published_at: { type: datepicker }
  day: { type: datepicker }
  settings: { type: checkboxlist, options: [a, b] }
  author: { type: relation }
  tags: { type: relation }`;

describe('initial values of the create form (AD-33)', () => {
  const newRecord = Object.entries(NEW).map(([name, value]) => ({ column: name, value }));
  const models = REGISTRATION.models.map((model) => ({
    ...model,
    columns: model.columns.map((one) =>
      one.name === 'status' ? column('status', 'string', { default: { kind: 'string', value: 'draft' } }) : one,
    ),
  }));
  const registration = { ...registrationWith({ newRecord }), models };
  const { schema } = compileSmall(pluginFiles({ [`${MODELS}/post/fields.yaml`]: FIELDS }), registration);
  const fields = schema.controllers.get('acme.blog.posts')!.form!.fields;
  const start = (name: string) => fields.find((field) => field.name === name)?.view.default;

  for (const [name, value, why] of [
    ['title', 'Untitled', 'the value from the factory'],
    ['status', 'draft', "the column's default if the factory sets no value"],
    ['published', false, 'the default in the YAML before both'],
    ['rating', '1.5', 'the matching choice'],
    ['published_at', '1970-01-01T00:00:00.000Z', 'a timestamp in the format of records'],
    ['day', undefined, 'nothing for null'],
    ['settings', ['a'], 'a list'],
    ['author', '7', 'the id of the related record'],
    ['tags', undefined, 'nothing for several related records'],
    ['slug', undefined, 'never a password'],
  ] as const) {
    it(`${name}: ${why}`, () => expect(start(name)).to.deep.equal(value));
  }

  it('starts other forms with the values of the record', () => {
    const preview = fields.find(({ name, contexts }) => name === 'title' && contexts.includes('preview'));
    expect(preview?.view).not.to.have.property('default');
  });
});

describe('a default in fields.yaml', () => {
  it('is a text as it is written, where the column holds texts, and a number where it holds numbers', () => {
    const lines = [
      'fields:',
      '  title: { default: 1.10 }',
      '  slug: { default: 007 }',
      '  status: { type: dropdown, options: [1.0, 1.10], default: 1.10 }',
      '  rating: { type: number, default: 1.50 }',
      '  settings: { type: checkboxlist, options: [1.0, 1.10], default: [1.0, 1.10] }',
    ];
    const { schema } = compileSmall(pluginFiles({ [`${MODELS}/post/fields.yaml`]: lines.join('\n') }));
    const { fields } = schema.controllers.get('acme.blog.posts')!.form!;
    expect(fields.map(({ view }) => view.default)).to.deep.equal(['1.10', '007', '1.10', '1.5', ['1.0', '1.10']]);
  });
});

describe('the values of a trigger (AD-211)', () => {
  const compiled = (...lines: readonly string[]) =>
    compileSmall(pluginFiles({ [`${MODELS}/post/fields.yaml`]: ['fields:', ...lines].join('\n') }));

  it('are in the spelling of the watched choices too', () => {
    const { schema, warnings } = compiled(
      '  published: { type: dropdown, options: { 0: Off, 1: On } }',
      '  rating: { type: dropdown, options: [1.50, 2] }',
      '  title: { trigger: { action: show, field: published, condition: "value[1]" } }',
      '  slug: { trigger: { action: show, field: rating, condition: "value[1.50][]" } }',
    );
    expect(warnings).to.deep.equal([]);
    const values = schema.controllers.get('acme.blog.posts')!.form!.fields.map(({ view }) => view.trigger?.condition);
    expect(values.slice(2)).to.deep.equal([
      { kind: 'value', values: ['1', 'true'] },
      { kind: 'value', values: ['1.50', '1.5', ''] },
    ]);
  });

  it('cause a warning where the watched field has no such choice', () => {
    const { warnings } = compiled(
      '  status: { type: radio, options: [draft, published] }',
      '  settings: { type: taglist, options: [a] }',
      '  title: { trigger: { action: show, field: status, condition: "value[publishd]" } }',
      '  slug: { trigger: { action: show, field: settings, condition: "value[b]" } }',
    );
    expect(warnings).to.deep.equal([
      `${MODELS}/post/fields.yaml:4:63: fields.title.trigger.condition: status has no choice publishd; did you mean published?`,
    ]);
  });
});
