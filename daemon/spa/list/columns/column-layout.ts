import type { ColumnView } from '../../api/views.js';
import type { TableColumn } from '../../table/column-widths.js';
import { boundedWidth } from '../../table/column-widths.js';

/** How one administrator wants one column, as the account or the browser keeps it. */
export interface ColumnChoice {
  readonly name: string;
  readonly shown: boolean;
  /** Pixels; absent: automatic. */
  readonly width?: number;
}

/** A column of the list where the administrator wants it. */
export interface PlacedColumn extends ColumnChoice {
  readonly view: ColumnView;
}

/** More than any list has. A document with more is damaged. */
const MAX_CHOICES = 500;

/** The choices in a stored document. Anything that is not a choice is left out: the document may be damaged. */
export function choicesFrom(stored: unknown): readonly ColumnChoice[] {
  if (!Array.isArray(stored) || stored.length > MAX_CHOICES) return [];
  const names = new Set<string>();
  return stored.flatMap((one: unknown): ColumnChoice[] => {
    if (typeof one !== 'object' || one === null) return [];
    const { name, shown, width } = one as Partial<Record<keyof ColumnChoice, unknown>>;
    if (typeof name !== 'string' || typeof shown !== 'boolean' || names.has(name)) return [];
    names.add(name);
    return [{ name, shown, ...(typeof width === 'number' && width > 0 && { width: boundedWidth(width) }) }];
  });
}

/**
 * All columns that the administrator may see, in the chosen order. Choices for other columns have no effect: the column may
 * have been removed, or the permission for it. A column without a choice keeps its place after its predecessor in the YAML.
 */
export function placeColumns(
  columns: readonly ColumnView[],
  choices: readonly ColumnChoice[] = [],
): readonly PlacedColumn[] {
  const views = new Map(columns.map((view) => [view.name, view]));
  const placed = choices.flatMap((choice): PlacedColumn[] => {
    const view = views.get(choice.name);
    return view === undefined ? [] : [{ ...choice, view }];
  });
  columns.forEach((view, index) => {
    if (placed.some(({ name }) => name === view.name)) return;
    const before = columns[index - 1]?.name;
    const at = placed.findIndex(({ name }) => name === before) + 1;
    placed.splice(at, 0, { name: view.name, shown: !view.invisible, view });
  });
  // Nothing that was shown is left: as the plugin has it.
  if (placed.some(({ shown }) => shown)) return placed;
  return placed.map((one) => ({ ...one, shown: !one.view.invisible }));
}

/** Only the named columns, in this order, and then the others; the widths stay. */
export function showOnly(placed: readonly PlacedColumn[], names: readonly string[]): readonly PlacedColumn[] {
  const named = [...new Set(names)].flatMap((name) => placed.filter((one) => one.name === name));
  if (named.length === 0) return placed;
  const others = placed.filter((one) => !named.includes(one));
  return [...named.map((one) => ({ ...one, shown: true })), ...others.map((one) => ({ ...one, shown: false }))];
}

/** What is stored for the columns; undefined if they are as the plugin has them. */
export function choicesOf(
  columns: readonly ColumnView[],
  placed: readonly PlacedColumn[],
): readonly ColumnChoice[] | undefined {
  const isDefault = placed.every(
    ({ name, shown, width, view }, index) =>
      name === columns[index]?.name && shown === !view.invisible && width === undefined,
  );
  if (isDefault) return undefined;
  return placed.map(({ name, shown, width }) => ({ name, shown, ...(width !== undefined && { width }) }));
}

export function shownColumns(placed: readonly PlacedColumn[]): readonly TableColumn[] {
  return placed
    .filter(({ shown }) => shown)
    .map(({ view, width }) => ({ ...view, invisible: false, ...(width !== undefined && { chosenWidth: width }) }));
}

/** The columns to ask for, in the order of the schema: one query for every order. Undefined: all of them. */
export function askedColumns(
  columns: readonly ColumnView[],
  shown: readonly Pick<ColumnView, 'name'>[],
): readonly string[] | undefined {
  if (shown.length === columns.length) return undefined;
  return columns.filter(({ name }) => shown.some((one) => one.name === name)).map(({ name }) => name);
}

/** Moves a column to another position. Positions count from 0. */
export function moved(placed: readonly PlacedColumn[], name: string, to: number): readonly PlacedColumn[] {
  const column = placed.find((one) => one.name === name);
  if (column === undefined) return placed;
  const others = placed.filter((one) => one !== column);
  const at = Math.min(others.length, Math.max(0, to));
  return [...others.slice(0, at), column, ...others.slice(at)];
}

export function changed(
  placed: readonly PlacedColumn[],
  name: string,
  change: Partial<Pick<ColumnChoice, 'shown'>> & { readonly width?: number | undefined },
): readonly PlacedColumn[] {
  return placed.map((one) => {
    if (one.name !== name) return one;
    const { width, ...rest } = { ...one, ...change };
    return { ...rest, ...(width !== undefined && { width: boundedWidth(width) }) };
  });
}

/**
 * Whether hiding the column would leave the list without a column, or its rows without a link: only a column that is
 * clickable can be the link.
 */
export function mustStay(
  placed: readonly PlacedColumn[],
  { name, view }: PlacedColumn,
  opensRecords: boolean,
): boolean {
  const others = placed.filter((one) => one.shown && one.name !== name);
  if (others.length === 0) return true;
  return opensRecords && view.clickable && !others.some((one) => one.view.clickable);
}
