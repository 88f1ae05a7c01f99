import { usePhrases } from '../i18n/phrases-context.js';
import type { SelectionControl } from '../table/use-selection.js';
import { DeleteSelected, type DeleteSelectedProps } from './delete-selected.js';
import './selection-bar.css';

export interface SelectionBarProps {
  readonly selection: SelectionControl;
  readonly schema: DeleteSelectedProps['schema'];
  readonly onDeleted: () => void;
}

/** How many records are checked, and what can be done with them: in sight wherever the list is scrolled to. */
export function SelectionBar({ selection, schema, onDeleted }: SelectionBarProps) {
  const { say } = usePhrases();
  const count = selection.ids.size;
  return (
    <div className="selection-bar" data-open={count > 0}>
      {/* Always there, so that it is said aloud when something is checked. */}
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
