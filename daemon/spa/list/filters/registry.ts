import type { FilterType } from '../../../admin/model/schema/types.js';
import { lazyPart } from '../../parts/lazy-part.js';
import { CheckboxFilter } from './checkbox-filter.js';
import { DropdownFilter } from './dropdown-filter.js';
import type { FilterRenderer } from './filter-props.js';
import { GroupFilter } from './group-filter.js';
import { NumberFilter } from './number-filter.js';
import { NumberRangeFilter } from './number-range-filter.js';
import { SwitchFilter } from './switch-filter.js';
import { TextFilter } from './text-filter.js';

// Calendars weigh more than everything else of a filter.
const DateFilter = lazyPart(async () => (await import('./date-filter.js')).DateFilter);
const DateRangeFilter = lazyPart(async () => (await import('./date-range-filter.js')).DateRangeFilter);

/** One renderer for each type of filter. */
export const FILTER_RENDERERS: Readonly<Record<FilterType, FilterRenderer>> = {
  group: { component: GroupFilter, frame: 'grouped' },
  checkbox: { component: CheckboxFilter, frame: 'bare' },
  switch: { component: SwitchFilter, frame: 'grouped' },
  dropdown: { component: DropdownFilter, frame: 'labelled' },
  date: { component: DateFilter, frame: 'grouped' },
  daterange: { component: DateRangeFilter, frame: 'grouped' },
  number: { component: NumberFilter, frame: 'labelled' },
  numberrange: { component: NumberRangeFilter, frame: 'grouped' },
  text: { component: TextFilter, frame: 'labelled' },
};
