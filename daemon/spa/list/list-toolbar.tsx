import { SlidersHorizontal } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import type { FilterValue } from '../../admin/api/query-grammar.js';
import type { ListView } from '../api/views.js';
import { usePhrases } from '../platform/phrases.js';
import type { SelectionControl } from '../table/selection.js';
import { SearchField } from '../ui/inputs.js';
import { lazyPart } from '../ui/lazy-part.js';
import type { DeleteSelectedProps } from './delete-selected.js';
import { DeleteSelected } from './delete-selected.js';
import { isOff } from './query/filter-value.js';
import type { ListState } from './query/query-state.js';
import { valueOf } from './query/query-state.js';
import type { Change } from './query/use-list-state.js';
import './list-toolbar.css';

export interface SelectionBarProps {
  readonly selection: SelectionControl;
  readonly schema: DeleteSelectedProps['schema'];
  readonly onDeleted: () => void;
}

/** The number of checked records and the actions for them. Visible at every scroll position. */
function SelectionBar({ selection, schema, onDeleted }: SelectionBarProps) {
  const { say } = usePhrases();
  const count = selection.ids.size;
  return (
    <div className="selection-bar" data-open={count > 0}>
      {/* Always present, so that screen readers announce the selection. */}
      <p role="status" className="selection-bar__count">
        {count > 0 && say('list.selected', { count })}
      </p>
      {count > 0 && (
        <>
          <button type="button" className="button button--quiet" onClick={selection.clear}>
            {say('list.clear_selection')}
          </button>
          <DeleteSelected selection={selection} schema={schema} onDeleted={onDeleted} />
        </>
      )}
    </div>
  );
}

// Most visits do not filter, so the filter panel loads when the button is pressed.
const FilterPanel = lazyPart(async () => (await import('./filters/filter-panel.js')).FilterPanel);

export interface ListToolbarProps {
  readonly schema: ListView;
  readonly state: ListState;
  /** Undefined if rows cannot be checked. */
  readonly selection: SelectionControl | undefined;
  readonly onSearch: (text: string) => void;
  readonly onFilter: (name: string, value: FilterValue, how: Change) => void;
  readonly onClear: () => void;
  /** Called when the focused element has disappeared. */
  readonly onDeleted: () => void;
}

/** Above the rows: search, filters and actions on the checked records. */
export function ListToolbar(props: ListToolbarProps) {
  const { schema, state, selection, onSearch, onFilter, onClear, onDeleted } = props;
  const { say, locale } = usePhrases();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { search, filters } = schema;
  const active = filters.filter((filter) => !isOff(filter.type, valueOf(state, filter))).length;
  if (search === null && filters.length === 0 && selection === undefined) return null;
  return (
    <>
      <div className="list-toolbar">
        {search !== null && (
          <SearchField
            value={state.search}
            onSearch={onSearch}
            prompt={search.prompt}
            onEnterOnly={search.searchOnEnter}
          />
        )}
        {filters.length > 0 && (
          <button
            type="button"
            className="button list-toolbar__filters"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen((open) => !open)}
          >
            <SlidersHorizontal aria-hidden="true" />
            {say('filter.title')}
            {active > 0 && <span className="list-toolbar__number">{active.toLocaleString(locale)}</span>}
          </button>
        )}
        {selection && <SelectionBar selection={selection} schema={schema} onDeleted={onDeleted} />}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<span className="skeleton list-toolbar__loading" />}>
            <FilterPanel
              controller={schema.controller}
              filters={filters}
              state={state}
              onFilter={onFilter}
              onClear={onClear}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        )}
      </div>
    </>
  );
}
