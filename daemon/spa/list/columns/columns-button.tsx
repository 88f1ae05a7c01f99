import { Columns3 } from 'lucide-react';
import { Button } from 'react-aria-components';
import { usePhrases } from '../../platform/phrases.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { FilterPopover } from '../filters/filter-popover.js';
import type { ColumnChooserProps } from './column-chooser.js';

/** Most visits do not choose columns. */
const ColumnChooser = lazyPart(async () => (await import('./column-chooser.js')).ColumnChooser);

/** Opens the choice of columns, over the table. */
export function ColumnsButton(props: ColumnChooserProps) {
  const { say } = usePhrases();
  return (
    <FilterPopover
      label={say('columns.title')}
      edge="end"
      trigger={
        <Button className="button">
          <Columns3 aria-hidden="true" />
          <span className="list-toolbar__text">{say('columns.title')}</span>
        </Button>
      }
    >
      {() => <ColumnChooser {...props} />}
    </FilterPopover>
  );
}
