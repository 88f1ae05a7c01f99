import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { listSchemaQuery } from '../api/queries.js';
import type { ListView } from '../api/views.js';
import { useApp, useControllerAssets, useTitle } from '../platform/app.js';
import { whenIdle } from '../platform/idle.js';
import { usePhrases } from '../platform/phrases.js';
import { InlineChanges } from '../table/inline-changes.js';
import { Pagination } from '../table/pagination.js';
import { RecordTable } from '../table/record-table.js';
import { useRowFocus } from '../table/row-focus.js';
import { useNarrowingOfRows, useSelection } from '../table/selection.js';
import { nextSort } from '../table/sort-keys.js';
import { LoadProblem, ScreenSkeleton } from '../ui/empty-state.js';
import { preloadOverlays } from '../ui/overlays.js';
import { Partial } from '../ui/partial.js';
import { ColumnsButton } from './columns/columns-button.js';
import { useIsPreferencePending } from './columns/list-preference.js';
import { useColumns } from './columns/use-columns.js';
import { useRowActions } from './bulk/row-actions.js';
import { ExportButton } from './export/export-button.js';
import { ImportButton } from './import/import-button.js';
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
import { StartView } from './views/start-view.js';
import { ViewsButton } from './views/views-button.js';
import './list-screen.css';

/** A list whose schema has loaded. */
function RecordList({ schema }: { readonly schema: ListView }) {
  const { controller, title, filters, headerPartial } = schema;
  const { say } = usePhrases();
  const { state, change } = useListState(schema);
  const columns = useColumns(schema, state, change);
  const { rows, shown, meta, counting, error, isBusy, retry } = useRows(schema, state, columns.asked);
  const heading = useRef<HTMLHeadingElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  useListShortcuts(schema, screen);
  const page = useMemo(() => shown.map(({ id }) => id), [shown]);
  const narrowing = narrowingOf(state, schema);
  const narrowingOfRows = useNarrowingOfRows(narrowing, isBusy);
  const selection = useSelection(narrowingOfRows, page);
  useRowFocus(screen, page, () => heading.current?.focus());

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

  const isShown = rows !== undefined;
  useEffect(() => (isShown ? whenIdle(preloadOverlays) : undefined), [isShown]);

  const rowActions = useRowActions(schema, () => setDeletions((before) => before + 1));

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
        {schema.import !== null && <ImportButton schema={{ ...schema, import: schema.import }} />}
        {schema.export && (
          <ExportButton
            schema={schema}
            columns={columns.shown}
            narrowing={narrowing}
            total={meta?.total ?? undefined}
          />
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
          narrowing={narrowingOfRows}
          meta={meta}
          onDone={() => setDeletions((before) => before + 1)}
        >
          {schema.savedViews !== null && (
            <ViewsButton
              schema={{ ...schema, savedViews: schema.savedViews }}
              state={state}
              columns={columns.shown.map(({ name }) => name)}
              onChange={change}
            />
          )}
          <ColumnsButton
            placed={columns.placed}
            opensRecords={schema.recordUrl !== null}
            onChange={columns.save}
            onReset={columns.reset}
            note={columns.isInBrowser ? say('columns.in_browser') : undefined}
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
          <InlineChanges value={controller}>
            <RecordTable
              label={title}
              columns={columns.shown}
              rows={rows}
              isBusy={isBusy}
              recordUrl={schema.recordUrl}
              onWidth={columns.saveWidth}
              skeletonRows={Math.min(schema.recordsPerPage, 12)}
              {...(schema.showSorting && {
                sort: {
                  current: sort,
                  onSort: (column, additive) =>
                    change(withSort(state, nextSort(sort, schema.defaultSort, column, additive))),
                },
              })}
              {...(isSelectable && { selection })}
              {...(rowActions.menuOf && { menuOf: rowActions.menuOf })}
            />
          </InlineChanges>
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
      {rowActions.opened}
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
  if (data && isStyled && isArranged) {
    return (
      <StartView schema={data.data}>
        <RecordList schema={data.data} />
      </StartView>
    );
  }
  return error && !data ? <LoadProblem error={error} onRetry={() => void refetch()} /> : <ScreenSkeleton />;
}
