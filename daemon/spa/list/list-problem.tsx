import { ApiError } from '../api/api-error.js';
import type { ListView } from '../api/views.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { LoadProblem } from '../ui/load-problem.js';
import { withPage } from './query-changes.js';
import { stateOf, type ListState } from './query-state.js';

export interface ListProblemProps {
  readonly error: Error;
  /** Rows are shown: they are as good as they were. */
  readonly hasRows: boolean;
  readonly schema: ListView;
  readonly state: ListState;
  readonly onRetry: () => void;
  readonly onReset: (state: ListState) => void;
}

/** Why there are no rows. What a link asks for that the list does not have can be taken away with a press. */
export function ListProblem({ error, hasRows, schema, state, onRetry, onReset }: ListProblemProps) {
  const { say } = usePhrases();
  if (error instanceof ApiError && error.status === 422) {
    // Only the page is out of reach: search and filters are as good as they were.
    const isTooDeep = Object.keys(error.fields).join() === 'page';
    const reasons = Object.entries(error.fields).map(([name, texts]) => `${labelOf(schema, name)}: ${texts.join(' ')}`);
    return (
      <div role="alert">
        <EmptyState
          level={2}
          title={say(isTooDeep ? 'list.too_deep' : 'list.refused')}
          detail={isTooDeep ? Object.values(error.fields).flat().join(' ') : reasons.join(' ')}
        >
          <Button variant="primary" onPress={() => onReset(isTooDeep ? withPage(state, 1) : stateOf(''))}>
            {say(isTooDeep ? 'list.first_page' : 'list.reset')}
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

/** "filter[status]" by what the filter is called; a parameter that nobody has named by itself. */
function labelOf({ filters }: ListView, parameter: string): string {
  const name = /^filter\[([^[\]]+)\]/.exec(parameter)?.[1];
  return filters.find((filter) => filter.name === name)?.label ?? name ?? parameter;
}
