import type { FieldProps } from '../field-props.js';
import { useOptions, type FoundOptions } from './use-options.js';

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
