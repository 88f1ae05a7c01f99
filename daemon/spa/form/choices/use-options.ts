import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePlace } from '../../navigation/use-place.js';
import type { FieldProps, FormAccess } from '../field-props.js';
import { heldOf, searchQuery } from './option-query.js';

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
export function useOptions(
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
export function useOptionScope({ controller }: FormAccess): string {
  const { path } = usePlace();
  return controller ?? path;
}

/** What was inserted between two pages moves others onto the next one: they come twice. */
function distinct(choices: readonly Choice[]): readonly Choice[] {
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()];
}
