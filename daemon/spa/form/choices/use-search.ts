import type { FieldProps } from '../field-props.js';
import { matching } from '../../search/folding.js';
import { useDebounced } from '../../ui/use-debounced.js';
import { useOptions, type FoundOptions } from './use-options.js';

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
