import { expect } from 'chai';
import type { BrokenFile } from '../../testing/small-plugin.js';
import { compileSmall, complaints, CONTROLLER, pluginFiles } from '../../testing/small-plugin.js';

const FILE = `${CONTROLLER}/config_filter.yaml`;
/** The first lines of every case. */
const SCOPES_KEY = ['scopes:'];
const TYPES = 'group, dropdown, checkbox, switch, date, daterange, number, numberrange, text';
const COLUMNS = 'id, title, slug, status, published, views, rating, published_at, day, settings, author_id';

const CASES: readonly BrokenFile[] = [
  {
    title: 'raw SQL (AD-3)',
    lines: [
      '  published:',
      '    label: Published',
      '    type: switch',
      '    conditions:',
      '      - published = 0',
      '      - published = 1',
    ],
    says: [
      `${FILE}:5:5: scopes.published.conditions: is not supported; raw SQL is not allowed; name a column (valueFrom), or a query scope that the host registers (scope)`,
    ],
  },
  {
    title: 'a query scope that the host does not register',
    lines: ['  fame:', '    label: Fame', '    type: checkbox', '    scope: populer'],
    says: [
      `${FILE}:5:12: scopes.fame.scope: Acme\\Blog\\Models\\Post has no query scope populer; expected one of popular; did you mean popular?`,
    ],
  },
  {
    title: 'a column that the model does not have',
    lines: ['  state:', '    label: State', '    type: text'],
    says: [
      `${FILE}:2:3: scopes.state: Acme\\Blog\\Models\\Post has no column state; expected one of ${COLUMNS}; did you mean status?`,
    ],
  },
  {
    title: 'a type that does not fit the column',
    lines: ['  title:', '    label: Title', '    type: daterange'],
    says: [
      `${FILE}:4:11: scopes.title.type: type daterange does not go with the column title, which is string; expected a column that is date or timestamp`,
    ],
  },
  {
    title: 'a type that does not exist',
    lines: ['  title:', '    label: Title', '    type: txt'],
    says: [`${FILE}:4:11: scopes.title.type: unknown type txt; expected one of ${TYPES}; did you mean text?`],
  },
  {
    title: "another product's name for a type",
    lines: ['  views:', '    label: Views', '    type: range'],
    says: [`${FILE}:4:11: scopes.views.type: type range is not supported; use type numberrange`],
  },
  {
    title: 'a key with a value of the wrong type',
    lines: ['  title:', '    label: Title', '    type: text', '    min: 3'],
    says: [`${FILE}:5:5: scopes.title.min: does not go with type text; expected type number, numberrange`],
  },
  {
    title: 'a group without choices',
    lines: ['  status:', '    label: Status'],
    says: [`${FILE}:2:3: scopes.status: has no choices; expected options, or modelClass and nameFrom`],
  },
  {
    title: 'two sources of choices',
    lines: ['  author_id:', '    label: Author', '    options: [1, 2]', '    modelClass: Acme\\Blog\\Models\\Author'],
    says: [`${FILE}:5:17: scopes.author_id.modelClass: options is already set; expected options, or modelClass`],
  },
  {
    title: 'choices of a model that the host does not register',
    lines: ['  author_id:', '    label: Author', '    modelClass: Acme\\Blog\\Models\\Autor'],
    says: [
      `${FILE}:4:17: scopes.author_id.modelClass: the host registers no model Acme\\Blog\\Models\\Autor; expected one of Acme\\Blog\\Models\\Post, Acme\\Blog\\Models\\Author, Acme\\Blog\\Models\\Tag, Acme\\Blog\\Models\\Comment; did you mean Acme\\Blog\\Models\\Author?`,
    ],
  },
  {
    title: 'a label column that the model does not have',
    lines: ['  author_id:', '    label: Author', '    modelClass: Acme\\Blog\\Models\\Author', '    nameFrom: title'],
    says: [
      `${FILE}:5:15: scopes.author_id.nameFrom: Acme\\Blog\\Models\\Author has no column title; expected one of id, name`,
    ],
  },
  {
    title: 'a dependence on an unknown filter, or on itself',
    lines: ['  author:', '    label: Author', '    dependsOn: [author, status]'],
    says: [
      `${FILE}:4:17: scopes.author.dependsOn[0]: there is no other filter author`,
      `${FILE}:4:25: scopes.author.dependsOn[1]: there is no other filter status`,
    ],
  },
  {
    title: 'a date that does not exist',
    lines: ['  day:', '    label: Day', '    type: date', '    minDate: 2026-02-30'],
    says: [`${FILE}:5:14: scopes.day.minDate: is "2026-02-30"; expected a date such as 2026-01-31`],
  },
  {
    title: 'an invalid mapping',
    lines: ['  - status'],
    says: [`${FILE}:2:3: scopes: is a list; expected a mapping of filter names to definitions`],
  },
  {
    title: 'bounds that no value satisfies',
    lines: [
      '  views:',
      '    label: Views',
      '    type: numberrange',
      '    min: 3',
      '    max: 1',
      '  day:',
      '    label: Day',
      '    type: date',
      '    minDate: 2026-02-01',
      '    maxDate: 2026-01-01',
    ],
    says: [
      `${FILE}:6:10: scopes.views.max: is 1, below min; expected at least 3`,
      `${FILE}:11:14: scopes.day.maxDate: is 2026-01-01, before minDate; expected 2026-02-01 or later`,
    ],
  },
  {
    title: 'a default that the user could not choose',
    lines: [
      '  status:',
      '    label: Status',
      '    options: [draft]',
      '    default: [draft, drafd]',
      '  published:',
      '    label: Published',
      '    type: switch',
      '    default: maybe',
      '  day:',
      '    label: Day',
      '    type: daterange',
      '    default: 2026-01-01',
      '  views:',
      '    label: Views',
      '    type: number',
      '    default: many',
    ],
    says: [
      `${FILE}:5:22: scopes.status.default[1]: unknown choice drafd; expected one of draft; did you mean draft?`,
      `${FILE}:9:14: scopes.published.default: does not go with type switch; expected true or false`,
      `${FILE}:13:14: scopes.day.default: does not go with type daterange; expected two dates, [2026-01-01, 2026-01-31]`,
      `${FILE}:17:14: scopes.views.default: does not go with type number; expected a number`,
    ],
  },
  {
    title: "another product's method",
    lines: ['  status:', '    label: Status', '    options: getStatusOptions'],
    says: [
      `${FILE}:4:14: scopes.status.options: the host registers no option provider getStatusOptions; expected one of statuses`,
    ],
  },
];

describe('config_filter.yaml: errors that stop startup (AD-18)', () => {
  for (const { title, lines, says } of CASES) {
    it(title, () => {
      expect(complaints({ [FILE]: [...SCOPES_KEY, ...lines].join('\n') })).to.deep.equal(says);
    });
  }
});

describe('config_filter.yaml: the target of a filter', () => {
  const targetOf = (...lines: readonly string[]) => {
    const files = pluginFiles({ [FILE]: [...SCOPES_KEY, '  author_id:', ...lines].join('\n') });
    const list = compileSmall(files).schema.controllers.get('acme.blog.posts')?.list;
    const target = list?.filters[0]?.target;
    return target?.kind === 'relation' ? target.relation.name : target?.kind;
  };

  it('treats a foreign key with choices that are no other records as that relation, so that its list scope applies', () => {
    expect(targetOf('    modelClass: Acme\\Blog\\Models\\Author')).to.equal('author');
    expect(targetOf('    options: statuses')).to.equal('author');
    expect(targetOf('    options: { 1: Ada, 2: Bob }')).to.equal('author');
    expect(targetOf('    modelClass: Acme\\Blog\\Models\\Tag')).to.equal('column');
    expect(targetOf('    type: number')).to.equal('column');
  });
});

describe('config_filter.yaml: number filters over whole numbers (AD-643)', () => {
  for (const [line, whole] of [
    ['views: { type: number }', true],
    ['views: { type: numberrange }', true],
    ['rating: { type: numberrange }', undefined],
    ['views: { type: dropdown, options: [1, 2] }', undefined],
    ['count: { type: number, scope: popular }', undefined],
  ] as const) {
    it(`${whole === true ? 'say so' : 'do not include'}: ${line}`, () => {
      const files = pluginFiles({ [FILE]: [...SCOPES_KEY, `  ${line}`].join('\n') });
      const list = compileSmall(files).schema.controllers.get('acme.blog.posts')?.list;
      expect(list?.filters[0]?.view).to.have.property('type');
      expect(list?.filters[0]?.view.whole).to.equal(whole);
    });
  }
});

describe('config_filter.yaml: the initial value of a filter (docs/admin/yaml.md, default)', () => {
  const DEFAULTS: readonly (readonly [lines: readonly string[], start: unknown])[] = [
    [['  status: { type: group, options: { draft: D, live: L }, default: [draft, live] }'], ['draft', 'live']],
    [['  status: { type: group, options: { draft: D }, default: draft }'], ['draft']],
    [['  status: { type: dropdown, options: { draft: D, live: L }, default: live }'], 'live'],
    [['  rating: { type: dropdown, options: ["1.50", "2"], default: "1.50" }'], '1.5'],
    [['  published: { type: switch, default: false }'], false],
    [['  published: { type: switch, default: 1 }'], true],
    [['  published: { type: checkbox, default: 0 }'], false],
    [['  day: { type: date, default: 2026-01-31 }'], '2026-01-31'],
    [['  day: { type: daterange, default: [2026-01-01, 2026-01-31] }'], ['2026-01-01', '2026-01-31']],
    [['  views: { type: number, default: 3 }'], 3],
    [['  views: { type: numberrange, default: [1, 10] }'], [1, 10]],
    [['  views: { type: numberrange, default: [5, 5] }'], [5, 5]],
    [['  day: { type: daterange, default: [2026-01-31, 2026-01-31] }'], ['2026-01-31', '2026-01-31']],
    [['  status: { type: group, options: statuses, default: [true, live] }'], ['true', 'live']],
    [['  title: { type: text, default: atlas }'], 'atlas'],
  ];
  for (const [lines, start] of DEFAULTS) {
    it(`accepts ${lines.join().trim()}`, () => {
      const files = pluginFiles({ [FILE]: [...SCOPES_KEY, ...lines].join('\n') });
      const list = compileSmall(files).schema.controllers.get('acme.blog.posts')?.list;
      expect(list?.filters[0]?.view.default).to.deep.equal(start);
    });
  }

  it('accepts two bounds for a range, and one value for other types', () => {
    const said = (line: string) => complaints({ [FILE]: [...SCOPES_KEY, line].join('\n') });
    expect(said('  views: { type: numberrange, default: [1, 2, 3] }')).to.have.length(1);
    expect(said('  views: { type: numberrange, default: [1] }')).to.have.length(1);
    expect(said('  views: { type: number, default: [1, 2] }')).to.have.length(1);
    expect(said('  day: { type: daterange, default: [2026-01-01, soon] }')).to.have.length(1);
    for (const range of [
      'views: { type: numberrange, default: [10, 9] }',
      'day: { type: daterange, default: [2026-02-01, 2026-01-31] }',
    ]) {
      expect(said(`  ${range}`).join()).to.contain('ends before it begins; expected the smaller value first');
    }
    expect(said('  published: { type: switch, default: 2 }')).to.have.length(1);
  });
});
