import { useEffect, useState } from 'react';

export type Definition = 'waiting' | 'defined' | 'missing';

/** A script that neither loads nor fails is waited for no longer than this before that is said. */
const PATIENCE_MS = 8000;

/**
 * Whether the plugin's script has defined the element. Nothing is set on it before: a property of an element that is not yet
 * of its class would hide the class's own for ever.
 */
export function useDefined(tag: string): readonly [Definition, waitAgain: () => void] {
  const [state, setState] = useState<Definition>(() => (customElements.get(tag) === undefined ? 'waiting' : 'defined'));
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let isGone = false;
    const timer = setTimeout(() => setState((before) => (before === 'waiting' ? 'missing' : before)), PATIENCE_MS);
    void customElements.whenDefined(tag).then(() => {
      if (!isGone) setState('defined');
    });
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [tag, attempt]);
  const waitAgain = () => {
    setState((before) => (before === 'missing' ? 'waiting' : before));
    setAttempt((before) => before + 1);
  };
  return [state, waitAgain];
}
