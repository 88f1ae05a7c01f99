import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { FieldValue } from '../../api/views.js';
import { UNFINISHED } from '../state/field-value.js';
import { withFullYear } from './date-value.js';
import type { FieldProps } from './field-props.js';
import './unfinished-date.css';

export interface UnfinishedDateProps {
  readonly field: FieldProps;
  readonly zone: string;
  /** Draws the picker with the last finished value. Parts that the user has typed since are in the picker only. */
  readonly children: (field: FieldProps) => ReactNode;
}

interface Held {
  /** The value of the field when it was last drawn. */
  readonly value: FieldValue;
  /** The last finished value. */
  readonly finished: FieldValue;
  /** Counts the values that come from elsewhere while the picker has an unfinished one, which it would go on showing. */
  readonly generation: number;
}

/**
 * The pickers report finished dates only, and keep the last one while the user erases a part of it. Saving would then
 * silently drop a date without a year, or store the year 2 of an erased 2026. While parts are missing, the value of the field
 * is UNFINISHED, which the server rejects.
 */
export function UnfinishedDate({ field, zone, children }: UnfinishedDateProps) {
  const { value, onChange, isReadOnly } = field;
  const frame = useRef<HTMLDivElement>(null);
  const [sent, setSent] = useState(value);
  const [held, setHeld] = useState<Held>({ value, finished: value === UNFINISHED ? null : value, generation: 0 });
  if (!Object.is(held.value, value)) {
    const isReplaced = held.value === UNFINISHED && !Object.is(sent, value);
    const finished = value === UNFINISHED ? held.finished : value;
    setHeld({ value, finished, generation: held.generation + (isReplaced ? 1 : 0) });
  }

  function send(next: FieldValue) {
    setSent(next);
    onChange(next);
  }

  /** Compares the value of the field with the parts that the picker shows. */
  function check() {
    const { filled, all } = partsIn(frame.current);
    if (isReadOnly || all === 0) return;
    if (filled === all) {
      if (value === UNFINISHED) send(held.finished);
    } else if (filled > 0) {
      if (value !== UNFINISHED) send(UNFINISHED);
    } else if (value === UNFINISHED) send(null);
  }

  /** The picker itself may still correct the date when the user leaves it, such as February 30. */
  const left = useRef<() => void>(undefined);
  useEffect(() => {
    left.current = () => {
      check();
      const { filled, all } = partsIn(frame.current);
      const full = filled === all && all > 0 && !isReadOnly ? withFullYear(value, zone) : undefined;
      if (full !== undefined) send(full);
    };
  });

  // The new picker takes the focus of the old one, unless it is elsewhere by now.
  const { generation } = held;
  useEffect(() => {
    const { current } = frame;
    if (generation === 0 || current === null || document.activeElement !== document.body) return;
    current.querySelector<HTMLElement>('[role="spinbutton"]')?.focus();
  }, [generation]);

  return (
    <div
      ref={frame}
      className="unfinished-date"
      onKeyUp={check}
      onBlur={({ relatedTarget }) => {
        const isPart = relatedTarget?.getAttribute('role') === 'spinbutton' && frame.current?.contains(relatedTarget);
        if (isPart !== true) requestAnimationFrame(() => left.current?.());
      }}
    >
      <div key={generation} className="unfinished-date">
        {children({ ...field, value: held.finished, onChange: send })}
      </div>
    </div>
  );
}

/** The parts of the date that the picker shows, and how many of them have a value. */
function partsIn(frame: HTMLElement | null): { readonly filled: number; readonly all: number } {
  const parts = [...(frame?.querySelectorAll('[role="spinbutton"]') ?? [])];
  return { filled: parts.filter((part) => !part.hasAttribute('data-placeholder')).length, all: parts.length };
}
