import { expect } from 'chai';
import { PermissionSet } from '../../auth/permission-set.js';
import { permittedForms } from '../permitted/form.js';
import type { BrokenFile } from '../../testing/small-plugin.js';
import { compileSmall, complaints, MODELS, pluginFiles, REGISTRATION } from '../../testing/small-plugin.js';

const FILE = `${MODELS}/post/fields.yaml`;

const CASES: readonly BrokenFile[] = [
  {
    title: 'a column of another type, and a form without fields',
    lines: ['  title: { type: repeater, form: { fields: { a: A } } }', '  settings: { type: nestedform }'],
    says: [
      `${FILE}:2:18: fields.title.type: type repeater cannot edit the column title, which is string; expected a column that is json, or another type`,
      `${FILE}:3:3: fields.settings.form: is missing; expected a mapping of fields`,
    ],
  },
  {
    title: 'mistakes inside, with their place',
    lines: [
      '  settings:',
      '    type: repeater',
      '    form:',
      '      fields:',
      '        a: { typ: text }',
      '        b: { min: 3 }',
    ],
    says: [],
  },
  {
    title: 'fields that need a record, and secrets',
    lines: [
      '  settings:',
      '    type: nestedform',
      '    form:',
      '      fields:',
      '        author: { type: relation }',
      '        word: { type: password }',
      '        status: { type: dropdown, options: statuses }',
    ],
    says: [
      `${FILE}:6:25: fields.settings.form.fields.author.type: type relation does not go inside settings; expected a field that holds a value`,
      `${FILE}:7:23: fields.settings.form.fields.word.type: type password does not go inside settings; expected a field that holds a value`,
      `${FILE}:8:44: fields.settings.form.fields.status.options: is a provider, whose choices the host cannot check inside settings; expected a list of choices, or a mapping of values to labels`,
    ],
  },
  {
    title: 'references to fields that do not exist, inside and around',
    lines: [
      '  title: { trigger: { action: show, field: ^slug, condition: checked } }',
      '  settings:',
      '    type: nestedform',
      '    form:',
      '      fields:',
      '        a: { trigger: { action: show, field: ^titel, condition: checked } }',
      '        b: { preset: title }',
    ],
    says: [
      `${FILE}:2:44: fields.title.trigger.field: begins with ^, but is not in a nested form; expected the name of a field`,
      `${FILE}:7:46: fields.settings.form.fields.a.trigger.field: the outer form has no field titel; expected one of title, settings; did you mean title?`,
      `${FILE}:8:22: fields.settings.form.fields.b.preset: the form has no field title; expected one of a, b`,
    ],
  },
  {
    title: 'numbers and names that contradict each other',
    lines: [
      '  settings:',
      '    type: repeater',
      '    minItems: 5',
      '    maxItems: 2',
      '    titleFrom: nothing',
      '    groupKeyFrom: is',
      '    form: { fields: { a: {} } }',
    ],
    says: [
      `${FILE}:5:15: fields.settings.maxItems: is 2, below minItems; expected at least 5`,
      `${FILE}:6:16: fields.settings.titleFrom: the item has no field nothing; expected one of a`,
      `${FILE}:7:19: fields.settings.groupKeyFrom: needs groups; expected groups: the kinds of items`,
    ],
  },
  {
    title: 'form and groups together, and a field that is the kind',
    lines: [
      '  settings:',
      '    type: repeater',
      '    form: { fields: { a: {} } }',
      '    groupKeyFrom: a',
      '    groups: { x: { name: X, fields: { a: {} } } }',
    ],
    says: [
      `${FILE}:4:11: fields.settings.form: does not go with groups; expected form or groups`,
      `${FILE}:6:39: fields.settings.groups.x.fields.a: is the member with the kind of the item; expected another name`,
    ],
  },
  {
    title: 'tabs, which only forms of records have',
    lines: ['  settings: { type: nestedform, form: { fields: { a: {} }, tabs: {} } }'],
    says: [`${FILE}:2:60: fields.settings.form.tabs: is not supported yet; remove it for now`],
  },
  {
    title: 'more than three forms inside of each other',
    lines: [
      '  settings: { type: nestedform, form: { fields: { a: { type: repeater, form: { fields:',
      '    { b: { type: nestedform, form: { fields: { c: { type: repeater, form: { fields: { d: {} } } } } } } } } } } } }',
    ],
    says: [
      `${FILE}:3:59: fields.settings.form.fields.a.form.fields.b.form.fields.c.type: is inside of 3 nested forms; expected at most 3 of them`,
    ],
  },
];

describe('fields.yaml: nested forms (AD-349)', () => {
  for (const { title, lines, says } of CASES) {
    it(`rejects ${title}`, () => {
      const found = complaints({ [FILE]: ['fields:', ...lines].join('\n') });
      if (says.length > 0) expect(found).to.deep.equal(says);
      else
        expect(found.map((line) => line.split(': ')[1])).to.deep.equal([
          'fields.settings.form.fields.a.typ',
          'fields.settings.form.fields.b.min',
        ]);
    });
  }

  it('rejects a repeater in a model without versions, whose items could not be found (AD-430)', () => {
    const models = REGISTRATION.models.map((model) => ({ ...model, versioned: false }));
    const files = { [FILE]: 'fields:\n  settings: { type: repeater, form: { fields: { a: {} } } }' };
    expect(complaints(files, { ...REGISTRATION, models })).to.deep.equal([
      `${FILE}:2:21: fields.settings.type: needs the version of a record, because items are found by their places in the stored list; expected a model with a version column`,
    ]);
    const object = { [FILE]: 'fields:\n  settings: { type: nestedform, form: { fields: { a: {} } } }' };
    expect(complaints(object, { ...REGISTRATION, models })).to.deep.equal([]);
  });

  it('reads the fields and the groups from files', () => {
    const files = {
      [FILE]: 'fields:\n  settings: { type: repeater, groups: groups.yaml }',
      [`${MODELS}/post/groups.yaml`]: 'x: { name: X, fields: { a: { required: true } } }',
    };
    const { schema } = compileSmall(pluginFiles(files));
    const field = schema.controllers.get('acme.blog.posts')!.form!.fields[0]!;
    expect(field.view.nested?.forms.map(({ code, titleFrom }) => [code, titleFrom])).to.deep.equal([['x', 'a']]);
    expect(field.nested?.forms[0]?.fields[0]?.rules).to.deep.equal({ required: true });
  });

  it('shows an administrator only the fields, titles and triggers for which there is a permission', () => {
    const yaml = `
fields:
  title: { permissions: acme.blog.moderate }
  settings:
    type: repeater
    titleFrom: name
    form:
      fields:
        name: { permissions: acme.blog.moderate }
        a: { trigger: { action: show, field: name, condition: checked } }
        b: { trigger: { action: show, field: ^title, condition: checked } }`;
    const { schema } = compileSmall(pluginFiles({ [FILE]: yaml }));
    const form = schema.controllers.get('acme.blog.posts')!.form!;
    const seen = (...codes: string[]) => {
      const { fields } = permittedForms.get(form, new PermissionSet(false, codes)).view;
      const nested = fields.find(({ name }) => name === 'settings')?.nested?.forms[0];
      return [nested?.titleFrom, nested?.fields.map(({ name, trigger }) => `${name} ${trigger?.field ?? ''}`.trim())];
    };
    expect(seen('acme.blog.access_posts')).to.deep.equal([null, ['a', 'b']]);
    expect(seen('acme.blog.access_posts', 'acme.blog.moderate')).to.deep.equal([
      'name',
      ['name', 'a name', 'b ^title'],
    ]);
  });
});
