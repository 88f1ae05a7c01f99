import { useCallback, useMemo } from 'react';
import type { ListView } from '../../api/views.js';
import type { TableColumn } from '../../table/column-widths.js';
import type { ListState } from '../query/query-state.js';
import { withColumns } from '../query/query-state.js';
import type { PlacedColumn } from './column-layout.js';
import { askedColumns, changed, choicesOf, columnsOf, placeColumns, shownColumns } from './column-layout.js';
import { useListPreference } from './list-preference.js';

export interface Columns {
  readonly placed: readonly PlacedColumn[];
  /** As the table draws them. */
  readonly shown: readonly TableColumn[];
  /** To ask for; undefined: all. */
  readonly asked: readonly string[] | undefined;
  readonly isInBrowser: boolean;
  readonly save: (placed: readonly PlacedColumn[]) => void;
  readonly saveWidth: (column: string, width: number | undefined) => void;
  /** Undefined: there is nothing to reset. */
  readonly reset: (() => void) | undefined;
}

/**
 * The columns of the list: those of its state, or else as the administrator has chosen. While a saved view is open, columns
 * that are shown, hidden or moved change the state in the URL and not the administrator's choice. Widths are always kept.
 */
export function useColumns(schema: ListView, state: ListState, change: (state: ListState) => void): Columns {
  const { placed: chosen, isInBrowser, saveColumns } = useListPreference(schema);
  const placed = useMemo(() => columnsOf(state, chosen), [state, chosen]);
  const shown = useMemo(() => shownColumns(placed), [placed]);
  const asked = useMemo(() => askedColumns(schema.columns, shown), [schema, shown]);
  const isInUrl = state.columns !== undefined || (state.view !== undefined && state.view !== '');

  function save(next: readonly PlacedColumn[]) {
    if (!isInUrl) {
      saveColumns(next);
      return;
    }
    const names = namesOf(shownColumns(next));
    if (names.join() !== namesOf(shown).join()) change(withColumns(state, names));
    const sized = next.reduce((before, { name, width }) => changed(before, name, { width }), chosen);
    if (sized.some(({ width }, index) => width !== chosen[index]?.width)) saveColumns(sized);
  }

  const saveWidth = useCallback(
    (column: string, width: number | undefined) => saveColumns(changed(chosen, column, { width })),
    [saveColumns, chosen],
  );
  const isReset = choicesOf(schema.columns, chosen) === undefined && state.columns === undefined;
  return {
    placed,
    shown,
    asked,
    isInBrowser,
    save,
    saveWidth,
    reset: isReset
      ? undefined
      : () => {
          saveColumns(placeColumns(schema.columns));
          if (state.columns !== undefined) change(withColumns(state, undefined));
        },
  };
}

function namesOf(columns: readonly { readonly name: string }[]): readonly string[] {
  return columns.map(({ name }) => name);
}
