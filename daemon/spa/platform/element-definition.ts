import { useEffect, useState } from 'react';

export type Definition = 'waiting' | 'defined' | 'missing';

/** How long to wait for the plugin's script before reporting that the element is missing. */
const PATIENCE_MS = 8000;

/**
 * Whether the plugin's script has defined the element. The page sets no property before that: a property set on an element
 * that has not been upgraded would permanently shadow the class's own.
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

/**
 * Sets the properties whose values have changed, through the setters of the element's class. An element that throws does
 * not stop the page, which reports the error like any other.
 */
export function setProperties<Properties extends object>(
  element: HTMLElement,
  next: Properties,
  before: Properties | undefined,
): void {
  for (const [name, value] of Object.entries(next)) {
    if (before !== undefined && Object.is(Reflect.get(before, name), value)) continue;
    try {
      Reflect.set(element, name, value);
    } catch (error) {
      reportError(error);
    }
  }
}
