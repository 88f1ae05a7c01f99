import { key, required } from '../../../core/described-keys.js';
import type { ColumnViewType } from '../../model/schema/types.js';
import type { Keys, TypedKeys } from '../yaml/keyed.js';
import { keyed, NONE, RAW_JAVASCRIPT, RAW_SQL, typed } from '../yaml/keyed.js';
import type { Named, Reader, ValueOf } from '../yaml/readers.js';
import {
  anyText,
  flag,
  matching,
  NAME,
  name,
  namedMap,
  oneOf,
  permissionCodes,
  plainValue,
  refuse,
  text,
} from '../yaml/readers.js';
import { choices } from './options.js';

const KEYS = {
  label: key(text, { otherwise: 'the name', does: 'Heading of the column. `name: Text` is a short form.' }),
  searchable: key(flag, {
    otherwise: 'false',
    does: 'Whether searches include the column. Rejected for counts, json and bytes.',
  }),
  sortable: key(flag, {
    otherwise: 'true where possible',
    does: 'Whether the list can be sorted by it. true is rejected for several related records, counts, json and bytes.',
  }),
  invisible: key(flag, { otherwise: 'false', does: 'Hidden until an administrator chooses the column.' }),
  clickable: key(flag, { otherwise: 'true', does: 'Whether a click follows `recordUrl`.' }),
  editable: key(flag, {
    otherwise: 'false',
    does: 'Whether the value can be changed in the list. Needs a writable field of the same column on the update form: a switch or a checkbox, or one with listed `options`. That field has the rules and permissions. Such a cell does not open the record.',
  }),
  default: key(plainValue, { otherwise: NONE, does: 'Shown where the record has no value.' }),
  align: key(oneOf('left', 'center', 'right'), { otherwise: NONE, does: 'Alignment of the cells.' }),
  width: key(matching('a width such as 120px or 10%', /^\d{1,4}(px|%|em|rem)$/), {
    otherwise: NONE,
    does: 'Width of the column.',
  }),
  cssClass: key(matching('class names', /^[A-Za-z0-9_-]+( [A-Za-z0-9_-]+)*$/), {
    otherwise: NONE,
    does: "Classes of the plugin's own stylesheet.",
  }),
  permissions: key(permissionCodes, {
    otherwise: 'everyone',
    does: 'Requires one of these codes. Without it, the column does not exist in the schema, records, sorting or search. A plugin must register each code.',
  }),
  valueFrom: key(name, {
    otherwise: "the column's name",
    does: 'Name of the column of the model, or of the related one.',
  }),
  relation: key(name, {
    otherwise: 'the name, where `type: relation`, `relationCount` or `select` implies it',
    does: "Relation of the controller from which the column takes its value; in a relation manager, a relation of the related model's controller. Shows at most 10 related records.",
  }),
  select: key(matching('the name of one column of the related model; raw SQL is never read from a file', NAME), {
    otherwise: "the relation's label column",
    does: 'Column of the related model. Requires `relation`. SQL is not supported.',
  }),
  relationCount: key(flag, {
    otherwise: 'false',
    does: 'Shows the number of related records, as `type: number` unless the column has another type or a format.',
  }),
  format: key(anyText, {
    otherwise: "as the administrator's region writes it",
    does: "Dates and times: the letters of PHP's `date()`, as `d.m.Y H:i`. Numbers: a pattern such as `#,##0.00`, or `%.2f` as `sprintf` has it; decimals keep all digits, and halves are rounded away from zero. Texts: `%s pieces`.",
  }),
  useTimezone: key(flag, {
    otherwise: 'true',
    does: "false: shows a time as stored, not in the administrator's time zone.",
  }),
  options: key(choices, {
    otherwise: NONE,
    does: 'Labels of the values, each value once, with a meaning if you like ([options](#options)). Option providers are not supported here.',
  }),
} as const satisfies Keys;

export const COLUMN_TABLE: TypedKeys<typeof KEYS, ColumnViewType> = {
  what: 'column keys',
  keys: KEYS,
  types: {
    text: ['format'],
    number: ['format'],
    switch: ['editable'],
    datetime: ['format', 'useTimezone'],
    date: ['format', 'useTimezone'],
    time: ['format', 'useTimezone'],
    timesince: ['useTimezone'],
    selectable: ['options', 'editable'],
    relation: [],
    colorpicker: [],
    summary: [],
    element: [],
  },
  defaultType: 'text',
  elementType: 'element',
  laterTypes: ['image', 'partial', 'linkage', 'currency'],
  neverTypes: {
    timetense: 'use type timesince',
    string: 'use type text',
    boolean: 'use type switch',
  },
  refusals: {
    dresses: [
      'headCssClass',
      'shortLabel',
      'tooltip',
      'attributes',
      'iconFrom',
      'limitChars',
      'limitWords',
      'endChars',
    ],
    later: ['displayFrom', 'path'],
    never: {
      conditions: RAW_SQL,
      sqlSelect: RAW_SQL,
      useRelationCount: 'write relationCount: true',
      onClick: RAW_JAVASCRIPT,
      recordOnClick: RAW_JAVASCRIPT,
      ignoreTimezone: 'write useTimezone: false',
      sortableDefault: 'write defaultSort in config_list.yaml',
    },
  },
};

export type ColumnDefinition = Partial<ValueOf<ReturnType<typeof typed<typeof KEYS, ColumnViewType>>>>;

/** A plain string is the label. */
const definition: Reader<ColumnDefinition> = {
  expects: 'a label, or a mapping of column keys',
  read(node, problems) {
    if (node.kind === 'list') return refuse(this, node, problems);
    if (node.kind === 'map' || node.value === null) return typed(COLUMN_TABLE).read(node, problems);
    const label = text.read(node, problems);
    return label === undefined ? undefined : { label: { value: label, at: node.at } };
  },
};

export const COLUMNS = keyed('columns', {
  columns: required(
    namedMap(
      'column names to definitions',
      {
        // A leading underscore marks members of a row that are not columns.
        pattern: /^[A-Za-z][A-Za-z0-9_]{0,63}$/,
        expects: 'letters, digits and _, beginning with a letter',
        advise: (written) =>
          /^\w+\[/.test(written) ? 'for a column of a related model write relation and select' : undefined,
      },
      definition,
    ),
    { does: 'The columns, in this order. A name starts with a letter, followed by letters, digits and `_`.' },
  ),
});

export type NamedColumn = Named<ColumnDefinition>;
