import type { Given } from '../spot.js';
import { either, namedMap } from '../read/lists.js';
import { definitionPath, NAME } from '../read/forms.js';
import { keyed } from '../read/keyed.js';
import type { Reader, ValueOf } from '../read/reader.js';
import { refuse, required } from '../read/reader.js';
import { flag, integer, text } from '../read/scalars.js';
import type { YamlScalar } from '../yaml/node.js';
import { describeNode } from '../yaml/node.js';
import { COLUMNS } from './columns.js';
import { MAX_RECORDS_PER_PAGE } from './list-config.js';
import { COSMETIC, RAW_JAVASCRIPT, RAW_SQL } from './refused.js';
import { sortOrder } from './sort-order.js';

export type RelationButton = 'link' | 'unlink';

const BUTTONS: Readonly<Record<string, RelationButton>> = {
  add: 'link',
  link: 'link',
  remove: 'unlink',
  unlink: 'unlink',
};
const LATER_BUTTONS = ['create', 'update', 'delete'];

/** `add|remove`, [add, remove], or false for none. October's link and unlink are the same two. */
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
          problems.add(item.at, `the button ${written} is not supported yet: it comes with a later release`, {
            expected: this.expects,
          });
        } else problems.unknown(item.at, `there is no button "${written}"`, written, Object.keys(BUTTONS));
        return [];
      }),
    );
  },
};

const PART = {
  list: required(either(definitionPath('columns.yaml'), COLUMNS)),
  showSearch: flag,
  showSorting: flag,
  defaultSort: sortOrder,
  recordsPerPage: integer(1, MAX_RECORDS_PER_PAGE),
  showPageNumbers: flag,
} as const;

const LATER_IN_PART = ['form', 'filter', 'showSetup', 'customViewPath'];
const NEVER_IN_PART = {
  conditions: RAW_SQL,
  scope: 'the related records are within their own list scope',
  recordOnClick: RAW_JAVASCRIPT,
  toolbarPartial: 'write toolbarButtons',
  recordUrl: COSMETIC,
  showCheckboxes: COSMETIC,
  title: 'write label',
};

export const MANAGE = keyed('manage keys', PART, { later: LATER_IN_PART, never: NEVER_IN_PART });

export const VIEW = keyed('view keys', { ...PART, toolbarButtons }, { later: LATER_IN_PART, never: NEVER_IN_PART });

export const RELATION = keyed(
  'relation keys',
  {
    label: text,
    readOnly: flag,
    emptyMessage: text,
    view: required(VIEW),
    manage: MANAGE,
  },
  {
    later: ['pivot', 'deferredBinding', 'structure', 'popupSize', 'form'],
    never: {
      title: 'write label',
      list: 'write it below view, and below manage where the candidates have another one',
      externalToolbarAppState: COSMETIC,
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
/** What view and manage have in common. */
export type RelationPart = ValueOf<typeof MANAGE>;
