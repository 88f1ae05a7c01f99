import { expect } from 'chai';
import type { Column } from '../../model/column.js';
import type { BrokenFile } from '../../testing/small-plugin.js';
import { column, compileSmall, complaints, MODELS, pluginFiles, REGISTRATION } from '../../testing/small-plugin.js';

const FILE = `${MODELS}/post/fields.yaml`;
/** The first lines of every case. */
const FIELDS_KEY = ['fields:'];
const TYPES =
  'text, textarea, email, number, password, dropdown, radio, balloon-selector, checkbox, switch, checkboxlist, taglist, permissioneditor, datepicker, colorpicker, codeeditor, markdown, richeditor, section, hint, relation, relationmanager, partial, widget, nestedform, repeater';
const COMMON = 'type, label, span, tab, comment, commentAbove, hidden, context, permissions, dependsOn, trigger';
const COLUMNS = 'id, title, slug, status, published, views, rating, published_at, day, settings, author_id';

const CASES: readonly BrokenFile[] = [
  {
    title: 'a field that is neither a column nor a relation',
    lines: ['  titel:', '    label: Title'],
    says: [
      `${FILE}:2:3: fields.titel: Acme\\Blog\\Models\\Post has no column titel; expected one of ${COLUMNS}; did you mean title?`,
    ],
  },
  {
    title: 'a type that does not exist',
    lines: ['  title:', '    type: txt'],
    says: [`${FILE}:3:11: fields.title.type: unknown type txt; expected one of ${TYPES}; did you mean text?`],
  },
  {
    title: 'a type that comes later (AD-3)',
    lines: ['  title:', '    type: fileupload'],
    says: [`${FILE}:3:11: fields.title.type: type fileupload is not supported yet; expected one of ${TYPES}`],
  },
  {
    title: "another product's name for a type",
    lines: ['  published:', '    type: boolean'],
    says: [`${FILE}:3:11: fields.published.type: type boolean is not supported; use type switch`],
  },
  {
    title: 'a key that does not exist',
    lines: ['  title:', '    requird: true'],
    says: [
      `${FILE}:3:5: fields.title.requird: unknown key; expected one of ${COMMON}, default, required, disabled, readOnly, placeholder, preset; did you mean required?`,
    ],
  },
  {
    title: 'a key with a value of the wrong type',
    lines: ['  title:', '    min: 3', '    options: [a]'],
    says: [
      `${FILE}:3:5: fields.title.min: does not go with type text; expected type number`,
      `${FILE}:4:5: fields.title.options: does not go with type text; expected type dropdown, radio, balloon-selector, checkboxlist, taglist`,
    ],
  },
  {
    title: 'markup, scripts and SQL (AD-3)',
    lines: ['  title:', '    commentHtml: <b>x</b>', '    changeHandler: alert(1)', '    conditions: a = 1'],
    says: [
      `${FILE}:3:5: fields.title.commentHtml: is not supported; markup is not allowed; use plain text, or a field of type partial`,
      `${FILE}:4:5: fields.title.changeHandler: is not supported; code that runs when a value changes is a widget; choices follow other fields with dependsOn`,
      `${FILE}:5:5: fields.title.conditions: is not supported; raw SQL is not allowed; name a column (valueFrom), or a query scope that the host registers (scope)`,
    ],
  },
  {
    title: 'a key without a counterpart',
    lines: ['  title:', '    useTimezone: true'],
    says: [`${FILE}:3:5: fields.title.useTimezone: is not supported; Gatehouse has no equivalent; remove it`],
  },
  {
    title: 'a type that cannot edit the column',
    lines: ['  title:', '    type: switch', '  settings:', '    type: number'],
    says: [
      `${FILE}:3:11: fields.title.type: type switch cannot edit the column title, which is string; expected a column that is bool or integer, or another type`,
      `${FILE}:5:11: fields.settings.type: type number cannot edit the column settings, which is json; expected a column that is integer or bigint or double or decimal, or another type`,
    ],
  },
  {
    title: 'no choices (October takes them from a method of the model)',
    lines: ['  status:', '    type: dropdown'],
    says: [
      `${FILE}:2:3: fields.status.options: is missing; expected a mapping of values to labels, a list, or the name of an option provider that the host registers`,
    ],
  },
  {
    title: 'an option provider that the host does not register',
    lines: ['  status:', '    type: dropdown', '    options: status'],
    says: [
      `${FILE}:4:14: fields.status.options: the host registers no option provider status; expected one of statuses; did you mean statuses?`,
    ],
  },
  {
    title: 'a duplicate choice',
    lines: ['  status:', '    type: radio', '    options: [draft, draft]'],
    says: [`${FILE}:4:22: fields.status.options[1]: the choice "draft" appears twice; expected each once`],
  },
  {
    title: 'a default that the user could not save',
    lines: [
      '  published:',
      '    type: switch',
      '    default: maybe',
      '  author_id:',
      '    type: number',
      '    default: 1.5',
      '  title:',
      '    default: [a, b]',
    ],
    says: [
      `${FILE}:4:14: fields.published.default: is "maybe", but the column is bool; expected true or false`,
      `${FILE}:7:14: fields.author_id.default: is 1.5, but the column is integer; expected a whole number`,
      `${FILE}:9:14: fields.title.default: is a list; expected one value`,
    ],
  },
  {
    title: 'a choice that the column cannot hold, or with the same value as another',
    lines: ['  rating:', '    type: dropdown', '    options: ["1.5", good, "1.50"]'],
    says: [
      `${FILE}:4:22: fields.rating.options[1]: the choice "good" does not fit the column rating; expected a value that is decimal`,
      `${FILE}:4:28: fields.rating.options[2]: the choice "1.50" appears twice; expected each once`,
    ],
  },
  {
    title: 'a default that breaks a rule of its field or does not fit into its column',
    lines: [
      `  title: { default: ${'x'.repeat(201)} }`,
      '  rating: { type: number, default: 3, min: 5 }',
      '  day: { type: datepicker, default: 2025-12-31, minDate: 2026-01-01 }',
      '  slug: { type: email, default: nobody }',
      '  status: { type: colorpicker, default: red }',
      '  settings:',
      '    type: repeater',
      '    form: { fields: { tags: { type: taglist, default: [a, b], maxItems: 1 }, count: { type: number, default: 5, step: 2 } } }',
    ],
    says: [
      `${FILE}:2:21: fields.title.default: the form could not save it: This must be 200 characters or fewer`,
      `${FILE}:3:36: fields.rating.default: the form could not save it: This must be at least 5`,
      `${FILE}:4:37: fields.day.default: the form could not save it: This must be 2026-01-01 or later`,
      `${FILE}:5:33: fields.slug.default: the form could not save it: Enter an email address in the format name@example.com`,
      `${FILE}:6:41: fields.status.default: the form could not save it: This must be a color such as #3366ff`,
      `${FILE}:9:55: fields.settings.form.fields.tags.default: the form could not save it: This must have no more than 1 entry`,
      `${FILE}:9:110: fields.settings.form.fields.count.default: the form could not save it: This must be a multiple of 2`,
    ],
  },
  {
    title: 'a default that is not among the choices, and an invalid date',
    lines: [
      '  status:',
      '    type: radio',
      '    options: [draft, live]',
      '    default: drafts',
      '  day:',
      '    type: datepicker',
      '    default: now',
    ],
    says: [
      `${FILE}:5:14: fields.status.default: unknown choice drafts; expected one of draft, live; did you mean draft?`,
      `${FILE}:8:14: fields.day.default: is "now", but the column is date; expected a date such as 2026-01-31`,
    ],
  },
  {
    title: 'a step that is not positive',
    lines: ['  rating:', '    type: number', '    step: 0', '  author_id:', '    type: number', '    step: -1'],
    says: [
      `${FILE}:4:11: fields.rating.step: is 0; expected a number above 0`,
      `${FILE}:7:11: fields.author_id.step: is -1; expected a number above 0`,
    ],
  },
  {
    title: 'bounds that no value satisfies',
    lines: ['  author_id:', '    type: number', '    min: 5', '    max: 4'],
    says: [`${FILE}:5:10: fields.author_id.max: is 4, below min; expected at least 5`],
  },
  {
    title: 'a mode for another type of column',
    lines: ['  day:', '    type: datepicker', '    mode: time'],
    says: [`${FILE}:4:11: fields.day.mode: is time, but the column day is a date; expected date`],
  },
  {
    title: 'a relation with a field type for columns',
    lines: ['  author:', '    type: dropdown', '    options: [a]', '  comments:', '    type: text'],
    says: [
      `${FILE}:3:11: fields.author.type: type dropdown does not go with the relation author; expected type relation`,
      `${FILE}:6:11: fields.comments.type: type text does not go with the relation comments; expected type relationmanager`,
    ],
  },
  {
    title: 'a relation that the controller does not have',
    lines: ['  autor:', '    type: relation'],
    says: [
      `${FILE}:2:3: fields.autor: the controller has no relation autor; expected one of author, tags, comments; did you mean author?`,
    ],
  },
  {
    title: 'a hasMany relation in a relation field (AD-16)',
    lines: ['  comments:', '    type: relation'],
    says: [
      `${FILE}:3:11: fields.comments.type: type relation does not go with the hasMany relation comments; expected a belongsTo or belongsToMany relation; use type relationmanager`,
    ],
  },
  {
    title: 'a label column that the related model does not have',
    lines: ['  author:', '    type: relation', '    nameFrom: nam'],
    says: [
      `${FILE}:4:15: fields.author.nameFrom: Acme\\Blog\\Models\\Author has no column nam; expected one of id, name; did you mean name?`,
    ],
  },
  {
    title: 'a query scope that the related model does not have',
    lines: ['  author:', '    type: relation', '    scope: activ'],
    says: [
      `${FILE}:4:12: fields.author.scope: Acme\\Blog\\Models\\Author has no query scope activ; expected one of active; did you mean active?`,
    ],
  },
  {
    title: 'a relation manager that is not configured',
    lines: ['  tags:', '    type: relationmanager'],
    says: [`${FILE}:2:3: fields.tags: config_relation.yaml has no relation tags`],
  },
  {
    title: 'a trigger on an unknown field, and an invalid condition',
    lines: [
      '  title:',
      '    trigger:',
      '      action: show',
      '      field: publishd',
      '      condition: checked',
      '  published:',
      '    type: switch',
      '    trigger:',
      '      action: reveal',
      '      field: title',
      '      condition: value',
    ],
    says: [
      `${FILE}:5:14: fields.title.trigger.field: the form has no field publishd; expected one of title, published; did you mean published?`,
      `${FILE}:10:15: fields.published.trigger.action: is "reveal"; expected one of show, hide, enable, disable, empty, or several with | between`,
      `${FILE}:12:18: fields.published.trigger.condition: is "value"; expected checked, unchecked or value[…]`,
    ],
  },
  {
    title: 'a preset and a dependence on unknown fields',
    lines: [
      '  slug:',
      '    preset: titel',
      '    dependsOn: [status]',
      '  title:',
      '    preset:',
      '      field: slugg',
      '      type: snake',
    ],
    says: [
      `${FILE}:3:13: fields.slug.preset: the form has no field titel; expected one of slug, title; did you mean title?`,
      `${FILE}:4:17: fields.slug.dependsOn[0]: the form has no field status; expected one of slug, title`,
      `${FILE}:7:14: fields.title.preset.field: the form has no field slugg; expected one of slug, title; did you mean slug?`,
      `${FILE}:8:13: fields.title.preset.type: is "snake"; expected one of slug, url, exact, camel`,
    ],
  },
  {
    title: 'a context that does not exist',
    lines: ['  title:', '    context: [create, edit]', '  slug@edit:', '    label: Address'],
    says: [
      `${FILE}:3:23: fields.title.context[1]: is "edit"; expected one of create, update, preview`,
      `${FILE}:4:3: fields.slug@edit: the name slug@edit is not allowed; expected letters, digits and _, then possibly @create, @update or @preview`,
    ],
  },
  {
    title: 'a duplicate field on one form',
    lines: ['  title:', '    label: Title', '  title@update:', '    label: Title'],
    says: [
      `${FILE}:4:3: fields.title@update: the update form has two fields title, the other on line 2; expected each field only once, or in contexts that do not overlap`,
    ],
  },
  {
    title: 'nested names',
    lines: ['  settings[color]:', '    type: colorpicker'],
    says: [
      `${FILE}:2:3: fields.settings[color]: the name settings[color] is not allowed; expected letters, digits and _, then possibly @create, @update or @preview; write a field of type nestedform, named after the column, with these fields in its form`,
    ],
  },
  {
    title: 'a tab outside tabs',
    lines: ['  title:', '    tab: Main'],
    says: [
      `${FILE}:3:10: fields.title.tab: a field outside tabs cannot have a tab; expected the field below tabs.fields or secondaryTabs.fields`,
    ],
  },
  {
    title: 'an unknown size and span',
    lines: ['  title:', '    span: half', '  slug:', '    type: textarea', '    size: big'],
    says: [
      `${FILE}:3:11: fields.title.span: is "half"; expected one of full, auto, left, right, row`,
      `${FILE}:6:11: fields.slug.size: is "big"; expected one of tiny, small, large, huge, giant`,
    ],
  },
];

describe('fields.yaml: errors that stop startup (AD-15)', () => {
  for (const { title, lines, says } of CASES) {
    it(title, () => {
      expect(complaints({ [FILE]: [...FIELDS_KEY, ...lines].join('\n') })).to.deep.equal(says);
    });
  }
});

/** The rules of the field `author`, whose foreign key is author_id. */
function rulesOf(yaml: string, key: Partial<Column>) {
  const models = REGISTRATION.models.map((model) => ({
    ...model,
    columns: model.columns.map((one) => (one.name === 'author_id' ? column('author_id', 'integer', key) : one)),
  }));
  const files = pluginFiles({ [`${MODELS}/post/fields.yaml`]: `fields:\n  author: { type: relation, ${yaml} }` });
  const { schema } = compileSmall(files, { ...REGISTRATION, models });
  return schema.controllers.get('acme.blog.posts')?.form?.fields[0]?.rules;
}

describe('field rules of a relation (docs/admin/yaml.md, required)', () => {
  for (const [yaml, nullable, required] of [
    ['required: true', true, true],
    ['required: false', true, false],
    ['label: Author', true, false],
    ['required: true', false, true],
    ['required: false', false, true],
    ['label: Author', false, true],
  ] as const) {
    it(`${yaml} with a foreign key that is ${nullable ? '' : 'not '}nullable is ${required ? '' : 'not '}required`, () => {
      expect(rulesOf(yaml, { nullable })).to.deep.equal({ required });
    });
  }

  it('has no rules for a protected key, so Gatehouse never writes the relation', () => {
    expect(rulesOf('required: true', { nullable: true, protected: true })).to.equal(undefined);
  });
});
