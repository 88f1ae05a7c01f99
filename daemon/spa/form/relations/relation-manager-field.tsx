import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { loadProblem, SCHEMA_STALE_MS } from '../../api/queries.js';
import { recordsChanged } from '../../api/query-keys.js';
import type { RelationView } from '../../api/views.js';
import { AppContext, useApp } from '../../platform/app.js';
import { usePhrases } from '../../platform/phrases.js';
import { createPath, listPath } from '../../platform/routes.js';
import { useNarrowingOfRows, useSelection } from '../../table/selection.js';
import { nameOf } from '../../table/table-row.js';
import { Button } from '../../ui/button.js';
import { LoadProblem } from '../../ui/empty-state.js';
import type { FieldProps } from '../fields/field-props.js';
import { useOpenRelated, useRelatedLinks } from '../panel/panel-host.js';
import { CandidatesDialog, RemoveLinks } from './link-dialogs.js';
import { RelatedTable, useRelatedRows } from './related-table.js';
import { useTablePlace } from './table-place.js';
import './relation-manager-field.css';

export interface RelationManagerProps {
  readonly view: RelationView;
  readonly title: string;
  readonly recordId: string;
  /** The name of the field. */
  readonly field: string;
  /** Read-only, whatever permissions the administrator has elsewhere. */
  readonly isLocked: boolean;
}

function RelationManager({ view, title, recordId, field, isLocked }: RelationManagerProps) {
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
  const searchOfRows = useNarrowingOfRows(place.search, records.isBusy);
  const selection = useSelection(searchOfRows, records.rows?.map(({ id }) => id) ?? []);
  const canLink = view.canLink && !isLocked;
  const canUnlink = view.canUnlink && !isLocked;
  const { related } = view;
  const links = useRelatedLinks(field);
  const { open, isInPanel } = useOpenRelated(field);
  const canCreate = related?.mayCreate === true && isInPanel && canLink;

  function onChanged() {
    selection.clear();
    void recordsChanged(queries);
  }

  /** The pressed button disappears and would take the focus with it. */
  function onSelectionDone() {
    frame.current?.focus({ preventScroll: true });
    onChanged();
  }

  return (
    <div className="card relation-manager__card" ref={frame} tabIndex={-1}>
      <AppContext value={links}>
        <RelatedTable
          label={title}
          {...(view.related?.mayOpen === true && { recordUrl: `${listPath(view.related.controller)}/update/:id` })}
          list={view.view}
          records={records}
          place={place}
          onPlace={onPlace}
          selection={canUnlink ? selection : undefined}
          empty={view.emptyMessage}
          tools={
            (canLink || canUnlink || canCreate) && (
              <div className="relation-manager__buttons">
                {canUnlink && (
                  <RemoveLinks
                    view={view}
                    recordId={recordId}
                    ids={selection.ids}
                    names={(records.rows ?? [])
                      .filter(({ id }) => selection.ids.has(id))
                      .map((row) =>
                        nameOf(
                          row,
                          view.view.columns.find(({ invisible }) => !invisible),
                        ),
                      )}
                    onRemoved={(count) => {
                      onSelectionDone();
                      toasts.success(say('relation.removed', { count }));
                    }}
                    onGone={() => {
                      onSelectionDone();
                      toasts.error(say('list.delete_selected_gone'));
                    }}
                  />
                )}
                {canLink && (
                  <Button onPress={() => setAdding(true)}>
                    <Plus aria-hidden="true" />
                    {say('relation.add')}
                  </Button>
                )}
                {canCreate && (
                  <Button
                    aria-label={say('form.create_related', { field: title })}
                    onPress={() => open(createPath(related.controller))}
                  >
                    <Plus aria-hidden="true" />
                    {say('list.create')}
                  </Button>
                )}
              </div>
            )
          }
        />
      </AppContext>
      {isAdding && (
        <CandidatesDialog
          view={view}
          title={title}
          recordId={recordId}
          onClose={() => setAdding(false)}
          onAdded={(count) => {
            setAdding(false);
            onChanged();
            toasts.success(say('relation.added', { count }));
          }}
        />
      )}
    </div>
  );
}

/** The records linked to this one. Links are saved immediately and not with the form, so the record must exist first. */
export function RelationManagerField({ field, form, labelId, isDisabled, isReadOnly }: FieldProps) {
  const { api } = useApp();
  const { say, locale } = usePhrases();
  const { controller = '', recordId } = form;
  const name = field.relation ?? field.name;
  const schema = useQuery({
    queryKey: ['schema', controller, 'relation', name, locale],
    queryFn: ({ signal }) => api.relationSchema(controller, name, signal),
    staleTime: SCHEMA_STALE_MS,
  });
  const view = schema.data?.data;
  const problem = loadProblem(schema);
  const title = field.label ?? view?.label ?? '';

  return (
    <section className="relation-manager" aria-labelledby={labelId}>
      <h2 id={labelId} className="relation-manager__title">
        {title}
      </h2>
      {field.comment !== undefined && <p className="relation-manager__comment">{field.comment}</p>}
      {recordId === undefined ? (
        <p className="relation-manager__note">{say('relation.save_first')}</p>
      ) : problem !== null ? (
        <LoadProblem error={problem} onRetry={() => void schema.refetch()} level={2} isPart />
      ) : view === undefined ? (
        <span className="skeleton relation-manager__loading" role="status" aria-label={say('list.loading')} />
      ) : (
        <RelationManager
          view={view}
          title={title}
          recordId={recordId}
          field={field.name}
          isLocked={isDisabled || isReadOnly || form.context === 'preview'}
        />
      )}
    </section>
  );
}
