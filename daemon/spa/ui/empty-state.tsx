import type { ReactNode } from 'react';
import { ApiError } from '../api/errors.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from './button.js';
import type { WayBackProps } from './link.js';
import { WayBack } from './link.js';
import './empty-state.css';

export interface EmptyStateProps {
  readonly title: string;
  /** What can be done about it. */
  readonly detail?: string;
  /** 2 where the screen has a heading already. */
  readonly level?: 1 | 2;
  /** Buttons. */
  readonly children?: ReactNode;
}

/** Instead of content: nothing there, nothing found, nothing to be had. */
export function EmptyState({ title, detail, level = 1, children }: EmptyStateProps) {
  const Title = `h${level}` as const;
  return (
    <div className="empty-state">
      <Title className="empty-state__title">{title}</Title>
      {detail !== undefined && <p className="empty-state__detail">{detail}</p>}
      {children !== undefined && <div className="empty-state__actions">{children}</div>}
    </div>
  );
}

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

/** In the place of a screen that is being loaded. */
export function ScreenSkeleton() {
  const { say } = usePhrases();
  return (
    <div className="screen-skeleton" role="status" aria-label={say('list.loading')}>
      <span className="skeleton screen-skeleton__title" />
      <span className="skeleton screen-skeleton__bar" />
      <span className="skeleton screen-skeleton__body" />
    </div>
  );
}
