import type { FilterProps } from './filter-props.js';
import { OptionPicker } from './option-picker.js';

export function GroupFilter(props: FilterProps) {
  return <OptionPicker {...props} isMultiple />;
}
