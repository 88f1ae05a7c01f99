import { Columns3 } from 'lucide-react';
import { usePhrases } from '../../platform/phrases.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { PopoverButton } from '../../ui/popover-button.js';
import type { ColumnChooserProps } from './column-chooser.js';

/** Most visits do not choose columns. */
const ColumnChooser = lazyPart(async () => (await import('./column-chooser.js')).ColumnChooser);

/** Opens the choice of columns, over the table. */
export function ColumnsButton(props: ColumnChooserProps) {
  const { say } = usePhrases();
  return (
    <PopoverButton
      button={{ className: 'button' }}
      label={say('columns.title')}
      edge="end"
      content={() => <ColumnChooser {...props} />}
      preload={() => void ColumnChooser.preload()}
    >
      <Columns3 aria-hidden="true" />
      <span className="list-toolbar__text">{say('columns.title')}</span>
    </PopoverButton>
  );
}
