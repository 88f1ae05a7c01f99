import { ApiError } from '../api/api-error.js';
import type { ListView } from '../api/views.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { LoadProblem } from '../ui/load-problem.js';
import { stateOf, type ListState } from './query-state.js';

export interface ListProblemProps {
  readonly error: Error;
  /** Rows are shown: they are as good as they were. */
  readonly hasRows: boolean;
  readonly schema: ListView;
  readonly onRetry: () => void;
  readonly onReset: (state: ListState) => void;
}

/** Why there are no rows. What a link asks for that the list does not have can be taken away with a press. */
export function ListProblem({ error, hasRows, schema, onRetry, onReset }: ListProblemProps) {
  const { say } = usePhrases();
  if (error instanceof ApiError && error.status === 422) {
    const reasons = Object.entries(error.fields).map(([name, texts]) => `${labelOf(schema, name)}: ${texts.join(' ')}`);
    return (
      <div role="alert">
        <EmptyState level={2} title={say('list.refused')} detail={reasons.join(' ')}>
          <Button variant="primary" onPress={() => onReset(stateOf(''))}>
            {say('list.reset')}
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
