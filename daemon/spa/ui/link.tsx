import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { useApp } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import type { ButtonProps } from './button.js';
import './button.css';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Path within the backend. */
  readonly to: string;
}

/** A real link, so that users can open it in another tab. A plain click navigates within the page. */
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
  /** Path within the backend. */
  readonly to: string;
  readonly variant?: ButtonProps['variant'];
  readonly children: ReactNode;
}

/** A link that looks like a button. Users can open it in another tab. */
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

/** A link away from an empty screen: to the list that would contain the record, or to the start page. */
export function WayBack({ back }: WayBackProps) {
  const { say } = usePhrases();
  return (
    <ButtonLink to={back?.to ?? '/'} variant="primary">
      {back?.label ?? say('shell.start_page')}
    </ButtonLink>
  );
}
