import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import './button.css';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  /** `primary`: what the screen is for, once a screen. `danger`: what cannot be undone. `quiet`: without a border. */
  readonly variant?: 'primary' | 'secondary' | 'danger' | 'quiet';
  readonly children: ReactNode;
}

/** While `isPending` it keeps the focus, says so, and cannot be pressed again. */
export function Button({ variant = 'secondary', children, isPending, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} {...(isPending !== undefined && { isPending })} className={`button button--${variant}`}>
      {isPending === true && <span className="button__progress" aria-hidden="true" />}
      {children}
    </AriaButton>
  );
}
