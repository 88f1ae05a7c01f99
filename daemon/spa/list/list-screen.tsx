import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { listSchemaQuery } from '../api/queries.js';
import type { ListView } from '../api/views.js';
import { useApp, useControllerAssets, useTitle } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { Pagination } from '../table/pagination.js';
import { RecordTable } from '../table/record-table.js';
import { useSelection } from '../table/selection.js';
import { nextSort } from '../table/sort-keys.js';
import { LoadProblem, ScreenSkeleton } from '../ui/empty-state.js';
import { Partial } from '../ui/partial.js';
import { askedColumns, changed, choicesOf, placeColumns, shownColumns } from './columns/column-layout.js';
import { ColumnsButton } from './columns/columns-button.js';
import { useIsPreferencePending, useListPreference } from './columns/list-preference.js';
import { ExportButton } from './export/export-button.js';
import { ListHeading } from './list-heading.js';
import { useListShortcuts } from './list-shortcuts.js';
import { ListToolbar } from './list-toolbar.js';
import { ListProblem, NoRows } from './no-rows.js';
import {
  narrowingOf,
  withFilter,
  withoutFilters,
  withPage,
  withPerPage,
  withSearch,
  withSort,
} from './query/query-state.js';
import { useListState, useRows } from './query/use-list-state.js';
import './list-screen.css';

/** A list whose schema has loaded. */
function RecordList({ schema }: { readonly schema: ListView }) {
  const { controller, title, filters, headerPartial } = schema;
  const { say } = usePhrases();
  const { state, change } = useListState(schema);
  const { placed, isInBrowser, saveColumns } = useListPreference(schema);
  const columns = useMemo(() => shownColumns(placed), [placed]);
  const asked = useMemo(() => askedColumns(schema.columns, columns), [schema, columns]);
  const { rows, shown, meta, counting, error, isBusy, retry } = useRows(schema, state, asked);
  const heading = useRef<HTMLHeadingElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  useListShortcuts(schema, screen);
  const page = useMemo(() => shown.map(({ id }) => id), [shown]);
  const narrowing = narrowingOf(state, schema);
  const selection = useSelection(narrowing, page);

  useTitle(title);

  // The focused element has disappeared with the selection. Before that, the dialog had the focus.
  const [deletions, setDeletions] = useState(0);
  useEffect(() => {
    if (deletions > 0) heading.current?.focus();
  }, [deletions]);

  // The last page may have been deleted, or the link may be old.
  const last = meta?.last_page ?? 1;
  const isBeyond = !isBusy && rows?.length === 0 && state.page > 1 && last !== state.page;
  useEffect(() => {
    if (isBeyond) change(withPage(state, last), 'typed');
  }, [isBeyond, last, state, change]);

  // Checkboxes are useless without a button that acts on the selection.
  const isSelectable =
    schema.showCheckboxes && (schema.toolbarButtons.includes('delete') || schema.bulkActions.length > 0);
  const sort = state.sort === '' ? schema.defaultSort : state.sort;

  function goTo(number: number) {
    change(withPage(state, number));
    heading.current?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <div className="list" ref={screen}>
      <ListHeading ref={heading} schema={schema} total={meta?.total ?? null}>
        {schema.export && (
          <ExportButton schema={schema} columns={columns} narrowing={narrowing} total={meta?.total ?? undefined} />
        )}
      </ListHeading>
      {headerPartial !== null && <Partial controller={controller} name={headerPartial} />}
      <section className="card list__card" aria-label={title}>
        <ListToolbar
          schema={schema}
          state={state}
          selection={isSelectable ? selection : undefined}
          onSearch={(text) => change(withSearch(state, text), 'typed')}
          onFilter={(name, value, how) => change(withFilter(state, filters, name, value), how)}
          onClear={() => change(withoutFilters(state, filters))}
          narrowing={narrowing}
          meta={meta}
          onDone={() => setDeletions((before) => before + 1)}
        >
          <ColumnsButton
            placed={placed}
            opensRecords={schema.recordUrl !== null}
            onChange={saveColumns}
            onReset={choicesOf(schema.columns, placed) && (() => saveColumns(placeColumns(schema.columns)))}
            note={isInBrowser ? say('columns.in_browser') : undefined}
          />
        </ListToolbar>
        {error && (
          <ListProblem
            error={error}
            hasRows={rows !== undefined}
            schema={schema}
            state={state}
            onRetry={retry}
            onReset={change}
          />
        )}
        {!error && rows?.length === 0 && !isBusy && (
          <NoRows
            schema={schema}
            isNarrowed={narrowing !== ''}
            onClear={() => change(withSearch(withoutFilters(state, filters), ''))}
          />
        )}
        {(rows === undefined ? !error : rows.length > 0) && (
          <RecordTable
            label={title}
            columns={columns}
            rows={rows}
            isBusy={isBusy}
            recordUrl={schema.recordUrl}
            onWidth={(name, width) => saveColumns(changed(placed, name, { width }))}
            skeletonRows={Math.min(schema.recordsPerPage, 12)}
            {...(schema.showSorting && {
              sort: {
                current: sort,
                onSort: (column, additive) =>
                  change(withSort(state, nextSort(sort, schema.defaultSort, column, additive))),
              },
            })}
            {...(isSelectable && { selection })}
          />
        )}
        {meta && rows !== undefined && (
          <Pagination
            meta={meta}
            counting={counting}
            wanted={state.page}
            shown={rows.length}
            onPage={goTo}
            perPageOptions={schema.perPageOptions}
            onPerPage={(perPage) => change(withPerPage(state, perPage))}
          />
        )}
      </section>
    </div>
  );
}

/** The list of a controller. Loads the schema first and then the records. */
export function ListScreen({ controller }: { readonly controller: string }) {
  const { api } = useApp();
  const { locale } = usePhrases();
  const { data, error, refetch } = useQuery(listSchemaQuery(api, controller, locale));
  const isStyled = useControllerAssets(data?.data.assets);
  const isArranged = !useIsPreferencePending(controller);
  if (data && isStyled && isArranged) return <RecordList schema={data.data} />;
  return error && !data ? <LoadProblem error={error} onRetry={() => void refetch()} /> : <ScreenSkeleton />;
}
