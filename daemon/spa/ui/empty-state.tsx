import type { ReactNode } from 'react';
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
