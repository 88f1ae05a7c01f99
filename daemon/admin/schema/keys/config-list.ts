import { key, required } from '../../../core/described-keys.js';
import { RECORDS_PER_PAGE } from '../../api/limits.js';
import type { SortKey } from '../../api/query-grammar.js';
import { parseSortKey } from '../../api/query-grammar.js';
import { COSMETIC, keyed, RAW_JAVASCRIPT, RAW_SQL } from '../yaml/keyed.js';
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

/** `published_at`, `-published_at`, or {column, direction}; ascending unless said. */
export const sortOrder: Reader<SortKey> = {
  expects: `${short.expects}, or ${SORT_ORDER.expects}`,
  read(node, problems) {
    if (node.kind === 'scalar') return short.read(node, problems);
    const read = SORT_ORDER.read(node, problems);
    return read === undefined ? undefined : { column: read.column.value, descending: read.direction?.value === 'desc' };
  },
};

/** Offered where the YAML names none. */
export const DEFAULT_PAGE_SIZES = [RECORDS_PER_PAGE.default, 50, 100, RECORDS_PER_PAGE.maximum];

export const pageSize = integer(1, RECORDS_PER_PAGE.maximum);

/** A button with more to say about it than its name. `confirm` is that of October's buttons (`data-request-confirm`). */
export const BUTTON = keyed('button keys', {
  name: required(codeName, { does: 'Name of an action, as in the list of buttons.' }),
  confirm: key(text, {
    otherwise: 'runs when it is pressed',
    does: 'Asked in a dialog before the action runs, under the label of the action and the title of the list. `delete` always asks, and takes no text.',
  }),
});

export type WrittenButton = string | ValueOf<typeof BUTTON>;

const oneButton: Reader<WrittenButton> = { ...either(codeName, BUTTON), expects: codeName.expects };

/** In October the value is the name of a partial with buttons in it. */
const toolbarButtons: Reader<readonly Given<WrittenButton>[]> = {
  ...listOf(oneButton, 'create, delete and names of actions that the host registers'),
  read(node, problems) {
    if (node.kind !== 'scalar') return listOf(oneButton, 'names').read(node, problems);
    problems.add(node.at, 'is a text', {
      expected: this.expects,
      advice: 'a partial of buttons is not understood: write, for example, [create, delete]',
    });
    return undefined;
  },
};

export const SEARCH = keyed(
  'search keys',
  {
    prompt: key(text, { otherwise: '"Search…"', does: 'Text in the empty field.' }),
    mode: key(oneOf('all', 'any', 'exact'), {
      otherwise: '`all`',
      does: 'Which records match: those with all words (each in some searchable column), any word, or the exact text.',
    }),
    searchOnEnter: key(flag, { otherwise: 'false', does: 'Whether it waits for Enter.' }),
  },
  { never: { scope: RAW_SQL } },
);

export const TOOLBAR = keyed(
  'toolbar keys',
  {
    buttons: key(toolbarButtons, {
      otherwise: 'none',
      does: '`create`, `delete`, and names of actions that the host registers for the controller, in this order, each once; an action also as a mapping, see below. `create` needs a form.',
    }),
    search: key(SEARCH, {
      otherwise: 'as below',
      does: 'The search field; there is none when no column is searchable.',
    }),
  },
  { never: { cssClass: COSMETIC, stretch: COSMETIC } },
);

/** config_list.yaml */
export const LIST_CONFIG = keyed(
  'list keys',
  {
    title: key(text, { otherwise: '"List"', does: 'Title of the list.' }),
    list: required(either(definitionPath('columns.yaml'), COLUMNS), {
      does: 'The columns: the path of a columns.yaml, or `columns` themselves.',
    }),
    modelClass: required(modelName, { does: "Has to be the model of the host's controller, letter by letter." }),
    filter: key(either(definitionPath('config_filter.yaml'), FILTER), {
      otherwise: 'config_filter.yaml beside it, if there is one',
      does: 'The filters: the path of a file, or `scopes` themselves.',
    }),
    recordUrl: key(innerPath, {
      otherwise: 'rows lead nowhere',
      does: 'Where a row leads, inside the backend; `:id` is the record. Another placeholder is refused.',
    }),
    noRecordsMessage: key(text, {
      otherwise: '"There are no records in this view."',
      does: 'What an empty list says.',
    }),
    recordsPerPage: key(pageSize, {
      otherwise: String(RECORDS_PER_PAGE.default),
      does: 'Records on a page, when the request does not say.',
    }),
    perPageOptions: key(listOf(pageSize, `numbers from 1 to ${RECORDS_PER_PAGE.maximum}`), {
      otherwise: DEFAULT_PAGE_SIZES.join(', '),
      does: 'Page sizes to choose from; `recordsPerPage` is added where it is missing.',
    }),
    showPageNumbers: key(flag, {
      otherwise: 'true',
      does: 'false: nothing is counted. `total` and `last_page` are null, and a list of millions costs what one of hundreds does.',
    }),
    toolbar: key(TOOLBAR, { otherwise: 'no buttons, the default search', does: 'Buttons and search.' }),
    showSorting: key(flag, { otherwise: 'true', does: 'Whether the heads of columns offer sorting.' }),
    defaultSort: key(sortOrder, {
      otherwise: 'by primary key',
      does: 'Order when the request asks for none. Has to be a column of the list that can be sorted by.',
    }),
    showCheckboxes: key(flag, { otherwise: 'true with a delete button', does: 'Whether records can be ticked.' }),
    headerPartial: key(scalar('the name of a partial: stats for _stats.htm', partialName, advisePartialName), {
      otherwise: 'no strip',
      does: 'Partial above the list: `stats` is `_stats.htm` beside this file. A missing or faulty template, or a controller that supplies no partial data, is refused.',
    }),
  },
  {
    later: ['showSetup', 'showTree', 'treeExpanded', 'structure', 'definitions', 'customViewPath', 'customPageName'],
    never: {
      conditions: RAW_SQL,
      recordOnClick: RAW_JAVASCRIPT,
      customOnClick: RAW_JAVASCRIPT,
      defaultSortColumn: 'write defaultSort',
    },
  },
);

/** Partials are named, never found by a path. */
export function partialName(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z][a-z0-9_-]{0,63}$/.test(value) ? value : undefined;
}

export function advisePartialName(value: unknown): string | undefined {
  const last = /([a-z][a-z0-9_-]*?)(?:\.(?:htm|php))?$/.exec(String(value))?.[1];
  return last === undefined ? undefined : `paths are not understood: write ${last}, and the file is _${last}.htm`;
}
