import { Suspense, useId, useSyncExternalStore } from 'react';
import type { FilterType } from '../../../admin/api/filter-types.js';
import type { FilterValue } from '../../../admin/api/query-grammar.js';
import type { FilterView } from '../../api/views.js';
import { usePhrases } from '../../platform/phrases.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { lazyPart, PartBoundary } from '../../ui/lazy-part.js';
import type { ListState } from '../query/query-state.js';
import { chosenIn, valueOf } from '../query/query-state.js';
import type { Change } from '../query/use-list-state.js';
import { CheckboxFilter, DropdownFilter, GroupFilter, SwitchFilter } from './choice-filters.js';
import type { FilterRenderer } from './filter-props.js';
import { NumberFilter, NumberRangeFilter, TextFilter } from './typed-filters.js';
import './filter-panel.css';

// The calendar is larger than the rest of the filters together.
const DateFilter = lazyPart(async () => (await import('./date-filters.js')).DateFilter);
const DateRangeFilter = lazyPart(async () => (await import('./date-filters.js')).DateRangeFilter);

/** One renderer per filter type. */
const FILTER_RENDERERS: Readonly<Record<FilterType, FilterRenderer>> = {
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

const NARROW = '(width < 640px)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(NARROW);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether the window is as narrow as a phone. */
function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
}

export interface FilterPanelProps {
  readonly controller: string;
  readonly filters: readonly FilterView[];
  readonly state: ListState;
  readonly onFilter: (name: string, value: FilterValue, how: Change) => void;
  readonly onClear: () => void;
  readonly onClose: () => void;
}

/** All filters of a list. They take effect immediately. In a narrow window they open in a dialog over the list. */
export function FilterPanel({ controller, filters, state, onFilter, onClear, onClose }: FilterPanelProps) {
  const { say } = usePhrases();
  const isNarrow = useIsNarrow();
  const fields = (
    <div className="filter-panel__fields">
      {filters.map((filter) => (
        <FilterField
          key={filter.name}
          controller={controller}
          filter={filter}
          value={valueOf(state, filter)}
          dependsOn={chosenIn(filter.dependsOn, state, filters)}
          onChange={(value, how) => onFilter(filter.name, value, how)}
        />
      ))}
    </div>
  );
  if (!isNarrow) {
    return (
      <div className="filter-panel" role="group" aria-label={say('filter.title')}>
        {fields}
      </div>
    );
  }
  return (
    <Dialog isOpen title={say('filter.title')} onClose={onClose}>
      {fields}
      <div className="filter-panel__actions">
        <Button onPress={onClear}>{say('filter.clear')}</Button>
        <Button variant="primary" onPress={onClose}>
          {say('filter.show_results')}
        </Button>
      </div>
    </Dialog>
  );
}

interface FilterFieldProps {
  readonly controller: string;
  readonly filter: FilterView;
  readonly value: FilterValue;
  readonly dependsOn: string;
  readonly onChange: (value: FilterValue, how: Change) => void;
}

function FilterField(props: FilterFieldProps) {
  const { label, type } = props.filter;
  const { component: Renderer, frame } = FILTER_RENDERERS[type];
  const id = useId();
  const labelId = useId();
  const control = (
    <PartBoundary>
      <Suspense fallback={<span className="skeleton filter-panel__loading" />}>
        <Renderer {...props} id={id} labelId={labelId} />
      </Suspense>
    </PartBoundary>
  );
  if (frame === 'bare') return <div className="filter-panel__field">{control}</div>;
  return (
    <div className="filter-panel__field" {...(frame === 'grouped' && { role: 'group', 'aria-labelledby': labelId })}>
      {frame === 'labelled' ? (
        <label id={labelId} htmlFor={id} className="filter-panel__label">
          {label}
        </label>
      ) : (
        <span id={labelId} className="filter-panel__label">
          {label}
        </span>
      )}
      {control}
    </div>
  );
}
