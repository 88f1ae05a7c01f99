import { expect } from 'chai';
import type { BrokenFile } from '../../testing/small-plugin.js';
import { compileSmall, complaints, MODELS, pluginFiles } from '../../testing/small-plugin.js';

const FILE = `${MODELS}/post/columns.yaml`;
/** The first lines of every case. */
const COLUMNS_KEY = ['columns:'];
const TYPES = 'text, number, switch, datetime, date, time, timesince, selectable, relation, colorpicker, summary';
const KEYS =
  'type, label, searchable, sortable, invisible, clickable, default, align, width, cssClass, permissions, valueFrom, relation, select, relationCount';
const COLUMNS = 'id, title, slug, status, published, views, rating, published_at, day, settings, author_id';

const SPRINTF = 'expected a format of sprintf such as %s pieces, with %% for a percent sign';
const NUMBERS = 'expected a pattern such as #,##0.00, or a format such as %.2f';
const MOMENTS = "expected the letters of PHP's date(), as in d.m.Y H:i, with a backslash before other letters";

const CASES: readonly BrokenFile[] = [
  {
    title: 'formats with which no cell could be shown, or every cell would be the same (AD-206)',
    lines: [
      '  title: { format: pieces }',
      "  slug: { format: '%s %' }",
      "  views: { type: number, format: '%999999999d' }",
      '  rating: { type: number, format: USD }',
      "  published_at: { type: datetime, format: '%Y-%m-%d' }",
      '  day: { type: date, format: DD.MM.YYYY }',
    ],
    says: [
      `${FILE}:2:20: columns.title.format: has no place for the value; ${SPRINTF}`,
      `${FILE}:3:19: columns.slug.format: contains "%", which is not a conversion; ${SPRINTF}`,
      `${FILE}:4:34: columns.views.format: has the width 999999999, above 200; ${NUMBERS}`,
      `${FILE}:5:35: columns.rating.format: has no place for the value; ${NUMBERS}`,
      `${FILE}:6:43: columns.published_at.format: has %Y in it, which is a format of strftime; ${MOMENTS}`,
      `${FILE}:7:30: columns.day.format: repeats a letter: DD; ${MOMENTS}`,
    ],
  },
  {
    title: 'a column that the model does not have',
    lines: ['  titel: Title'],
    says: [
      `${FILE}:2:3: columns.titel: Acme\\Blog\\Models\\Post has no column titel; expected one of ${COLUMNS}; did you mean title?`,
    ],
  },
  {
    title: 'a type that does not exist',
    lines: ['  title:', '    type: texxt'],
    says: [`${FILE}:3:11: columns.title.type: unknown type texxt; expected one of ${TYPES}; did you mean text?`],
  },
  {
    title: 'a type that comes later (AD-3)',
    lines: ['  title:', '    type: image'],
    says: [`${FILE}:3:11: columns.title.type: type image is not supported yet; expected one of ${TYPES}`],
  },
  {
    title: "another product's name for a type",
    lines: ['  title:', '    type: string'],
    says: [`${FILE}:3:11: columns.title.type: type string is not supported; use type text`],
  },
  {
    title: 'a key that does not exist',
    lines: ['  title:', '    lable: Title'],
    says: [`${FILE}:3:5: columns.title.lable: unknown key; expected one of ${KEYS}, format; did you mean label?`],
  },
  {
    title: 'a key with a value of the wrong type',
    lines: ['  title:', '    useTimezone: true'],
    says: [
      `${FILE}:3:5: columns.title.useTimezone: does not go with type text; expected type datetime, date, time, timesince`,
    ],
  },
  {
    title: 'a key that comes later',
    lines: ['  title:', '    displayFrom: name'],
    says: [`${FILE}:3:5: columns.title.displayFrom: is not supported yet; remove it for now`],
  },
  {
    title: 'a relation that the controller does not have',
    lines: ['  author_name:', '    relation: autor'],
    says: [
      `${FILE}:3:15: columns.author_name.relation: the controller has no relation autor; expected one of author, tags, comments; did you mean author?`,
    ],
  },
  {
    title: 'raw SQL for a related column (AD-3)',
    lines: ['  author_name:', '    relation: author', '    select: concat(first, last)'],
    says: [
      `${FILE}:4:13: columns.author_name.select: is "concat(first, last)"; expected the name of one column of the related model; raw SQL is never read from a file`,
    ],
  },
  {
    title: 'a column that the related model does not have',
    lines: ['  author_name:', '    relation: author', '    select: email'],
    says: [
      `${FILE}:4:13: columns.author_name.select: Acme\\Blog\\Models\\Author has no column email; expected one of id, name`,
    ],
  },
  {
    title: 'select without a relation',
    lines: ['  title:', '    select: name'],
    says: [
      `${FILE}:3:13: columns.title.select: needs relation; expected relation: the relation that the column belongs to`,
    ],
  },
  {
    title: 'a sort by a column without an order (AD-13)',
    lines: [
      '  tags:',
      '    relation: tags',
      '    sortable: true',
      '  comments:',
      '    relationCount: true',
      '    sortable: true',
      '  settings:',
      '    sortable: true',
    ],
    says: [
      `${FILE}:4:15: columns.tags.sortable: a list cannot be sorted by this column; expected a column of the model, or one of a belongsTo relation; remove sortable`,
      `${FILE}:7:15: columns.comments.sortable: a list cannot be sorted by this column; expected a column of the model, or one of a belongsTo relation; remove sortable`,
      `${FILE}:9:15: columns.settings.sortable: a list cannot be sorted by this column; expected a column of the model, or one of a belongsTo relation; remove sortable`,
    ],
  },
  {
    title: 'a search in a column that is not text',
    lines: ['  settings:', '    searchable: true', '  comments:', '    relationCount: true', '    searchable: true'],
    says: [
      `${FILE}:3:17: columns.settings.searchable: this column cannot be searched; expected a column whose values are texts, numbers or dates; remove searchable`,
      `${FILE}:6:17: columns.comments.searchable: this column cannot be searched; expected a column whose values are texts, numbers or dates; remove searchable`,
    ],
  },
  {
    title: 'a type that cannot show the column',
    lines: ['  title:', '    type: datetime', '  published:', '    type: number'],
    says: [
      `${FILE}:3:11: columns.title.type: type datetime cannot show the column title, which is string; expected a column that is timestamp, or another type`,
      `${FILE}:5:11: columns.published.type: type number cannot show the column published, which is bool; expected a column that is integer or bigint or double or decimal, or another type`,
    ],
  },
  {
    title: 'a permission that no plugin registers, and a wildcard',
    lines: ['  title:', '    permissions: [acme.blog.acess_posts, acme.blog.*]'],
    says: [
      `${FILE}:3:19: columns.title.permissions[0]: no plugin registers the permission acme.blog.acess_posts; expected one of acme.blog.access_posts, acme.blog.moderate, acme.blog.publish; did you mean acme.blog.access_posts?`,
      `${FILE}:3:42: columns.title.permissions[1]: is "acme.blog.*"; expected a permission code such as acme.blog.access_posts; wildcards can be granted but not required; name each code`,
    ],
  },
  {
    title: 'choices from a provider where only listed choices are allowed',
    lines: ['  status:', '    type: selectable', '    options: statuses'],
    says: [`${FILE}:4:14: columns.status.options: is the name of an option provider; expected a list of choices`],
  },
  {
    title: 'a duplicate choice',
    lines: ['  status:', '    type: selectable', '    options: [draft, draft]'],
    says: [`${FILE}:4:22: columns.status.options[1]: the choice "draft" appears twice; expected each once`],
  },
  {
    title: 'a color that is not a meaning',
    lines: ['  status:', '    type: selectable', '    options:', '      draft: { label: Draft, color: "#ff0000" }'],
    says: [
      `${FILE}:5:37: columns.status.options.draft.color: is "#ff0000"; expected one of neutral, info, success, warning, danger; write a meaning; each has its own color in light and dark`,
    ],
  },
  {
    title: 'a choice with a color and no label, and a key that options do not have',
    lines: ['  status:', '    type: selectable', '    options:', '      draft: { color: info, icon: x }'],
    says: [
      `${FILE}:5:14: columns.status.options.draft.label: is missing; expected text, at most 2000 characters`,
      `${FILE}:5:29: columns.status.options.draft.icon: unknown key; expected one of label, color`,
    ],
  },
  {
    title: "October's nested names, and a reserved name",
    lines: ['  author[name]: Author', '  _labels: Labels'],
    says: [
      `${FILE}:2:3: columns.author[name]: the name author[name] is not allowed; expected letters, digits and _, beginning with a letter; for a column of a related model write relation and select`,
      `${FILE}:3:3: columns._labels: the name _labels is not allowed; expected letters, digits and _, beginning with a letter`,
    ],
  },
  {
    title: 'a width without a unit, an alignment, class names',
    lines: ['  title:', '    width: 20', '    align: middle', '    cssClass: "a{}"'],
    says: [
      `${FILE}:3:12: columns.title.width: is 20; expected a width such as 120px or 10%`,
      `${FILE}:4:12: columns.title.align: is "middle"; expected one of left, center, right`,
      `${FILE}:5:15: columns.title.cssClass: is "a{}"; expected class names`,
    ],
  },
  {
    title: 'a label that is not text',
    lines: ['  title: true', '  slug: [a]'],
    says: [
      `${FILE}:2:10: columns.title: is true; expected text, at most 2000 characters`,
      `${FILE}:3:9: columns.slug: is a list; expected a label, or a mapping of column keys`,
    ],
  },
  {
    title: 'a type that is not a string',
    lines: ['  title:', '    type: [text]'],
    says: [`${FILE}:3:11: columns.title.type: is a list; expected one of ${TYPES}`],
  },
  {
    title: 'a duplicate column',
    lines: ['  title: Title', '  title: Heading'],
    says: [`${FILE}:3:3: columns.title: appears twice, first on line 2; expected each key only once`],
  },
  {
    title: 'scripts and formats of other products',
    lines: ['  title:', '    onClick: alert(1)', '    useRelationCount: true'],
    says: [
      `${FILE}:3:5: columns.title.onClick: is not supported; JavaScript is not allowed; use recordUrl, a toolbar action, or a widget with its own asset`,
      `${FILE}:4:5: columns.title.useRelationCount: is not supported; write relationCount: true`,
    ],
  },
];

describe('columns.yaml: errors that stop startup (AD-13)', () => {
  for (const { title, lines, says } of CASES) {
    it(title, () => {
      expect(complaints({ [FILE]: [...COLUMNS_KEY, ...lines].join('\n') })).to.deep.equal(says);
    });
  }
});

describe('columns.yaml: the value shown for an empty cell (docs/admin/yaml.md, default)', () => {
  for (const [given, shown] of [
    ['none', 'none'],
    ['0', 0],
    ['0.00', '0.00'],
    ['false', false],
    ['acme.blog::lang.posts.title', 'acme.blog::lang.posts.title'],
  ] as const) {
    it(`accepts ${given}`, () => {
      const files = pluginFiles({
        [FILE]: [...COLUMNS_KEY, `  title: { label: Title, default: ${given} }`].join('\n'),
      });
      const list = compileSmall(files).schema.controllers.get('acme.blog.posts')?.list;
      const view = list?.columns.find(({ name }) => name === 'title')?.view;
      const start = view?.default;
      expect(typeof start === 'object' ? start.source : start).to.equal(shown);
    });
  }

  it('stays a number in a column of numbers', () => {
    const files = pluginFiles({
      [FILE]: [...COLUMNS_KEY, '  views: { label: Views, type: number, default: 1.50 }'].join('\n'),
    });
    const list = compileSmall(files).schema.controllers.get('acme.blog.posts')?.list;
    expect(list?.columns[0]?.view.default).to.equal(1.5);
  });

  it('has none if the file sets none', () => {
    const files = pluginFiles({ [FILE]: [...COLUMNS_KEY, '  title: Title'].join('\n') });
    const list = compileSmall(files).schema.controllers.get('acme.blog.posts')?.list;
    expect(list?.columns[0]?.view).not.to.have.property('default');
  });
});
