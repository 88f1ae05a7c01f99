import { Plus } from 'lucide-react';
import { parseFilterParameter } from '../../admin/api/query-grammar.js';
import { ApiError } from '../api/errors.js';
import type { ListView } from '../api/views.js';
import { usePhrases } from '../platform/phrases.js';
import { createPath } from '../platform/routes.js';
import { Button } from '../ui/button.js';
import { EmptyState, LoadProblem } from '../ui/empty-state.js';
import { ButtonLink } from '../ui/link.js';
import type { ListState } from './query/query-state.js';
import { stateOf, withoutRefused, withPage } from './query/query-state.js';

export interface NoRowsProps {
  readonly schema: ListView;
  /** A search or filter is active, so there may be other records. */
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
}

export function NoRows({ schema, isNarrowed, onClear }: NoRowsProps) {
  const { say } = usePhrases();
  if (isNarrowed) {
    return (
      <EmptyState
        picture="search"
        level={2}
        title={say('list.nothing_found')}
        detail={say('list.nothing_found_detail')}
      >
        <Button onPress={onClear}>{say('list.show_all')}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState picture="empty" level={2} title={schema.noRecordsMessage}>
      {schema.toolbarButtons.includes('create') && (
        <ButtonLink to={createPath(schema.controller)} variant="primary">
          <Plus aria-hidden="true" />
          {say('list.create')}
        </ButtonLink>
      )}
    </EmptyState>
  );
}

export interface ListProblemProps {
  readonly error: Error;
  /** Rows are on the screen and remain valid. */
  readonly hasRows: boolean;
  readonly schema: ListView;
  readonly state: ListState;
  readonly onRetry: () => void;
  readonly onReset: (state: ListState) => void;
}

/**
 * Explains why there are no rows. If a link asks for something that the list does not have, or that is hidden from this
 * administrator, the page names it, and one click removes that and nothing else.
 */
export function ListProblem({ error, hasRows, schema, state, onRetry, onReset }: ListProblemProps) {
  const { say } = usePhrases();
  if (error instanceof ApiError && error.status === 422) {
    // Only the page is out of range. Search and filters remain valid.
    const isTooDeep = Object.keys(error.fields).join() === 'page';
    const kept = withoutRefused(state, schema.filters, Object.keys(error.fields));
    const reasons = Object.entries(error.fields).map(([name, texts]) => `${labelOf(schema, name)}: ${texts.join(' ')}`);
    return (
      <div role="alert">
        <EmptyState
          picture="search"
          level={2}
          title={say(isTooDeep ? 'list.too_deep' : 'list.refused')}
          detail={isTooDeep ? Object.values(error.fields).flat().join(' ') : reasons.join(' ')}
        >
          <Button variant="primary" onPress={() => onReset(isTooDeep ? withPage(state, 1) : (kept ?? stateOf('')))}>
            {say(isTooDeep ? 'list.first_page' : kept === undefined ? 'list.reset' : 'list.without_refused')}
          </Button>
        </EmptyState>
      </div>
    );
  }
  if (!hasRows) return <LoadProblem level={2} error={error} onRetry={onRetry} />;
  return (
    <div className="problem list__stale" role="alert">
      <p>{say('list.stale')}</p>
      <Button variant="quiet" onPress={onRetry}>
        {say('shell.retry')}
      </Button>
    </div>
  );
}

/** Shows "filter[status]" by the filter's label, and an unknown parameter by its own name. */
function labelOf({ filters }: ListView, parameter: string): string {
  const name = parseFilterParameter(parameter)?.scope;
  return filters.find((filter) => filter.name === name)?.label ?? name ?? parameter;
}
