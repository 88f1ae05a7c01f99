import type { ReactNode } from 'react';
import type { ButtonProps as AriaButtonProps } from 'react-aria-components';
import { Button as AriaButton } from 'react-aria-components';
import './button.css';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  /** `primary`: the main action, once per screen. `danger`: cannot be undone. `quiet`: no border. */
  readonly variant?: 'primary' | 'secondary' | 'danger' | 'quiet';
  readonly children: ReactNode;
}

/**
 * While `isPending` is true, the button keeps the focus and ignores clicks. It does not use react-aria's own `isPending`,
 * because that announces the button by its id even after the screen has gone, and the announcement then has no name (axe,
 * role-img-alt).
 */
export function Button({ variant = 'secondary', children, isPending = false, onPress, type, ...rest }: ButtonProps) {
  const action = isPending
    ? { 'aria-disabled': true }
    : { ...(onPress !== undefined && { onPress }), ...(type !== undefined && { type }) };
  return (
    <AriaButton {...rest} {...action} className={`button button--${variant} ${isPending ? 'button--pending' : ''}`}>
      {isPending && <span className="button__progress" aria-hidden="true" />}
      {children}
    </AriaButton>
  );
}

export interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'aria-label'> {
  /** The accessible name and the tooltip. */
  readonly label: string;
  /** One icon. */
  readonly children: ReactNode;
}

export function IconButton({ label, children, ...rest }: IconButtonProps) {
  return (
    <AriaButton {...rest} aria-label={label} className="icon-button">
      {children}
    </AriaButton>
  );
}
