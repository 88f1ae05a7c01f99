import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OptionBody } from '../../../admin/api/answers.js';
import { writeQuery } from '../../../admin/api/query-grammar.js';
import type { FilterView } from '../../api/views.js';
import { matching } from '../../formats/folding.js';
import { useApp } from '../../platform/app.js';

const NONE: readonly OptionBody[] = [];

/** The choices of a filter that match a search, from the schema or page by page from the server. */
export function useOptions(controller: string, filter: FilterView, search: string, dependsOn: string) {
  const { api } = useApp();
  const { data, error, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['records', controller, 'filter', filter.name, search, dependsOn],
    enabled: filter.optionsFromServer,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => {
      const chosen = new URLSearchParams(dependsOn);
      const query = new URLSearchParams([...chosen, ...writeQuery({ page: pageParam, search })]);
      return api.filterOptions(controller, filter.name, query, signal);
    },
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.page + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  const { options: listed = NONE, optionsFromServer } = filter;
  const options = useMemo(
    () => (optionsFromServer ? (data?.pages.flatMap((page) => page.data) ?? NONE) : matching(listed, search)),
    [optionsFromServer, data, listed, search],
  );
  return {
    options,
    error,
    isLoading: optionsFromServer && data === undefined && isFetching,
    isFetching,
    /** Undefined: there are no more choices. */
    more: hasNextPage ? () => void fetchNextPage() : undefined,
  };
}

/** The labels of chosen values, if known. A value that no longer exists is shown as its id. */
export function useChosen(controller: string, filter: FilterView, values: readonly string[]): readonly OptionBody[] {
  const { api } = useApp();
  const isAsked = filter.optionsFromServer && values.length > 0;
  const ids = [...values].sort();
  const { data } = useQuery({
    queryKey: ['records', controller, 'filter', filter.name, 'ids', ids],
    enabled: isAsked,
    queryFn: ({ signal }) => {
      const query = new URLSearchParams(writeQuery({ ids }));
      return api.filterOptions(controller, filter.name, query, signal);
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
  const known = filter.optionsFromServer ? data?.data : filter.options;
  return values.map((value) => known?.find((option) => option.value === value) ?? { value, label: value });
}
