import type { WheelEvent } from 'react';

/** For number inputs: scrolling the page must not change the number that has the focus. */
export function leaveOnWheel({ currentTarget }: WheelEvent<HTMLInputElement>): void {
  currentTarget.blur();
}
