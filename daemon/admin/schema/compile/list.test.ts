import { expect } from 'chai';
import type { BrokenFile } from '../../testing/small-plugin.js';
import { complaints, CONTROLLER } from '../../testing/small-plugin.js';

const FILE = `${CONTROLLER}/config_list.yaml`;
/** The first lines of every case. */
const LIST = ['list: ~/plugins/acme/blog/models/post/columns.yaml', 'modelClass: Acme\\Blog\\Models\\Post'];
const LIST_KEYS =
  'title, list, modelClass, filter, recordUrl, noRecordsMessage, recordsPerPage, perPageOptions, showPageNumbers, toolbar, showSorting, defaultSort, rowActions, globalSearch, export, showCheckboxes, headerPartial';

const CASES: readonly BrokenFile[] = [
  {
    title: 'a key that does not exist (AD-3)',
    lines: ['titel: Posts'],
    says: [`${FILE}:3:1: titel: unknown key; expected one of ${LIST_KEYS}; did you mean title?`],
  },
  {
    title: 'a key that comes later (AD-3)',
    lines: ['definitions:', '  a: b', 'showTree: true', 'structure:', '  maxDepth: 2'],
    says: [
      `${FILE}:3:1: definitions: is not supported yet; remove it for now`,
      `${FILE}:5:1: showTree: is not supported yet; remove it for now`,
      `${FILE}:6:1: structure: is not supported yet; remove it for now`,
    ],
  },
  {
    title: 'a script in a file (AD-3)',
    lines: ['recordOnClick: alert(1)'],
    says: [
      `${FILE}:3:1: recordOnClick: is not supported; JavaScript is not allowed; use recordUrl, a toolbar action, or a widget with its own asset`,
    ],
  },
  {
    title: 'raw SQL for a search (AD-3)',
    lines: ['toolbar:', '  search:', '    scope: title like ?'],
    says: [
      `${FILE}:5:5: toolbar.search.scope: is not supported; raw SQL is not allowed; name a column (valueFrom), or a query scope that the host registers (scope)`,
    ],
  },
  {
    title: 'a number out of range, with a fraction, or as a string',
    lines: ['recordsPerPage: 500', 'perPageOptions: [10, 2.5, "20"]'],
    says: [
      `${FILE}:3:17: recordsPerPage: is 500; expected a whole number, 1 to 200`,
      `${FILE}:4:22: perPageOptions[1]: is 2.5; expected a whole number, 1 to 200`,
      `${FILE}:4:27: perPageOptions[2]: is "20"; expected a whole number, 1 to 200`,
    ],
  },
  {
    title: 'a selection for a button that has none or always needs one, and actions of rows that do not exist (AD-270)',
    lines: [
      'toolbar:',
      '  buttons: [{ name: create, selection: required }, { name: publish, selection: none }]',
      'rowActions: [create, { name: publish, selection: required }]',
    ],
    says: [
      `${FILE}:4:40: toolbar.buttons[0].selection: does not go with the button create; expected an action button of the toolbar; create only opens a form`,
      `${FILE}:4:80: toolbar.buttons[1].selection: is "none"; expected one of required`,
      `${FILE}:5:14: rowActions[0]: controller acme.blog.posts has no action create; expected one of delete, publish, measure`,
      `${FILE}:5:50: rowActions[1].selection: does not go with the button publish of a row; expected an action button of the toolbar; it always acts on records`,
    ],
  },
  {
    title: 'words in place of true and false',
    lines: ['showSorting: yes', 'showCheckboxes: 0', 'showPageNumbers: maybe'],
    says: [
      `${FILE}:3:14: showSorting: is "yes"; expected true or false; write true`,
      `${FILE}:4:17: showCheckboxes: is 0; expected true or false; write false`,
      `${FILE}:5:18: showPageNumbers: is "maybe"; expected true or false`,
    ],
  },
  {
    title: 'a partial of the toolbar without a template (AD-12)',
    lines: ['toolbar:', '  buttons: list_toolbar'],
    says: [`${FILE}:4:12: toolbar.buttons: template ${CONTROLLER}/_list_toolbar.htm does not exist`],
  },
  {
    title: 'two partials of the toolbar',
    lines: ['toolbar:', '  buttons: list_toolbar', '  partial: summary'],
    says: [
      `${FILE}:4:12: toolbar.buttons: names a partial, but toolbar.partial is set too; expected a list of buttons, or no toolbar.partial`,
      `${FILE}:4:12: toolbar.buttons: template ${CONTROLLER}/_list_toolbar.htm does not exist`,
    ],
  },
  {
    title: 'a button without an action (AD-11)',
    lines: ['toolbar:', '  buttons: [create, publsh, 7]'],
    says: [
      `${FILE}:4:21: toolbar.buttons[1]: controller acme.blog.posts has no action publsh; expected one of create, delete, publish, measure; did you mean publish?`,
      `${FILE}:4:29: toolbar.buttons[2]: is 7; expected a name of letters, digits, _ and -`,
    ],
  },
  {
    title: 'a confirmation for a button that asks on its own, or changes nothing',
    lines: [
      'toolbar:',
      '  buttons:',
      '    - { name: delete, confirm: Really? }',
      '    - { name: create, confirm: Really? }',
    ],
    says: [
      `${FILE}:5:32: toolbar.buttons[0].confirm: does not go with the button delete; expected an action button; delete always asks for confirmation`,
      `${FILE}:6:32: toolbar.buttons[1].confirm: does not go with the button create; expected an action button; create only opens a form`,
    ],
  },
  {
    title: 'a button mapping without a name, or with an unknown key',
    lines: ['toolbar:', '  buttons:', '    - { confirm: Really? }', '    - { name: publish, question: Really? }'],
    says: [
      `${FILE}:5:7: toolbar.buttons[0].name: is missing; expected a name of letters, digits, _ and -`,
      `${FILE}:6:24: toolbar.buttons[1].question: unknown key; expected one of name, confirm, selection`,
    ],
  },
  {
    title: 'a duplicate button',
    lines: ['toolbar:', '  buttons: [create, create]'],
    says: [`${FILE}:4:21: toolbar.buttons[1]: the button create appears twice; expected each button only once`],
  },
  {
    title: 'an unknown search mode',
    lines: ['toolbar:', '  search:', '    mode: some'],
    says: [`${FILE}:5:11: toolbar.search.mode: is "some"; expected one of all, any, exact`],
  },
  {
    title: 'a sort by a column that the list does not have, or that is not sortable',
    lines: ['defaultSort: -titel'],
    says: [
      `${FILE}:3:14: defaultSort: the list has no sortable column titel; expected one of title; did you mean title?`,
    ],
  },
  {
    title: 'a sort with an invalid direction',
    lines: ['defaultSort:', '  column: title', '  direction: down'],
    says: [`${FILE}:5:14: defaultSort.direction: is "down"; expected one of asc, desc`],
  },
  {
    title: 'a sort without a column',
    lines: ['defaultSort:', '  direction: asc'],
    says: [`${FILE}:4:3: defaultSort.column: is missing; expected the name of a column`],
  },
  {
    title: "October's path for a header partial",
    lines: ['headerPartial: ~/plugins/acme/blog/controllers/posts/_stats.htm'],
    says: [
      `${FILE}:3:16: headerPartial: is "~/plugins/acme/blog/controllers/posts/_stats.htm"; expected the name of a partial: stats for _stats.htm; paths are not understood: write stats, and the file is _stats.htm`,
    ],
  },
  {
    title: 'a header partial without a template (AD-12)',
    lines: ['headerPartial: stats'],
    says: [`${FILE}:3:16: headerPartial: template plugins/acme/blog/controllers/posts/_stats.htm does not exist`],
  },
  {
    title: 'a record URL on another site',
    lines: ['recordUrl: https://example.test/:id'],
    says: [
      `${FILE}:3:12: recordUrl: is "https://example.test/:id"; expected a path inside the backend such as acme/blog/posts/update/:id; links to other sites are not allowed`,
    ],
  },
  {
    title: 'a global search that finds nothing, or records that have no screen (AD-411)',
    lines: ['globalSearch: true'],
    says: [
      `${FILE}:3:15: globalSearch: the command palette could not open the records; expected recordUrl and a config_form.yaml`,
      `${FILE}:3:15: globalSearch: the list has no searchable column; expected searchable: true on at least one column`,
    ],
  },
  {
    title: 'a placeholder that refers to nothing',
    lines: ['recordUrl: acme/blog/posts/update/:slug'],
    says: [`${FILE}:3:12: recordUrl: :slug is unknown; expected :id`],
  },
  {
    title: 'a phrase that does not exist',
    lines: ['noRecordsMessage: acme.blog::lang.posts.titel', 'title: other.plugin::lang.posts.title'],
    says: [
      `${FILE}:3:19: noRecordsMessage: the default locale (en) has no phrase acme.blog::lang.posts.titel; expected a phrase from a language file, or plain text; did you mean acme.blog::lang.posts.title?`,
      `${FILE}:4:8: title: the default locale (en) has no phrase other.plugin::lang.posts.title; expected a phrase from a language file, or plain text`,
    ],
  },
  {
    title: 'a phrase that needs a number and gets none',
    lines: ['title: acme.blog::lang.posts.many'],
    says: [
      `${FILE}:3:8: title: the phrase acme.blog::lang.posts.many contains {n}, which has no value here; expected a phrase without arguments`,
    ],
  },
  {
    title: "October's path root",
    lines: ['filter: $/acme/blog/models/post/scopes.yaml'],
    says: [
      `${FILE}:3:9: filter: "$/acme/blog/models/post/scopes.yaml" is not a valid path; expected a path such as ~/plugins/acme/blog/models/post/columns.yaml, or the name of a file beside this one; write ~/plugins/acme/blog/models/post/scopes.yaml`,
    ],
  },
  {
    title: 'a path that climbs (AD-5)',
    lines: ['filter: ~/plugins/acme/../../secret.yaml'],
    says: [
      `${FILE}:3:9: filter: "~/plugins/acme/../../secret.yaml" is not a valid path; expected a path such as ~/plugins/acme/blog/models/post/columns.yaml, or the name of a file beside this one`,
    ],
  },
  {
    title: 'a file that does not exist (AD-5)',
    lines: ['filter: ~/plugins/acme/blog/models/post/column.yaml'],
    says: [
      `${FILE}:3:9: filter: file plugins/acme/blog/models/post/column.yaml does not exist; did you mean plugins/acme/blog/models/post/columns.yaml?`,
    ],
  },
  {
    title: 'a missing filter file',
    lines: ['filter: config_filters.yaml'],
    says: [`${FILE}:3:9: filter: file plugins/acme/blog/controllers/posts/config_filters.yaml does not exist`],
  },
];

describe('config_list.yaml: errors that stop startup (AD-10)', () => {
  for (const { title, lines, says } of CASES) {
    it(title, () => {
      expect(complaints({ [FILE]: [...LIST, ...lines].join('\n') })).to.deep.equal(says);
    });
  }
});
