import { useState } from 'react';
import { useApp } from '../platform/app.js';
import { useIsGone } from './use-is-gone.js';

/**
 * Why an action failed. The place where the action began says so or, if that has left the screen by then, a message in the corner:
 * otherwise the user would believe that the action has succeeded (AD-551).
 * @param about what the message in the corner is about, if it does not say so itself
 */
export function useProblem(about?: string): readonly [string | undefined, (problem: string | undefined) => void] {
  const { toasts } = useApp();
  const [problem, setProblem] = useState<string>();
  const isGone = useIsGone();
  function tell(text: string | undefined): void {
    if (text === undefined || !isGone.current) setProblem(text);
    else toasts.error(about === undefined ? text : `${about}: ${text}`);
  }
  return [problem, tell];
}
