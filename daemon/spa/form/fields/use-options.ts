import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { matching } from '../../formats/folding.js';
import { usePlace } from '../../platform/app.js';
import { useDebounced } from '../../ui/debounce.js';
import type { FieldProps, FormAccess } from './field-props.js';
import { heldOf, labelQuery, searchQuery } from './option-query.js';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface FoundOptions {
  readonly choices: readonly Choice[];
  /** The choices are those of the search before. */
  readonly isStale: boolean;
  /** Of the first page; `isLoadingMore`: of another one. */
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  readonly hasMore: boolean;
  readonly error: Error | null;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/** Choices of a field that come from the server, page after page. Another search supersedes the request of the last one. */
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

/** Fields of one name stand on the forms of many controllers, and on settings screens. */
function useOptionScope({ controller }: FormAccess): string {
  const { path } = usePlace();
  return controller ?? path;
}

/** What was inserted between two pages moves others onto the next one: they come twice. */
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

/** All choices of a field that shows them all: those of the schema, or the server's, with more where there are many. */
export function useChoices({ field, form }: Pick<FieldProps, 'field' | 'form'>): FoundOptions {
  const isAsked = field.optionsFromServer === true;
  const found = useOptions({ field, form }, { search: '', isEnabled: isAsked });
  return isAsked ? found : { ...NOTHING_TO_LOAD, choices: field.options ?? [] };
}

/**
 * What the server finds for a text that is being typed. Until it has answered, those of the choices before that contain the
 * text: whoever types and presses the arrow at once never chooses from a list that is about something else.
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
