import { Text } from '../../../i18n/text.js';
import type { SortKey } from '../../api/query-grammar.js';
import type { Column, ColumnType, Relation } from '../../model/column.js';
import { isToMany } from '../../model/column.js';
import type { ColumnReference } from '../../model/query.js';
import type { Model } from '../../model/registration.js';
import type { ColumnSource, ColumnView, ListColumn } from '../../model/schema/list-schema.js';
import type { ColumnViewType } from '../../model/schema/types.js';
import type { ColumnDefinition, NamedColumn } from '../keys/columns.js';
import type { Given, Spot } from '../yaml/problems.js';
import { under } from '../yaml/problems.js';
import type { WrittenValue } from '../yaml/readers.js';
import { checkFormat } from './column-format.js';
import type { CompileContext } from './context.js';
import type { ElementOwner } from './elements.js';
import { checkElement } from './elements.js';
import { anyOf, compileChoices, findColumn, findRelation, relatedModel, textOf } from './context.js';

/** The number of related records shown in one list cell; a marker says that there are more. */
const MAX_RELATED_IN_CELL = 10;

/** The model and relations that a list's columns can refer to. */
export interface ListOwner {
  readonly model: Model;
  /** The controller's relations; for a list of related records, those of the controller that manages the related model. */
  readonly relations: readonly Relation[];
  /** Names the owner of the relations in error messages. */
  readonly relationsOf: string;
  /** The controller whose page shows the list. */
  readonly elements: ElementOwner;
}

interface ResolvedSource {
  readonly source: ColumnSource;
  /** The column whose values the list shows; undefined for a count. */
  readonly column?: Column;
  /** How a sort or search refers to it; undefined for a count. */
  readonly reference?: ColumnReference;
  readonly multiple: boolean;
}

/** Resolves a list column to a column of the model, a column of a related model, or a count of related records. */
function columnSource(definition: NamedColumn, owner: ListOwner, context: CompileContext): ResolvedSource | undefined {
  const { name, nameAt, value } = definition;
  const named = value.relation ?? impliedRelation(definition, owner);
  if (named === undefined) {
    const from = value.valueFrom ?? { value: name, at: nameAt };
    if (value.select !== undefined) {
      context.problems.add(value.select.at, 'needs relation', {
        expected: 'relation: the relation that the column belongs to',
      });
    }
    const column = findColumn(owner.model, from.value, from.at, context);
    return column && { source: { kind: 'column', column }, column, reference: { column }, multiple: false };
  }
  const relation = findRelation(owner.relations, named.value, named.at, context, owner.relationsOf);
  if (relation === undefined) return undefined;
  if (value.relationCount?.value === true) {
    return { source: { kind: 'relation', selection: { kind: 'count', relation } }, multiple: false };
  }
  const related = relatedModel(relation, context);
  if (related === undefined) return undefined;
  const from = value.select ?? value.valueFrom ?? { value: relation.labelColumn, at: under(nameAt, 'select') };
  const column = findColumn(related, from.value, from.at, context);
  if (column === undefined) return undefined;
  const multiple = isToMany(relation);
  const limit = multiple ? MAX_RELATED_IN_CELL : 1;
  return {
    source: { kind: 'relation', selection: { kind: 'related', relation, column, limit } },
    column,
    reference: { relation, column },
    multiple,
  };
}

/** `type: relation`, `relationCount` and `select` use the relation with the column's own name unless the YAML names another. */
function impliedRelation({ name, nameAt, value }: NamedColumn, owner: ListOwner) {
  const implied = value.type?.value === 'relation' || value.relationCount?.value === true;
  const selects = value.select !== undefined && owner.relations.some((relation) => relation.name === name);
  return implied || selects ? { value: name, at: nameAt } : undefined;
}

const ANY_COLUMN = undefined;

/** The column types that each display type can show. */
export const SHOWS: Readonly<Record<ColumnViewType, readonly ColumnType[] | undefined>> = {
  text: ANY_COLUMN,
  number: ['integer', 'bigint', 'double', 'decimal'],
  switch: ['bool', 'integer'],
  datetime: ['timestamp'],
  date: ['date', 'timestamp'],
  time: ['time', 'timestamp'],
  timesince: ['timestamp', 'date'],
  selectable: ANY_COLUMN,
  relation: ANY_COLUMN,
  colorpicker: ['string'],
  summary: ['string'],
  element: ['string', 'bool', 'integer', 'bigint', 'double', 'decimal', 'date', 'time', 'timestamp'],
};

/** Sorting and searching are meaningless for these. */
const OPAQUE: readonly ColumnType[] = ['json', 'bytes'];

/** Compiles the columns of a list, in file order. */
export function compileColumns(
  definitions: readonly NamedColumn[],
  owner: ListOwner,
  context: CompileContext,
): readonly ListColumn[] {
  return definitions.flatMap((definition) => {
    const resolved = columnSource(definition, owner, context);
    const { element } = definition.value;
    if (element !== undefined) checkElement(element, owner.elements, context);
    if (resolved !== undefined) return [compileColumn(definition, resolved, context)];
    // Reports the other mistakes of the column in the same run.
    const { name, value } = definition;
    const type = value.type?.value ?? 'text';
    checkFormat(value.format, type, context);
    columnView(name, type, value, undefined, context);
    anyOf(value.permissions?.value, context);
    return [];
  });
}

function compileColumn(definition: NamedColumn, resolved: ResolvedSource, context: CompileContext): ListColumn {
  const { name, value, nameAt } = definition;
  const { reference, multiple } = resolved;
  const isPlainCount = value.relationCount?.value === true && value.format === undefined;
  const type = isPlainCount && value.type?.value === 'text' ? 'number' : (value.type?.value ?? 'text');
  checkType(type, resolved.column, value.type?.at ?? nameAt, context);
  checkFormat(value.format, type, context);
  const sortable = isSortable(value, resolved, context);
  const searchable = isSearchable(value, resolved, context);
  return {
    name,
    source: resolved.source,
    ...(sortable && reference !== undefined && { sortBy: reference }),
    ...(searchable && reference !== undefined && { searchIn: reference }),
    requires: anyOf(value.permissions?.value, context),
    view: { ...columnView(name, type, value, resolved.column, context), sortable, searchable, multiple },
  };
}

function columnView(
  name: string,
  type: ColumnViewType,
  value: ColumnDefinition,
  column: Column | undefined,
  context: CompileContext,
): Omit<ColumnView, 'sortable' | 'searchable' | 'multiple'> {
  const { label, align, width, cssClass, format, useTimezone, default: fallback, options } = value;
  const listed = options !== undefined && typeof options.value !== 'string' ? options.value : undefined;
  if (options !== undefined && listed === undefined) {
    context.problems.add(options.at, 'is the name of an option provider', { expected: 'a list of choices' });
  }
  return {
    name,
    label: label === undefined ? new Text(name) : textOf(label, context),
    type,
    ...(value.element !== undefined && { element: value.element.value }),
    invisible: value.invisible?.value ?? false,
    clickable: value.clickable?.value ?? true,
    ...(fallback !== undefined && { default: defaultOf(fallback, type, context) }),
    ...(align !== undefined && { align: align.value }),
    ...(width !== undefined && { width: width.value }),
    ...(cssClass !== undefined && { cssClass: cssClass.value }),
    ...(format !== undefined && { format: format.value }),
    ...(useTimezone !== undefined && { useTimezone: useTimezone.value }),
    ...(listed !== undefined && { options: compileChoices(listed, column, context) }),
  };
}

/** A text column shows a number as it is written: 0.00. */
function defaultOf(
  { value: { value, text }, at }: Given<WrittenValue>,
  type: ColumnViewType,
  context: CompileContext,
): NonNullable<ColumnView['default']> {
  if (typeof value === 'string') return textOf({ value, at }, context);
  return type === 'text' && typeof value === 'number' && String(value) !== text ? new Text(text) : value;
}

function checkType(type: ColumnViewType, column: Column | undefined, at: Spot, { problems }: CompileContext): void {
  const shown = SHOWS[type];
  if (column === undefined || shown === undefined || shown.includes(column.type)) return;
  problems.add(at, `type ${type} cannot show the column ${column.name}, which is ${column.type}`, {
    expected: `a column that is ${shown.join(' or ')}, or another type`,
  });
}

/** Sortable by default; never for several related records, counts, and types without an order. */
function isSortable({ sortable }: ColumnDefinition, resolved: ResolvedSource, { problems }: CompileContext): boolean {
  const { multiple, column } = resolved;
  const possible = !multiple && column !== undefined && !OPAQUE.includes(column.type);
  if (sortable?.value === true && !possible) {
    problems.add(sortable.at, 'a list cannot be sorted by this column', {
      expected: 'a column of the model, or one of a belongsTo relation; remove sortable',
    });
  }
  return possible && (sortable?.value ?? true);
}

function isSearchable(
  { searchable }: ColumnDefinition,
  { column }: ResolvedSource,
  { problems }: CompileContext,
): boolean {
  const possible = column !== undefined && !OPAQUE.includes(column.type);
  if (searchable?.value === true && !possible) {
    problems.add(searchable.at, 'this column cannot be searched', {
      expected: 'a column whose values are texts, numbers or dates; remove searchable',
    });
  }
  return possible && searchable?.value === true;
}

/** The order of a list when the request names none. It must be an order that a request could ask for. */
export function compileDefaultSort(
  sort: Given<SortKey> | undefined,
  columns: readonly ListColumn[],
  declared: readonly string[] | undefined,
  context: CompileContext,
): readonly SortKey[] {
  // If the columns themselves are unreadable, that error is enough.
  if (sort === undefined || declared === undefined) return [];
  const sortable = columns.filter(({ sortBy }) => sortBy !== undefined).map(({ name }) => name);
  if (sortable.includes(sort.value.column)) return [sort.value];
  const refused = declared.includes(sort.value.column) && !columns.some(({ name }) => name === sort.value.column);
  if (refused) return [];
  context.problems.unknown(
    sort.at,
    `the list has no sortable column ${sort.value.column}`,
    sort.value.column,
    sortable,
  );
  return [];
}
