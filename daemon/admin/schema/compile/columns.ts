import type { Column, ColumnType } from '../../model/column.js';
import type { ColumnView, ListColumn } from '../../model/schema/list-schema.js';
import { Text } from '../../model/schema/text.js';
import type { ColumnViewType } from '../../model/schema/types.js';
import type { ColumnDefinition, NamedColumn } from '../keys/columns.js';
import type { Spot } from '../spot.js';
import { compileChoices } from './choices.js';
import type { ListOwner, ResolvedSource } from './column-source.js';
import { columnSource } from './column-source.js';
import type { CompileContext } from './context.js';
import { anyOf } from './requirements.js';
import { textOf } from './texts.js';

/** Types of columns whose values each display type can show; those not named can show any. */
export const SHOWS: Partial<Readonly<Record<ColumnViewType, readonly ColumnType[]>>> = {
  number: ['integer', 'bigint', 'double', 'decimal'],
  switch: ['bool', 'integer'],
  datetime: ['timestamp'],
  date: ['date', 'timestamp'],
  time: ['time', 'timestamp'],
  timesince: ['timestamp', 'date'],
  colorpicker: ['string'],
};

/** Neither a sort nor a search means anything on these. */
const OPAQUE: readonly ColumnType[] = ['json', 'bytes'];

/** The columns of a list, in the order of the file. */
export function compileColumns(
  definitions: readonly NamedColumn[],
  owner: ListOwner,
  context: CompileContext,
): readonly ListColumn[] {
  return definitions.flatMap((definition) => {
    const resolved = columnSource(definition, owner, context);
    return resolved === undefined ? [] : [compileColumn(definition, resolved, context)];
  });
}

function compileColumn(definition: NamedColumn, resolved: ResolvedSource, context: CompileContext): ListColumn {
  const { name, value, nameAt } = definition;
  const { reference, multiple } = resolved;
  const type = value.type?.value ?? 'text';
  checkType(type, resolved.column, value.type?.at ?? nameAt, context);
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
    context.problems.add(options.at, 'is the name of a provider', { expected: 'the choices themselves, in a list' });
  }
  return {
    name,
    label: label === undefined ? new Text(name) : textOf(label, context),
    type,
    invisible: value.invisible?.value ?? false,
    clickable: value.clickable?.value ?? true,
    ...(fallback !== undefined && {
      default:
        typeof fallback.value === 'string' ? textOf({ ...fallback, value: fallback.value }, context) : fallback.value,
    }),
    ...(align !== undefined && { align: align.value }),
    ...(width !== undefined && { width: width.value }),
    ...(cssClass !== undefined && { cssClass: cssClass.value }),
    ...(format !== undefined && { format: format.value }),
    ...(useTimezone !== undefined && { useTimezone: useTimezone.value }),
    ...(listed !== undefined && { options: compileChoices(listed, column, context) }),
  };
}

function checkType(type: ColumnViewType, column: Column | undefined, at: Spot, { problems }: CompileContext): void {
  const shown = SHOWS[type];
  if (column === undefined || shown === undefined || shown.includes(column.type)) return;
  problems.add(at, `type ${type} cannot show the column ${column.name}, which is ${column.type}`, {
    expected: `a column that is ${shown.join(' or ')}, or another type`,
  });
}

/** On unless said otherwise; never for several related records, for counts, and for what has no order. */
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
