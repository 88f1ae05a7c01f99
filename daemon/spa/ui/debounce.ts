import { useCallback, useEffect, useRef, useState } from 'react';

export interface Draft {
  /** What stands in the field now. */
  readonly text: string;
  readonly type: (text: string) => void;
  /** Something that cannot be handed over, for now: half of a date, a number out of its bounds. */
  readonly show: (text: string) => void;
  /** Hands it over at once: Enter, or leaving the field. */
  readonly commit: () => void;
  /** Another text, handed over at once: emptied by its button. */
  readonly replace: (text: string) => void;
}

/**
 * What is typed into a field whose value lives elsewhere and costs something to change: handed over once the typing pauses.
 * A change from elsewhere (back, a chip taken away) is taken over, unless it is the echo of what was typed before.
 * @param delay milliseconds; undefined: only `commit` hands it over
 */
export function useDraft(value: string, onCommit: (text: string) => void, delay: number | undefined): Draft {
  const [text, setText] = useState(value);
  const handed = useRef(value);
  const latest = useRef({ text, onCommit });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = { text, onCommit };
  });

  useEffect(() => {
    if (value === handed.current) return;
    handed.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const hand = useCallback((next: string) => {
    clearTimeout(timer.current);
    if (next === handed.current) return;
    handed.current = next;
    latest.current.onCommit(next);
  }, []);
  const type = useCallback(
    (next: string) => {
      setText(next);
      clearTimeout(timer.current);
      if (delay !== undefined) timer.current = setTimeout(() => hand(next), delay);
    },
    [delay, hand],
  );
  const show = useCallback((next: string) => {
    clearTimeout(timer.current);
    setText(next);
  }, []);
  const commit = useCallback(() => hand(latest.current.text), [hand]);
  const replace = useCallback(
    (next: string) => {
      setText(next);
      hand(next);
    },
    [hand],
  );
  return { text, type, show, commit, replace };
}

/** The value as it was once it had stayed the same for so long: what is typed is not asked for letter by letter. */
export function useDebounced<Value>(value: Value, milliseconds = 200): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
