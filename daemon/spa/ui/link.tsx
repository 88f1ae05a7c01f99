import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { useApp } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import type { ButtonProps } from './button.js';
import './button.css';

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

export interface ButtonLinkProps {
  /** Path inside the backend. */
  readonly to: string;
  readonly variant?: ButtonProps['variant'];
  readonly children: ReactNode;
}

/** Looks like a button and leads somewhere: it can be opened in another tab. */
export function ButtonLink({ to, variant = 'secondary', children }: ButtonLinkProps) {
  return (
    <Link to={to} className={`button button--${variant}`}>
      {children}
    </Link>
  );
}

export interface WayBackProps {
  readonly back?: { readonly to: string; readonly label: string } | undefined;
}

/** Out of a place where there is nothing: to the list that it would be in, or to where work begins. */
export function WayBack({ back }: WayBackProps) {
  const { say } = usePhrases();
  return (
    <ButtonLink to={back?.to ?? '/'} variant="primary">
      {back?.label ?? say('shell.start_page')}
    </ButtonLink>
  );
}
