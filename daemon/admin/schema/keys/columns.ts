import type { ColumnViewType } from '../../model/schema/types.js';
import type { Named } from '../read/lists.js';
import { namedMap } from '../read/lists.js';
import { choices, NAME, name, permissionCodes } from '../read/forms.js';
import { keyed } from '../read/keyed.js';
import type { Reader, ValueOf } from '../read/reader.js';
import { refuse, required } from '../read/reader.js';
import { anyText, flag, matching, oneOf, plainValue, text } from '../read/scalars.js';
import type { TypedKeys } from '../read/typed.js';
import { typed } from '../read/typed.js';
import { COSMETIC, RAW_JAVASCRIPT, RAW_SQL } from './refused.js';

const KEYS = {
  label: text,
  searchable: flag,
  sortable: flag,
  invisible: flag,
  clickable: flag,
  default: plainValue,
  align: oneOf('left', 'center', 'right'),
  width: matching('a width such as 120px or 10%', /^\d{1,4}(px|%|em|rem)$/),
  cssClass: matching('class names', /^[A-Za-z0-9_-]+( [A-Za-z0-9_-]+)*$/),
  permissions: permissionCodes,
  valueFrom: name,
  relation: name,
  select: matching('the name of one column of the related model; raw SQL is never read from a file', NAME),
  relationCount: flag,
  format: anyText,
  useTimezone: flag,
  options: choices,
} as const;

export const COLUMN_TABLE: TypedKeys<typeof KEYS, ColumnViewType> = {
  what: 'column keys',
  keys: KEYS,
  common: [
    'label',
    'searchable',
    'sortable',
    'invisible',
    'clickable',
    'default',
    'align',
    'width',
    'cssClass',
    'permissions',
    'valueFrom',
    'relation',
    'select',
    'relationCount',
  ],
  types: {
    text: ['format'],
    number: ['format'],
    switch: [],
    datetime: ['format', 'useTimezone'],
    date: ['format', 'useTimezone'],
    time: ['format', 'useTimezone'],
    timesince: ['useTimezone'],
    selectable: ['options'],
    relation: [],
    colorpicker: [],
  },
  defaultType: 'text',
  laterTypes: ['image', 'partial', 'linkage', 'summary', 'currency'],
  neverTypes: {
    timetense: 'use type timesince',
    string: 'use type text',
    boolean: 'use type switch',
  },
  refusals: {
    later: ['displayFrom', 'path'],
    never: {
      conditions: RAW_SQL,
      sqlSelect: RAW_SQL,
      useRelationCount: 'write relationCount: true',
      onClick: RAW_JAVASCRIPT,
      recordOnClick: RAW_JAVASCRIPT,
      headCssClass: COSMETIC,
      ignoreTimezone: 'write useTimezone: false',
      sortableDefault: 'write defaultSort in config_list.yaml',
      tooltip: COSMETIC,
      attributes: COSMETIC,
    },
  },
};

export type ColumnDefinition = Partial<ValueOf<ReturnType<typeof typed<typeof KEYS, ColumnViewType>>>>;

/** A mere text is the label. */
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
        // What a row holds besides its columns begins with an underscore.
        pattern: /^[A-Za-z][A-Za-z0-9_]{0,63}$/,
        expects: 'letters, digits and _, beginning with a letter',
        advise: (written) =>
          /^\w+\[/.test(written) ? 'for a column of a related model write relation and select' : undefined,
      },
      definition,
    ),
  ),
});

export type NamedColumn = Named<ColumnDefinition>;
