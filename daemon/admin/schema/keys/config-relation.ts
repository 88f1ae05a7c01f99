import { key, required } from '../../../core/described-keys.js';
import { RECORDS_PER_PAGE } from '../../api/limits.js';
import { keyed, NO_EQUIVALENT, RAW_JAVASCRIPT, RAW_SQL } from '../yaml/keyed.js';
import type { YamlScalar } from '../yaml/parse.js';
import { describeNode } from '../yaml/parse.js';
import type { Given } from '../yaml/problems.js';
import type { Reader, ValueOf } from '../yaml/readers.js';
import { definitionPath, either, flag, NAME, namedMap, refuse, text } from '../yaml/readers.js';
import { COLUMNS } from './columns.js';
import { pageSize, sortOrder } from './config-list.js';

export type RelationButton = 'link' | 'unlink';

const BUTTONS: Readonly<Record<string, RelationButton>> = {
  add: 'link',
  link: 'link',
  remove: 'unlink',
  unlink: 'unlink',
};
const LATER_BUTTONS = ['create', 'update', 'delete'];

/** `add|remove`, [add, remove], or false for none. October's link and unlink mean the same two. */
const toolbarButtons: Reader<readonly Given<RelationButton>[]> = {
  expects: 'add, remove, or add|remove',
  read(node, problems) {
    if (node.kind === 'map') return refuse(this, node, problems);
    if (node.kind === 'scalar' && node.value === false) return [];
    const scalars = (node.kind === 'list' ? node.items : [node]).flatMap((item): YamlScalar[] => {
      if (item.kind === 'scalar') return [item];
      problems.add(item.at, describeNode(item), { expected: this.expects });
      return [];
    });
    return scalars.flatMap((item) =>
      item.text.split('|').flatMap((word): Given<RelationButton>[] => {
        const written = word.trim();
        const button = Object.hasOwn(BUTTONS, written) ? BUTTONS[written] : undefined;
        if (button !== undefined) return [{ value: button, at: item.at }];
        if (LATER_BUTTONS.includes(written)) {
          problems.add(item.at, `the button ${written} is not supported yet`, {
            expected: this.expects,
          });
        } else problems.unknown(item.at, `there is no button "${written}"`, written, Object.keys(BUTTONS));
        return [];
      }),
    );
  },
};

const PART = {
  list: required(either(definitionPath('columns.yaml'), COLUMNS), {
    does: 'Columns of the related model: a path, or `columns` inline.',
  }),
  showSearch: key(flag, { otherwise: 'true', does: 'Whether it can be searched.' }),
  showSorting: key(flag, { otherwise: 'true', does: 'Whether column headings offer sorting.' }),
  defaultSort: key(sortOrder, { otherwise: 'by primary key', does: 'As in config_list.yaml.' }),
  recordsPerPage: key(pageSize, { otherwise: String(RECORDS_PER_PAGE.default), does: 'Records per page.' }),
  showPageNumbers: key(flag, { otherwise: 'true', does: 'false: the list is not counted.' }),
} as const;

const DRESSES_PART = ['showSetup', 'showCheckboxes'];
const LATER_IN_PART = ['form', 'filter', 'customViewPath'];
const NEVER_IN_PART = {
  conditions: RAW_SQL,
  scope: 'the related records are within their own list scope',
  recordOnClick: RAW_JAVASCRIPT,
  toolbarPartial: 'write toolbarButtons',
  recordUrl: NO_EQUIVALENT,
  title: 'write label',
};

export const MANAGE = keyed('manage keys', PART, {
  dresses: DRESSES_PART,
  later: LATER_IN_PART,
  never: NEVER_IN_PART,
});

export const VIEW = keyed(
  'view keys',
  {
    ...PART,
    toolbarButtons: key(toolbarButtons, {
      otherwise: 'both, if possible',
      does: '`add` links and `remove` unlinks; false: neither. `remove` is rejected on a hasMany relation whose foreign key is not nullable.',
    }),
  },
  { dresses: DRESSES_PART, later: LATER_IN_PART, never: NEVER_IN_PART },
);

export const RELATION = keyed(
  'relation keys',
  {
    label: key(text, { otherwise: 'the name', does: 'Title of the manager.' }),
    readOnly: key(flag, { otherwise: 'false', does: 'true: records can be neither linked nor unlinked.' }),
    emptyMessage: key(text, { otherwise: '"Nothing is linked yet."', does: 'Text of an empty manager.' }),
    view: required(VIEW, { does: 'The linked records.' }),
    manage: key(MANAGE, { otherwise: 'as `view`', does: 'The records that can be linked.' }),
  },
  {
    dresses: ['popupSize', 'externalToolbarAppState'],
    later: ['pivot', 'deferredBinding', 'structure', 'form'],
    never: {
      title: 'write label',
      list: 'write it below view, and below manage where the candidates have another one',
    },
  },
);

/** config_relation.yaml */
export const RELATION_CONFIG = namedMap(
  'relation names to definitions',
  { pattern: NAME, expects: 'letters, digits and _' },
  RELATION,
);

export type RelationDefinition = ValueOf<typeof RELATION>;
/** The keys that view and manage share. */
export type RelationPart = ValueOf<typeof MANAGE>;
