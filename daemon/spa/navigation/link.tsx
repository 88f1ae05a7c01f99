import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useApp } from '../app/app-context.js';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Path inside the backend. */
  readonly to: string;
}

/** A real link, so that it can be opened in another tab; a plain click stays on the page. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const { location } = useApp();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    location.go(to);
  };
  return <a {...rest} href={location.href(to)} onClick={follow} />;
}
