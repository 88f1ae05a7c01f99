import { ApiError } from '../api/api-error.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { Button } from './button.js';
import { EmptyState } from './empty-state.js';
import { WayBack, type WayBackProps } from './way-back.js';

export interface LoadProblemProps {
  readonly error: Error;
  readonly onRetry: () => void;
  /** 2 where the screen has a heading already. */
  readonly level?: 1 | 2;
  /** Where to go instead of what is not there, or not for this administrator; absent: to the start page. */
  readonly back?: WayBackProps['back'];
}

/** What was to be shown could not be had. With what to quote when somebody is asked for help. */
export function LoadProblem({ error, onRetry, level = 1, back }: LoadProblemProps) {
  const { say } = usePhrases();
  const { code, requestId } = error instanceof ApiError ? error : { code: '', requestId: undefined };
  const title = code === 'network' ? say('errors.network') : error.message;
  const isFinal = code === 'forbidden' || code === 'not_found';
  return (
    <div role="alert">
      <EmptyState
        title={title}
        level={level}
        {...(requestId !== undefined && !isFinal && { detail: say('errors.request_id', { id: requestId }) })}
      >
        {isFinal ? (
          <WayBack {...(back && { back })} />
        ) : (
          <Button variant="primary" onPress={onRetry}>
            {say('shell.retry')}
          </Button>
        )}
      </EmptyState>
    </div>
  );
}
