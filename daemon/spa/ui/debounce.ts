import { useCallback, useEffect, useRef, useState } from 'react';

export interface Draft {
  /** The current text of the field. */
  readonly text: string;
  readonly type: (text: string) => void;
  /** Shows text that is not valid yet: half of a date, or a number out of bounds. */
  readonly show: (text: string) => void;
  /** Commits immediately, on Enter or when the user leaves the field. */
  readonly commit: () => void;
  /** Replaces the text and commits immediately, for example from the clear button. */
  readonly replace: (text: string) => void;
}

/**
 * The text of a field whose value is stored elsewhere and is expensive to change. Commits when typing pauses. A change from
 * elsewhere (Back, or a removed chip) replaces the text, unless it only echoes what was typed before.
 * @param delay milliseconds; undefined: only `commit` commits
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

/** Returns the value once it has not changed for some time, to avoid a request for every letter. */
export function useDebounced<Value>(value: Value, milliseconds = 200): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
