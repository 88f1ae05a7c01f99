import type { ReactNode } from 'react';
import type { RelatedListView } from '../api/views.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { RecordTable } from '../table/record-table.js';
import { nextSort } from '../table/sort-keys.js';
import type { TableSelection } from '../table/use-selection.js';
import { LoadProblem } from '../ui/load-problem.js';
import { Pagination } from '../ui/pagination.js';
import { SearchField } from '../ui/search-field.js';
import type { TablePlace } from './table-place.js';
import type { RelatedRows } from './use-related-rows.js';
import './related-table.css';

export interface RelatedTableProps {
  readonly label: string;
  readonly list: RelatedListView;
  readonly records: RelatedRows;
  readonly place: TablePlace;
  readonly onPlace: (place: TablePlace) => void;
  /** Absent: no checkboxes. */
  readonly selection?: TableSelection | undefined;
  /** Said where there is nothing at all. */
  readonly empty: string;
  /** The first thing that is done with it is searching. */
  readonly startsWithSearch?: boolean;
  /** Beside the search. */
  readonly tools?: ReactNode;
}

export function RelatedTable(props: RelatedTableProps) {
  const { label, list, records, place, onPlace, selection, empty, startsWithSearch = false, tools = false } = props;
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
        <LoadProblem error={error} onRetry={retry} level={2} />
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
