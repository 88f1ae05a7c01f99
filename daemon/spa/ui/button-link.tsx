import type { ReactNode } from 'react';
import { Link } from '../navigation/link.js';
import type { ButtonProps } from './button.js';
import './button.css';

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
