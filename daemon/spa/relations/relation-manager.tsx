import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { recordsChanged } from '../api/query-keys.js';
import type { RelationView } from '../api/views.js';
import { useApp } from '../app/app-context.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { useSelection } from '../table/use-selection.js';
import { Button } from '../ui/button.js';
import { CandidatesDialog } from './candidates-dialog.js';
import { RelatedTable } from './related-table.js';
import { RemoveLinks } from './remove-links.js';
import { useRelatedRows } from './use-related-rows.js';
import { useTablePlace } from './use-table-place.js';

export interface RelationManagerProps {
  readonly view: RelationView;
  readonly title: string;
  readonly recordId: string;
  /** To be read only, whatever the administrator might do elsewhere. */
  readonly isLocked: boolean;
}

export function RelationManager({ view, title, recordId, isLocked }: RelationManagerProps) {
  const { api, toasts } = useApp();
  const { say } = usePhrases();
  const queries = useQueryClient();
  const frame = useRef<HTMLDivElement>(null);
  const [isAdding, setAdding] = useState(false);
  const { controller, name } = view;
  const [place, onPlace] = useTablePlace(name);
  const records = useRelatedRows({
    queryKey: ['records', controller, 'related', recordId, name],
    place,
    onPlace,
    load: (query, signal) => api.related(controller, recordId, name, query, signal),
  });
  const selection = useSelection(place.search, records.rows?.map(({ id }) => id) ?? []);
  const canLink = view.canLink && !isLocked;
  const canUnlink = view.canUnlink && !isLocked;

  function onChanged(text: string) {
    selection.clear();
    toasts.success(text);
    void recordsChanged(queries);
  }

  return (
    <div className="card relation-manager__card" ref={frame} tabIndex={-1}>
      <RelatedTable
        label={title}
        list={view.view}
        records={records}
        place={place}
        onPlace={onPlace}
        selection={canUnlink ? selection : undefined}
        empty={view.emptyMessage}
        tools={
          (canLink || canUnlink) && (
            <div className="relation-manager__buttons">
              {canUnlink && (
                <RemoveLinks
                  view={view}
                  recordId={recordId}
                  ids={selection.ids}
                  onRemoved={(count) => {
                    // The button that was pressed has nothing to do any more, and would take the focus with it.
                    frame.current?.focus({ preventScroll: true });
                    onChanged(say('relation.removed', { count }));
                  }}
                />
              )}
              {canLink && (
                <Button onPress={() => setAdding(true)}>
                  <Plus aria-hidden="true" />
                  {say('relation.add')}
                </Button>
              )}
            </div>
          )
        }
      />
      {isAdding && (
        <CandidatesDialog
          view={view}
          title={title}
          recordId={recordId}
          onClose={() => setAdding(false)}
          onAdded={(count) => {
            setAdding(false);
            onChanged(say('relation.added', { count }));
          }}
        />
      )}
    </div>
  );
}
