import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldProps } from '../field-props.js';
import { heldOf, labelQuery } from './option-query.js';
import { useOptionScope, type Choice } from './use-options.js';

export interface Labels {
  /** Undefined while it is asked for, or where there is none any more. */
  of(value: string): string | undefined;
  readonly isLoading: boolean;
  /** Chosen, and no choices any more since something was changed that the choices depend on. */
  readonly gone: readonly string[];
  /** Remembers what has been chosen, so that nobody asks for it. */
  learn(choices: readonly Choice[]): void;
}

interface Book {
  readonly texts: ReadonlyMap<string, string>;
  /** What the choices depended on when it was written. */
  readonly held: string;
}

/**
 * What stands for the chosen values: as the record came with it (`_labels`), as it was chosen, and only for the rest as the
 * server says (`ids[]`).
 */
export function useLabels({ field, form }: Pick<FieldProps, 'field' | 'form'>, chosen: readonly string[]): Labels {
  const query = heldOf(field.dependsOn, form.values);
  const held = JSON.stringify(query);
  const [book, setBook] = useState<Book>(() => ({ texts: labelsOfRecord(chosen, form.labels[field.name]), held }));
  const isOther = book.held !== held;
  const asked = isOther ? chosen : chosen.filter((value) => !book.texts.has(value));
  const answer = useQuery({
    queryKey: ['option-labels', useOptionScope(form), field.name, held, asked],
    queryFn: ({ signal }) => form.options(field.name, labelQuery(asked, query), signal),
    enabled: asked.length > 0,
  });
  const found = new Map(answer.data?.data.map(({ value, label }) => [value, label]));
  return {
    of: (value) => found.get(value) ?? book.texts.get(value),
    isLoading: answer.isLoading,
    gone: isOther && answer.isSuccess ? asked.filter((value) => !found.has(value)) : [],
    learn: (choices) =>
      setBook({ held, texts: new Map([...book.texts, ...choices.map((one) => [one.value, one.label] as const)]) }),
  };
}

/** One text, or one for each id, in their order. */
function labelsOfRecord(chosen: readonly string[], given: unknown): ReadonlyMap<string, string> {
  const texts: readonly unknown[] = Array.isArray(given) ? given : [given];
  return new Map(
    chosen.flatMap((value, index) => {
      const text = texts[index];
      return typeof text === 'string' || typeof text === 'number' ? [[value, String(text)] as const] : [];
    }),
  );
}
