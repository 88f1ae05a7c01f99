import type { QueryKey } from '@tanstack/react-query';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useEffectEvent } from 'react';
import type { ListMeta, RowBody, SuccessBody } from '../../../admin/api/answers.js';
import { loadProblem } from '../../api/queries.js';
import type { RelatedListView } from '../../api/views.js';
import { usePhrases } from '../../platform/phrases.js';
import { Pagination } from '../../table/pagination.js';
import type { Counting } from '../../table/paging.js';
import { useExactTotal } from '../../table/paging.js';
import { RecordTable } from '../../table/record-table.js';
import type { TableSelection } from '../../table/selection.js';
import { nextSort } from '../../table/sort-keys.js';
import { LoadProblem } from '../../ui/empty-state.js';
import { SearchField } from '../../ui/inputs.js';
import type { TablePlace } from './table-place.js';
import { tableQuery } from './table-place.js';
import './related-table.css';

interface RelatedRows {
  readonly rows: readonly RowBody[] | undefined;
  readonly meta: ListMeta | undefined;
  readonly counting: Counting | undefined;
  readonly error: Error | null;
  /** The rows still belong to the previous place. */
  readonly isBusy: boolean;
  readonly retry: () => void;
}

export interface RelatedRowsOptions {
  readonly queryKey: QueryKey;
  readonly place: TablePlace;
  readonly onPlace: (place: TablePlace) => void;
  readonly load: (query: URLSearchParams, signal: AbortSignal) => Promise<SuccessBody<readonly RowBody[], ListMeta>>;
}

/** Loads the rows of either table of a relation manager: linked records, or records that can be linked. */
export function useRelatedRows({ queryKey, place, onPlace, load }: RelatedRowsOptions): RelatedRows {
  const query = tableQuery(place);
  const found = useQuery({
    queryKey: [...queryKey, query.toString()],
    queryFn: ({ signal }) => load(query, signal),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData, refetch } = found;

  // The last rows of the last page were removed. Go back one page.
  const isBeyond = data !== undefined && !isPlaceholderData && data.data.length === 0 && place.page > 1;
  const goBack = useEffectEvent(() => onPlace({ ...place, page: place.page - 1 }));
  useEffect(() => {
    if (isBeyond) goBack();
  }, [isBeyond, place.page]);

  const { meta, counting } = useExactTotal({
    queryKey: [...queryKey, place.search],
    meta: data?.meta,
    narrowing: tableQuery({ ...place, sort: '', page: 1 }),
    load,
  });
  return {
    rows: data?.data,
    meta,
    counting,
    error: loadProblem(found),
    isBusy: isPlaceholderData,
    retry: () => void refetch(),
  };
}

export interface RelatedTableProps {
  readonly label: string;
  readonly list: RelatedListView;
  readonly records: RelatedRows;
  readonly place: TablePlace;
  readonly onPlace: (place: TablePlace) => void;
  /** Absent: no checkboxes. */
  readonly selection?: TableSelection | undefined;
  /** Shown if there are no rows at all. */
  readonly empty: string;
  /** URL of a related record, with `:id` in it. Null: records do not open. */
  readonly recordUrl?: string | null;
  /** Focus the search field first. */
  readonly startsWithSearch?: boolean;
  /** Shown next to the search. */
  readonly tools?: ReactNode;
}

export function RelatedTable(props: RelatedTableProps) {
  const { label, list, records, place, onPlace, selection, empty, recordUrl = null } = props;
  const { startsWithSearch = false, tools = false } = props;
  const { rows, meta, counting, error, isBusy, retry } = records;
  const { say } = usePhrases();
  const isEmpty = rows?.length === 0;
  return (
    <div className="related-table">
      {(list.search !== null || tools !== false) && (
        <div className="related-table__bar">
          {list.search !== null && (
            <SearchField
              value={place.search}
              prompt={list.search.prompt}
              onEnterOnly={list.search.searchOnEnter}
              autoFocus={startsWithSearch}
              onSearch={(search) => onPlace({ ...place, search, page: 1 })}
            />
          )}
          {tools}
        </div>
      )}
      {error !== null ? (
        <LoadProblem error={error} onRetry={retry} level={2} isPart />
      ) : isEmpty ? (
        <p className="related-table__empty" role="status">
          {place.search === '' ? empty : say('form.no_choices')}
        </p>
      ) : (
        <RecordTable
          label={label}
          columns={list.columns}
          rows={rows}
          isBusy={isBusy}
          skeletonRows={4}
          {...(selection && { selection })}
          recordUrl={recordUrl}
          {...(list.showSorting && {
            sort: {
              current: place.sort === '' ? list.defaultSort : place.sort,
              onSort(column: string, additive: boolean) {
                const current = place.sort === '' ? list.defaultSort : place.sort;
                onPlace({ ...place, sort: nextSort(current, list.defaultSort, column, additive), page: 1 });
              },
            },
          })}
        />
      )}
      {meta !== undefined && rows !== undefined && !isEmpty && (
        <Pagination
          meta={meta}
          counting={counting}
          shown={rows.length}
          onPage={(page) => onPlace({ ...place, page })}
        />
      )}
    </div>
  );
}
