import { Suspense, useId } from 'react';
import type { FilterView } from '../../api/views.js';
import { usePhrases } from '../../i18n/phrases-context.js';
import { PartBoundary } from '../../parts/part-boundary.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import type { FilterValue } from '../filter-value.js';
import { chosenIn, valueOf, type ListState } from '../query-state.js';
import type { Change } from '../use-list-state.js';
import { FILTER_RENDERERS } from './registry.js';
import { useIsNarrow } from './use-is-narrow.js';
import './filter-panel.css';

export interface FilterPanelProps {
  readonly controller: string;
  readonly filters: readonly FilterView[];
  readonly state: ListState;
  readonly onFilter: (name: string, value: FilterValue, how: Change) => void;
  readonly onClear: () => void;
  readonly onClose: () => void;
}

/** All filters of a list. They take effect at once; where there is little room they stand in a dialog over the list. */
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
