import { ArrowLeft, Check } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { Menu, MenuItem } from 'react-aria-components';
import type { FilterType } from '../../../admin/api/filter-types.js';
import { FILTER_TYPES } from '../../../admin/api/filter-types.js';
import type { FilterValue } from '../../../admin/api/query-grammar.js';
import type { FilterView } from '../../api/views.js';
import { usePhrases } from '../../platform/phrases.js';
import { Button, IconButton } from '../../ui/button.js';
import { lazyPart, PartBoundary } from '../../ui/lazy-part.js';
import { isOff, NO_VALUE, single } from '../query/filter-value.js';
import type { ListState } from '../query/query-state.js';
import { chosenIn, valueOf } from '../query/query-state.js';
import type { Change } from '../query/use-list-state.js';
import { CheckboxFilter, ChoiceFilter, SwitchFilter } from './choice-filters.js';
import type { FilterRenderer } from './filter-props.js';
import { NumberFilter, NumberRangeFilter, TextFilter } from './typed-filters.js';
import './filter-editor.css';

// The calendar is larger than the rest of the filters together.
const DateFilter = lazyPart(async () => (await import('./date-filters.js')).DateFilter);
const DateRangeFilter = lazyPart(async () => (await import('./date-filters.js')).DateRangeFilter);

/** One renderer per filter type. */
const FILTER_RENDERERS: Readonly<Record<FilterType, FilterRenderer>> = {
  group: { component: ChoiceFilter, frame: 'grouped' },
  checkbox: { component: CheckboxFilter, frame: 'grouped' },
  switch: { component: SwitchFilter, frame: 'grouped' },
  dropdown: { component: ChoiceFilter, frame: 'grouped' },
  date: { component: DateFilter, frame: 'grouped' },
  daterange: { component: DateRangeFilter, frame: 'grouped' },
  number: { component: NumberFilter, frame: 'labeled' },
  numberrange: { component: NumberRangeFilter, frame: 'grouped' },
  text: { component: TextFilter, frame: 'labeled' },
};

export interface FilterEditorProps {
  readonly controller: string;
  readonly filters: readonly FilterView[];
  readonly filter: FilterView;
  readonly state: ListState;
  readonly onFilter: (name: string, value: FilterValue, how: Change) => void;
  readonly onClose: () => void;
  /** Returns to the choice of a filter; absent: there is none. */
  readonly onBack?: () => void;
}

/** Text that has just been typed takes effect when its field loses the focus (filter-props.ts, TYPING_PAUSE_MS). */
function commitTyped(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function focusControl(place: HTMLElement | null): void {
  place?.querySelector<HTMLElement>('input, [role="spinbutton"]')?.focus();
}

/** One filter in a popover. Each choice takes effect immediately. */
export function FilterEditor({ controller, filters, filter, state, onFilter, onClose, onBack }: FilterEditorProps) {
  const { say } = usePhrases();
  const { component: Renderer, frame } = FILTER_RENDERERS[filter.type];
  const id = useId();
  const labelId = useId();
  const control = useRef<HTMLDivElement>(null);
  const value = valueOf(state, filter);

  useEffect(() => {
    focusControl(control.current);
  }, []);

  function onKeyDown({ key, target }: KeyboardEvent) {
    const isField = target instanceof HTMLInputElement && /^(?:text|number|search)$/.test(target.type);
    if (key === 'Escape') commitTyped();
    if (key !== 'Enter' || !isField || target.type === 'search') return;
    commitTyped();
    onClose();
  }

  return (
    <div className="filter-editor" role="group" aria-labelledby={labelId} onKeyDownCapture={onKeyDown}>
      <div className="filter-editor__head">
        {onBack && (
          <IconButton label={say('filter.back')} onPress={onBack}>
            <ArrowLeft />
          </IconButton>
        )}
        {frame === 'labeled' ? (
          <label id={labelId} htmlFor={id} className="filter-editor__label">
            {filter.label}
          </label>
        ) : (
          <span id={labelId} className="filter-editor__label">
            {filter.label}
          </span>
        )}
      </div>
      <div ref={control} className="filter-editor__control">
        <PartBoundary>
          <Suspense fallback={<span className="skeleton filter-editor__loading" data-type={filter.type} />}>
            <Renderer
              controller={controller}
              filter={filter}
              value={value}
              dependsOn={chosenIn(filter.dependsOn, state, filters)}
              id={id}
              labelId={labelId}
              onChange={(next, how) => onFilter(filter.name, next, how)}
            />
          </Suspense>
        </PartBoundary>
      </div>
      <div className="filter-editor__actions">
        <Button
          variant="quiet"
          isDisabled={isOff(filter.type, value)}
          onPress={() => {
            onFilter(filter.name, NO_VALUE, 'chosen');
            // A button without effect cannot keep the focus.
            focusControl(control.current);
          }}
        >
          {say('filter.reset')}
        </Button>
        <Button variant="primary" onPress={onClose}>
          {say('filter.done')}
        </Button>
      </div>
    </div>
  );
}

export type FilterPickerProps = Omit<FilterEditorProps, 'filter' | 'onBack'>;

/** The filters of a list by name, and then the one that the user chooses. */
export function FilterPicker(props: FilterPickerProps) {
  const { filters, state, onFilter, onClose } = props;
  const { say } = usePhrases();
  const [name, setName] = useState<string>();
  const chosen = filters.find((filter) => filter.name === name);
  if (chosen !== undefined) return <FilterEditor {...props} filter={chosen} onBack={() => setName(undefined)} />;

  function choose(filter: FilterView | undefined) {
    // There is nothing to edit: the mark is set or absent.
    if (filter !== undefined && FILTER_TYPES[filter.type].takes === 'mark') {
      onFilter(filter.name, isOff(filter.type, valueOf(state, filter)) ? single('1') : NO_VALUE, 'chosen');
      onClose();
    } else setName(filter?.name);
  }

  return (
    <Menu
      className="menu filter-picker"
      aria-label={say('filter.add')}
      autoFocus="first"
      shouldCloseOnSelect={false}
      onAction={(key) => choose(filters.find((filter) => filter.name === key))}
    >
      {filters.map((filter) => (
        <MenuItem key={filter.name} id={filter.name} className="menu__item" textValue={filter.label}>
          <span className="filter-picker__label">{filter.label}</span>
          {!isOff(filter.type, valueOf(state, filter)) && <Check className="filter-picker__tick" aria-hidden="true" />}
        </MenuItem>
      ))}
    </Menu>
  );
}
