import { ListFilterPlus } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { useRef, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { FilterValue } from '../../admin/api/query-grammar.js';
import type { ListView } from '../api/views.js';
import { usePhrases } from '../platform/phrases.js';
import { SearchField } from '../ui/inputs.js';
import type { BulkActionsProps } from './bulk/bulk-actions.js';
import { BulkActions } from './bulk/bulk-actions.js';
import { ActiveFilters } from './filters/active-filters.js';
import { FilterPicker, FilterPopover } from './filters/filter-popover.js';
import type { ListState } from './query/query-state.js';
import type { Change } from './query/use-list-state.js';
import './list-toolbar.css';

export type SelectionBarProps = Omit<BulkActionsProps, 'isAll' | 'onAll'>;

/** The number of checked records and the actions for them. Visible at every scroll position. */
function SelectionBar(props: SelectionBarProps) {
  const { say } = usePhrases();
  const { selection, meta } = props;
  const count = selection.ids.size;
  // Of these very records: checking or unchecking one of them ends it.
  const [allOf, setAllOf] = useState<ReadonlySet<string>>();
  const isAll = allOf === selection.ids;
  const total = meta?.total ?? undefined;

  function text(): string {
    if (!isAll) return say('list.selected', { count });
    return total === undefined ? say('bulk.all_selected') : say('bulk.all_selected_count', { count: total });
  }

  return (
    <div className="selection-bar" data-open={count > 0}>
      {/* Always present, so that screen readers announce the selection. */}
      <p role="status" className="selection-bar__count">
        {count > 0 && text()}
      </p>
      {count > 0 && (
        <>
          <button type="button" className="button button--quiet" onClick={selection.clear}>
            {say('list.clear_selection')}
          </button>
          <BulkActions {...props} isAll={isAll} onAll={(wanted) => setAllOf(wanted ? selection.ids : undefined)} />
        </>
      )}
    </div>
  );
}

interface AddFilterProps extends Pick<ListToolbarProps, 'schema' | 'state' | 'onFilter'> {
  readonly ref: Ref<HTMLButtonElement>;
}

/** Opens the filters of the list by name, over the table. */
function AddFilter({ schema: { controller, filters }, state, onFilter, ref }: AddFilterProps) {
  const { say } = usePhrases();
  return (
    <FilterPopover
      label={say('filter.add')}
      trigger={
        <AriaButton ref={ref} className="button list-toolbar__filters">
          <ListFilterPlus aria-hidden="true" />
          {say('filter.add')}
        </AriaButton>
      }
    >
      {(close) => (
        <FilterPicker controller={controller} filters={filters} state={state} onFilter={onFilter} onClose={close} />
      )}
    </FilterPopover>
  );
}

export interface ListToolbarProps {
  readonly schema: ListView;
  readonly state: ListState;
  /** Undefined if rows cannot be checked. */
  readonly selection: SelectionBarProps['selection'] | undefined;
  readonly narrowing: string;
  readonly meta: SelectionBarProps['meta'];
  readonly onSearch: (text: string) => void;
  readonly onFilter: (name: string, value: FilterValue, how: Change) => void;
  readonly onClear: () => void;
  /** Called when the focused element has disappeared. */
  readonly onDone: () => void;
  /** At the end of the toolbar: buttons for how the list is shown. */
  readonly children: ReactNode;
}

/** Above the rows: search, filters and actions on the checked records. The filters open over the table. */
export function ListToolbar(props: ListToolbarProps) {
  const { schema, state, selection, narrowing, meta, onSearch, onFilter, onClear, onDone, children } = props;
  const addFilter = useRef<HTMLButtonElement>(null);
  const { search, filters } = schema;
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
        {filters.length > 0 && <AddFilter ref={addFilter} schema={schema} state={state} onFilter={onFilter} />}
        {selection && (
          <SelectionBar selection={selection} schema={schema} narrowing={narrowing} meta={meta} onDone={onDone} />
        )}
        <div className="list-toolbar__display">{children}</div>
      </div>
      <ActiveFilters
        schema={schema}
        state={state}
        onFilter={onFilter}
        onClear={onClear}
        onRemoved={() => addFilter.current?.focus()}
      />
    </>
  );
}
