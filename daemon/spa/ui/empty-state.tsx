import type { ReactNode } from 'react';
import './empty-state.css';

export interface EmptyStateProps {
  readonly title: string;
  /** What can be done about it. */
  readonly detail?: string;
  /** Buttons. */
  readonly children?: ReactNode;
}

/** Instead of content: nothing there, nothing found, nothing to be had. */
export function EmptyState({ title, detail, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <h1 className="empty-state__title">{title}</h1>
      {detail !== undefined && <p className="empty-state__detail">{detail}</p>}
      {children !== undefined && <div className="empty-state__actions">{children}</div>}
    </div>
  );
}
