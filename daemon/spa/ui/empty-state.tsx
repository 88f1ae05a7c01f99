import { Inbox, Lock, Search, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, errorTitle } from '../api/errors.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from './button.js';
import type { WayBackProps } from './link.js';
import { WayBack } from './link.js';
import './empty-state.css';

/** Nothing there yet; nothing that matches, or nothing at this address; not allowed; failed. */
const PICTURES = { empty: Inbox, search: Search, locked: Lock, failed: TriangleAlert } as const;

export interface EmptyStateProps {
  readonly picture: keyof typeof PICTURES;
  readonly title: string;
  /** Advice on how to continue. */
  readonly detail?: string;
  /** 2 if the screen already has a heading. */
  readonly level?: 1 | 2;
  /** Buttons. */
  readonly children?: ReactNode;
}

/** Replaces content that is missing, not found or unavailable. */
export function EmptyState({ picture, title, detail, level = 1, children }: EmptyStateProps) {
  const Title = `h${level}` as const;
  const Picture = PICTURES[picture];
  return (
    <div className="empty-state">
      <span className="empty-state__picture" aria-hidden="true">
        <Picture />
      </span>
      <Title className="empty-state__title">{title}</Title>
      {detail !== undefined && <p className="empty-state__detail">{detail}</p>}
      {children !== undefined && <div className="empty-state__actions">{children}</div>}
    </div>
  );
}

export interface LoadProblemProps {
  readonly error: Error;
  readonly onRetry: () => void;
  /** 2 if the screen already has a heading. */
  readonly level?: 1 | 2;
  /** A part of a form, which the user leaves by the form's own links. */
  readonly isPart?: boolean;
  /** Where to go if the content does not exist or is not accessible; absent: to the start page. */
  readonly back?: WayBackProps['back'];
}

/** Reports that content could not be loaded, including the details that a user should quote when asking for help. */
export function LoadProblem({ error, onRetry, level = 1, isPart = false, back }: LoadProblemProps) {
  const { say } = usePhrases();
  const { code, requestId } = error instanceof ApiError ? error : { code: '', requestId: undefined };
  const isFinal = code === 'forbidden' || code === 'not_found';
  return (
    <div role="alert">
      <EmptyState
        picture={code === 'forbidden' ? 'locked' : code === 'not_found' ? 'search' : 'failed'}
        title={errorTitle(error, say)}
        level={level}
        {...(requestId !== undefined && !isFinal && { detail: say('errors.request_id', { id: requestId }) })}
      >
        {isFinal ? (
          !isPart && <WayBack {...(back && { back })} />
        ) : (
          <Button variant="primary" onPress={onRetry}>
            {say('shell.retry')}
          </Button>
        )}
      </EmptyState>
    </div>
  );
}

/** Placeholder for a screen that is loading. */
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
