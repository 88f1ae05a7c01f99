import { key, required } from '../../../core/described-keys.js';
import { RECORDS_PER_PAGE } from '../../api/limits.js';
import type { SortKey } from '../../api/query-grammar.js';
import { parseSortKey } from '../../api/query-grammar.js';
import { keyed, NONE, RAW_JAVASCRIPT, RAW_SQL } from '../yaml/keyed.js';
import type { Given } from '../yaml/problems.js';
import type { Reader, ValueOf } from '../yaml/readers.js';
import {
  codeName,
  definitionPath,
  either,
  flag,
  innerPath,
  integer,
  listOf,
  matching,
  modelName,
  NAME,
  oneOf,
  scalar,
  text,
} from '../yaml/readers.js';
import { COLUMNS } from './columns.js';
import { FILTER } from './config-filter.js';

const short: Reader<SortKey> = scalar('a column, or -column for descending', (value) => {
  const key = typeof value === 'string' ? parseSortKey(value) : undefined;
  return key !== undefined && NAME.test(key.column) ? key : undefined;
});

export const SORT_ORDER = keyed('column and direction', {
  column: required(matching('the name of a column', NAME), { does: 'Column of the list.' }),
  direction: key(oneOf('asc', 'desc'), { otherwise: '`asc`', does: 'Direction.' }),
});

/** `published_at`, `-published_at`, or {column, direction}; ascending by default. */
export const sortOrder: Reader<SortKey> = {
  expects: `${short.expects}, or ${SORT_ORDER.expects}`,
  read(node, problems) {
    if (node.kind === 'scalar') return short.read(node, problems);
    const read = SORT_ORDER.read(node, problems);
    return read === undefined ? undefined : { column: read.column.value, descending: read.direction?.value === 'desc' };
  },
};

/** The sizes on offer if the YAML names none. */
export const DEFAULT_PAGE_SIZES = [RECORDS_PER_PAGE.default, 50, 100, RECORDS_PER_PAGE.maximum];

export const pageSize = integer(1, RECORDS_PER_PAGE.maximum);

/** A button with more properties than its name. `confirm` corresponds to October's `data-request-confirm`. */
export const BUTTON = keyed('button keys', {
  name: required(codeName, { does: 'Name of an action, as in the list of buttons.' }),
  confirm: key(text, {
    otherwise: 'runs without confirmation',
    does: 'Question in a dialog before the action runs, below the label of the action and the title of the list. `delete` always asks and takes no text.',
  }),
  selection: key(oneOf('required'), {
    otherwise: 'runs once, for the list',
    does: '`required`: the action runs on the selected records, once for each with its id, or on all that match. `delete` and actions of rows always do, and do not take it. Needs a host that can act on many records; without one, the button does not exist.',
  }),
});

export type WrittenButton = string | ValueOf<typeof BUTTON>;

const oneButton: Reader<WrittenButton> = { ...either(codeName, BUTTON), expects: codeName.expects };

const partial: Reader<string> = scalar('the name of a partial: stats for _stats.htm', partialName, advisePartialName);

/** As in October, a text is the name of a partial: a short form of `partial` without buttons. */
const toolbarButtons: Reader<string | readonly Given<WrittenButton>[]> = either(
  partial,
  listOf(oneButton, 'create, delete and names of actions that the host registers'),
);

export const SEARCH = keyed(
  'search keys',
  {
    prompt: key(text, { otherwise: '"Search…"', does: 'Text in the empty field.' }),
    mode: key(oneOf('all', 'any', 'exact'), {
      otherwise: '`all`',
      does: 'Which records match: those with all words (each in any searchable column), with any word, or with the exact text.',
    }),
    searchOnEnter: key(flag, { otherwise: 'false', does: 'Whether the search starts only with the key Enter.' }),
  },
  { never: { scope: RAW_SQL } },
);

export const TOOLBAR = keyed(
  'toolbar keys',
  {
    buttons: key(toolbarButtons, {
      otherwise: 'none',
      does: '`create`, `delete` and names of actions that the host registers for the controller, in this order, each once. An action may be a mapping (below). `create` requires a form. The name of a partial alone is the same as `partial` without buttons.',
    }),
    partial: key(partial, {
      otherwise: NONE,
      does: 'Partial beside the buttons: `summary` is `_summary.htm` beside this file. It can have texts and links, but no buttons.',
    }),
    search: key(SEARCH, {
      otherwise: 'as below',
      does: 'The search field. It does not exist if no column is searchable.',
    }),
  },
  { dresses: ['cssClass', 'stretch'] },
);

/** config_list.yaml */
export const LIST_CONFIG = keyed(
  'list keys',
  {
    title: key(text, { otherwise: '"List"', does: 'Title of the list.' }),
    list: required(either(definitionPath('columns.yaml'), COLUMNS), {
      does: 'The columns: the path of a columns.yaml, or `columns` inline.',
    }),
    modelClass: required(modelName, { does: "Must be exactly the model of the host's controller." }),
    filter: key(either(definitionPath('config_filter.yaml'), FILTER), {
      otherwise: 'config_filter.yaml beside it, if there is one',
      does: 'The filters: the path of a file, or `scopes` inline.',
    }),
    recordUrl: key(innerPath, {
      otherwise: 'rows have no link',
      does: 'Link of a row inside the backend. `:id` is the record; other placeholders are rejected.',
    }),
    noRecordsMessage: key(text, {
      otherwise: '"There are no records in this view."',
      does: 'Text of an empty list.',
    }),
    recordsPerPage: key(pageSize, {
      otherwise: String(RECORDS_PER_PAGE.default),
      does: 'Records per page, if the request does not specify it.',
    }),
    perPageOptions: key(listOf(pageSize, `numbers from 1 to ${RECORDS_PER_PAGE.maximum}`), {
      otherwise: DEFAULT_PAGE_SIZES.join(', '),
      does: 'Page sizes to choose from. `recordsPerPage` is added if it is missing.',
    }),
    showPageNumbers: key(flag, {
      otherwise: 'true',
      does: 'false: the list is not counted. `total` and `last_page` are null, and a list of millions costs as much as one of hundreds.',
    }),
    toolbar: key(TOOLBAR, { otherwise: 'no buttons, the default search', does: 'Buttons and search.' }),
    showSorting: key(flag, { otherwise: 'true', does: 'Whether column headings offer sorting.' }),
    defaultSort: key(sortOrder, {
      otherwise: 'by primary key',
      does: 'Default order. Must be a sortable column of the list.',
    }),
    rowActions: key(listOf(oneButton, 'delete and names of actions that the host registers'), {
      otherwise: 'none',
      does: '`delete` and names of actions, in a menu at the end of each row. An action runs on the record of the row. Needs a host that can act on many records; without one, the menu does not exist.',
    }),
    globalSearch: key(flag, {
      otherwise: 'false',
      does: 'Whether the command palette finds the records, by the searchable columns. Requires `recordUrl` and a form, and a host that can search several lists.',
    }),
    export: key(flag, {
      otherwise: 'true',
      does: 'Whether administrators who may open the list can export the records that match, with the columns that they may see. Needs a host that can act on many records.',
    }),
    showCheckboxes: key(flag, {
      otherwise: 'true with a button for selected records',
      does: 'Whether records can be selected.',
    }),
    headerPartial: key(partial, {
      otherwise: 'no strip',
      does: 'Partial above the list: `stats` is `_stats.htm` beside this file. The template must exist and be valid, and the controller must supply partial data.',
    }),
  },
  {
    dresses: ['showSetup', 'customPageName'],
    later: ['showTree', 'treeExpanded', 'structure', 'definitions', 'customViewPath'],
    never: {
      conditions: RAW_SQL,
      recordOnClick: RAW_JAVASCRIPT,
      customOnClick: RAW_JAVASCRIPT,
      defaultSortColumn: 'write defaultSort',
    },
  },
);

/** Partials have names, never paths. */
export function partialName(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z][a-z0-9_-]{0,63}$/.test(value) ? value : undefined;
}

export function advisePartialName(value: unknown): string | undefined {
  const last = /([a-z][a-z0-9_-]*?)(?:\.(?:htm|php))?$/.exec(String(value))?.[1];
  return last === undefined ? undefined : `paths are not understood: write ${last}, and the file is _${last}.htm`;
}
