import { either, listOf } from '../read/lists.js';
import { codeName, definitionPath, innerPath, modelName } from '../read/forms.js';
import { keyed } from '../read/keyed.js';
import type { Given } from '../spot.js';
import type { Reader, ValueOf } from '../read/reader.js';
import { required, scalar } from '../read/reader.js';
import { flag, integer, oneOf, text } from '../read/scalars.js';
import { COLUMNS } from './columns.js';
import { FILTER } from './filter-config.js';
import { COSMETIC, RAW_JAVASCRIPT, RAW_SQL } from './refused.js';
import { sortOrder } from './sort-order.js';

export const MAX_RECORDS_PER_PAGE = 200;

const pageSize = integer(1, MAX_RECORDS_PER_PAGE);

/** A button with more to say about it than its name. `confirm` is that of October's buttons (`data-request-confirm`). */
export const BUTTON = keyed('button keys', { name: required(codeName), confirm: text });

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
    prompt: text,
    mode: oneOf('all', 'any', 'exact'),
    searchOnEnter: flag,
  },
  { never: { scope: RAW_SQL } },
);

export const TOOLBAR = keyed(
  'toolbar keys',
  { buttons: toolbarButtons, search: SEARCH },
  { never: { cssClass: COSMETIC, stretch: COSMETIC } },
);

/** config_list.yaml */
export const LIST_CONFIG = keyed(
  'list keys',
  {
    title: text,
    list: required(either(definitionPath('columns.yaml'), COLUMNS)),
    modelClass: required(modelName),
    filter: either(definitionPath('config_filter.yaml'), FILTER),
    recordUrl: innerPath,
    noRecordsMessage: text,
    recordsPerPage: pageSize,
    perPageOptions: listOf(pageSize, `numbers from 1 to ${MAX_RECORDS_PER_PAGE}`),
    showPageNumbers: flag,
    toolbar: TOOLBAR,
    showSorting: flag,
    defaultSort: sortOrder,
    showCheckboxes: flag,
    headerPartial: scalar('the name of a partial: stats for _stats.htm', partialName, advisePartialName),
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
