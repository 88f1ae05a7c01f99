import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { ListMeta, RowBody, SuccessBody } from '../../admin/api/answers.js';
import { listSchemaQuery, rowsQuery } from '../api/queries.js';
import type { ListView } from '../api/views.js';
import type { ListState } from './query/query-state.js';
import { queryOf, searchOf, stateOf, withPage } from './query/query-state.js';
import { useApp } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { listPath, recordPath } from '../platform/routes.js';
import { useShortcut } from '../platform/shortcuts.js';
import { Link } from '../ui/link.js';
import type { ListPage, Neighbor } from './query/neighbors.js';
import { neighborsOf } from './query/neighbors.js';
import './record-neighbors.css';

export interface RecordNeighborsProps {
  readonly controller: string;
  readonly id: string;
  readonly context: 'update' | 'preview';
}

/**
 * The previous and the next record of the list that this tab showed last, with its search, filters and order. Nothing for a
 * record that was not opened from a list.
 */
export function RecordNeighbors(props: RecordNeighborsProps) {
  const { api, location } = useApp();
  const { locale } = usePhrases();
  const search = location.lastSearch(listPath(props.controller));
  const schema = useQuery({
    ...listSchemaQuery(api, props.controller, locale),
    retry: false,
    enabled: search !== undefined,
  });
  if (search === undefined || schema.data === undefined) return null;
  return <NeighborsInList {...props} schema={schema.data.data} state={stateOf(search)} />;
}

interface NeighborsInListProps extends RecordNeighborsProps {
  readonly schema: ListView;
  readonly state: ListState;
}

function NeighborsInList({ controller, id, context, schema, state }: NeighborsInListProps) {
  const { location } = useApp();
  const { say } = usePhrases();
  const here = usePageOf(schema, state, true);
  const index = here?.ids.indexOf(id) ?? -1;
  // The place that the record had on the page before it was changed so that the query no longer finds it.
  const [last, setLast] = useState<number>();
  if (index !== -1 && index !== last) setLast(index);
  const place = index === -1 ? last : index;
  const hasLeft = here !== undefined && index === -1;
  const isFirst = here !== undefined && place === 0;
  const isLast = here !== undefined && place !== undefined && place + (hasLeft ? 0 : 1) >= here.ids.length;
  const before = usePageOf(schema, withPage(state, state.page - 1), isFirst && state.page > 1);
  const after = usePageOf(schema, withPage(state, state.page + 1), isLast && here.hasMore);
  const { previous, next } = neighborsOf(place, hasLeft, { before, here, after });

  function open(neighbor: Neighbor | undefined) {
    if (neighbor === undefined) return;
    location.leave(() => {
      remember(neighbor);
      location.go(recordPath(controller, neighbor.id, context), { unguarded: true });
    });
  }

  function remember({ page }: Neighbor) {
    if (page !== 0) location.remember(listPath(controller), searchOf(withPage(state, state.page + page), schema));
  }

  useShortcut('previous', () => open(previous), { isEnabled: previous !== undefined });
  useShortcut('next', () => open(next), { isEnabled: next !== undefined });

  if (here === undefined || place === undefined) return null;
  const perPage = state.perPage ?? schema.recordsPerPage;
  const position = (state.page - 1) * perPage + place + 1;
  const link = (neighbor: Neighbor | undefined, label: string, icon: ReactNode) =>
    neighbor === undefined ? (
      <span className="icon-button neighbors__none" aria-hidden="true">
        {icon}
      </span>
    ) : (
      <Link
        to={recordPath(controller, neighbor.id, context)}
        className="icon-button"
        aria-label={label}
        title={label}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          open(neighbor);
        }}
      >
        {icon}
      </Link>
    );
  return (
    <nav className="neighbors" aria-label={say('form.neighbors')}>
      <span className="neighbors__place">
        {hasLeft
          ? say('form.left_list')
          : here.total === null
            ? say('form.place', { number: position })
            : say(here.isOver ? 'form.place_of_more' : 'form.place_of', { number: position, total: here.total })}
      </span>
      {link(previous, say('form.previous_record'), <ChevronLeft aria-hidden="true" />)}
      {link(next, say('form.next_record'), <ChevronRight aria-hidden="true" />)}
    </nav>
  );
}

interface CountedPage extends ListPage {
  readonly hasMore: boolean;
  /** Null: not counted. */
  readonly total: number | null;
  /** There are more than the total. */
  readonly isOver: boolean;
}

/** The ids of one page of the list, as the list itself loads it; undefined until then, and if the query is refused. */
function usePageOf(schema: ListView, state: ListState, isEnabled: boolean): CountedPage | undefined {
  const { api } = useApp();
  const { data } = useQuery({
    ...rowsQuery(api, schema.controller, queryOf(state, schema)),
    retry: false,
    enabled: isEnabled,
  });
  return isEnabled && data !== undefined ? pageOf(data) : undefined;
}

function pageOf({ data, meta }: SuccessBody<readonly RowBody[], ListMeta>): CountedPage {
  return {
    ids: data.map(({ id }) => id),
    hasMore: meta.has_more,
    total: meta.total ?? meta.total_over ?? null,
    isOver: meta.total_over !== undefined,
  };
}
