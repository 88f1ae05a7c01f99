import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Tone } from '../../../admin/api/tones.js';
import { matching } from '../../formats/folding.js';
import { usePlace } from '../../platform/app.js';
import { useDebounced } from '../../ui/debounce.js';
import type { FieldProps, FormAccess } from './field-props.js';
import { heldOf, labelQuery, searchQuery } from './option-query.js';

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** The meaning. */
  readonly color?: Tone;
}

export interface FoundOptions {
  readonly choices: readonly Choice[];
  /** The choices still belong to the previous search. */
  readonly isStale: boolean;
  /** Loading the first page. `isLoadingMore`: loading a later page. */
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  readonly hasMore: boolean;
  readonly error: Error | null;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** Choices from the server, page by page. A new search cancels the previous request. */
function useOptions(
  { field, form }: Pick<FieldProps, 'field' | 'form'>,
  { search, isEnabled }: { readonly search: string; readonly isEnabled: boolean },
): FoundOptions {
  const held = heldOf(field.dependsOn, form.values);
  const found = useInfiniteQuery({
    queryKey: ['options', useOptionScope(form), field.name, held, search.trim()],
    queryFn: ({ pageParam, signal }) => form.options(field.name, searchQuery(search, pageParam, held), signal),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : undefined),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
  const choices = useMemo(() => distinct(found.data?.pages.flatMap(({ data }) => data) ?? []), [found.data]);
  return {
    choices,
    isStale: found.isPlaceholderData,
    isLoading: found.isLoading,
    isLoadingMore: found.isFetchingNextPage,
    hasMore: found.hasNextPage,
    error: found.error,
    loadMore: () => {
      if (!found.isFetching) void found.fetchNextPage();
    },
    retry: () => void found.refetch(),
  };
}

/** The same field name may occur on forms of many controllers and on settings screens. */
function useOptionScope({ controller }: FormAccess): string {
  const { path } = usePlace();
  return controller ?? path;
}

/** A row inserted between two requests moves others to the next page, where they appear a second time. */
function distinct(choices: readonly Choice[]): readonly Choice[] {
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()];
}

const NOTHING_TO_LOAD = {
  isStale: false,
  isLoading: false,
  isLoadingMore: false,
  hasMore: false,
  error: null,
  loadMore: () => undefined,
  retry: () => undefined,
};

/** All choices of a field: those in the schema, or those of the server, with more pages on demand. */
export function useChoices({ field, form }: Pick<FieldProps, 'field' | 'form'>): FoundOptions {
  const isAsked = field.optionsFromServer === true;
  const found = useOptions({ field, form }, { search: '', isEnabled: isAsked });
  return isAsked ? found : { ...NOTHING_TO_LOAD, choices: field.options ?? [] };
}

/**
 * Searches the server for the typed text. Until the server answers, shows those previous choices that contain the text, so
 * that a user who types and quickly presses the arrow key never chooses from an unrelated list.
 */
export function useSearch(
  props: Pick<FieldProps, 'field' | 'form'>,
  { text, isEnabled }: { readonly text: string; readonly isEnabled: boolean },
): FoundOptions {
  const search = useDebounced(text);
  const found = useOptions(props, { search, isEnabled });
  const isSettled = search === text && !found.isStale;
  return isSettled ? found : { ...found, choices: matching(found.choices, text), isLoading: true, hasMore: false };
}

export interface Labels {
  /** Undefined while loading, or if the label no longer exists. */
  of(value: string): string | undefined;
  /** The meaning, if it has one and is known. */
  toneOf(value: string): Tone | undefined;
  readonly isLoading: boolean;
  /** Chosen values that are no longer available, because a field that the choices depend on has changed. */
  readonly gone: readonly string[];
  /** Remembers the labels of chosen values, so that no request is needed for them. */
  learn(choices: readonly Choice[]): void;
}

interface Book {
  readonly known: ReadonlyMap<string, Choice>;
  /** The values that the choices depended on when this entry was written. */
  readonly held: string;
}

/**
 * The labels of the chosen values. They come from the record (`_labels`) or from earlier choices. Only the rest are
 * requested from the server (`ids[]`).
 */
export function useLabels({ field, form }: Pick<FieldProps, 'field' | 'form'>, chosen: readonly string[]): Labels {
  const query = heldOf(field.dependsOn, form.values);
  const held = JSON.stringify(query);
  const [book, setBook] = useState<Book>(() => ({ known: choicesOfRecord(chosen, form.labels[field.name]), held }));
  const isOther = book.held !== held;
  const asked = isOther ? chosen : chosen.filter((value) => !book.known.has(value));
  const answer = useQuery({
    queryKey: ['option-labels', useOptionScope(form), field.name, held, asked],
    queryFn: ({ signal }) => form.options(field.name, labelQuery(asked, query), signal),
    enabled: asked.length > 0,
  });
  const found = new Map(answer.data?.data.map((choice) => [choice.value, choice]));
  const choice = (value: string): Choice | undefined => found.get(value) ?? book.known.get(value);
  return {
    of: (value) => choice(value)?.label,
    toneOf: (value) => choice(value)?.color,
    isLoading: answer.isLoading,
    gone: isOther && answer.isSuccess ? asked.filter((value) => !found.has(value)) : [],
    learn: (choices) =>
      setBook({ held, known: new Map([...book.known, ...choices.map((one) => [one.value, one] as const)]) }),
  };
}

/** One text, or one for each id in the same order. */
function choicesOfRecord(chosen: readonly string[], given: unknown): ReadonlyMap<string, Choice> {
  const texts: readonly unknown[] = Array.isArray(given) ? given : [given];
  return new Map(
    chosen.flatMap((value, index) => {
      const text = texts[index];
      return typeof text === 'string' || typeof text === 'number'
        ? [[value, { value, label: String(text) }] as const]
        : [];
    }),
  );
}
