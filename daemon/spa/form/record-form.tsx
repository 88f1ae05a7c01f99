import { useQueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useContext, useEffect, useState } from 'react';
import type { RecordBody, SuccessBody } from '../../admin/api/answers.js';
import { ADMINISTRATORS } from '../../admin/api/paths.js';
import type { FormContext } from '../../admin/model/schema/types.js';
import { recordKey, recordsChanged } from '../api/query-keys.js';
import type { FormView } from '../api/views.js';
import { useApp } from '../platform/app.js';
import type { Phrases } from '../platform/phrases.js';
import { usePhrases } from '../platform/phrases.js';
import { createPath } from '../platform/routes.js';
import { useShortcut } from '../platform/shortcuts.js';
import { ColleagueAccess } from '../people/colleague-access.js';
import { DeleteRecord } from './delete-record.js';
import type { FormHeaderProps } from './form-frame.js';
import { FormActions } from './form-frame.js';
import { FormPage } from './form-page.js';
import type { RecordScreenProps } from './panel/panel-host.js';
import { PanelSurfaceContext } from './panel/panel-host.js';
import { RelatedPanel } from './panel/related-panel.js';
import { MoreActions, RecordLinks } from './record-actions.js';
import type { AfterSaving } from './saving.js';
import { afterDelete, afterSave, useSaving } from './saving.js';
import { openCopy } from './state/copied.js';
import { fieldsIn } from './state/field-value.js';
import { FormModel } from './state/form-model.js';
import { openForm } from './state/form-state.js';
import { openRescued, rescue, rescued, rescuedFor } from './state/rescued.js';

const DEFAULTS = { create: 'form.create_title', update: 'form.update_title', preview: 'form.preview_title' } as const;

/** The form's title: its own, or the action and the name of the record type. */
function formTitle(
  { contexts, name }: Pick<FormView, 'contexts' | 'name'>,
  context: FormContext,
  { say, counted }: Phrases,
): string {
  return contexts[context]?.title ?? `${say(DEFAULTS[context])}: ${counted(name, { count: 1 })}`;
}

export interface RecordFormProps {
  readonly schema: FormView;
  readonly context: FormContext;
  /** Undefined on the create form. */
  readonly record: RecordBody | undefined;
  /** The record that a create form copies. */
  readonly copied?: RecordBody | undefined;
  /** Shown beside the heading. */
  readonly beside: ReactNode;
  /** Shows the form of a related record. */
  readonly screen: ComponentType<RecordScreenProps>;
  /** The list that contains the record. */
  readonly back: FormHeaderProps['back'];
}

export function RecordForm({ schema, context, record, copied, beside, screen, back }: RecordFormProps) {
  const { api, location, toasts } = useApp();
  const phrases = usePhrases();
  const { say, locale, write } = phrases;
  const queries = useQueryClient();
  const surface = useContext(PanelSurfaceContext);
  const { controller } = schema;
  const isNew = context === 'create';
  const [model] = useState(() => {
    const fields = fieldsIn(schema.fields, context);
    const copyName = (name: string) => write('form.copy_name', { record: name });
    const lost = isNew && copied === undefined && surface === undefined ? rescuedFor(controller) : undefined;
    if (lost !== undefined) return new FormModel(openRescued(fields, lost));
    return new FormModel(copied === undefined ? openForm(fields, context, record) : openCopy(fields, copied, copyName));
  });
  useEffect(rescued, []);
  /** The number of records that this form has created. */
  const [round, setRound] = useState(0);
  const id = record?.id;

  useEffect(() => {
    if (record !== undefined) model.refreshed(record);
  }, [model, record]);

  function go(to: string | undefined) {
    // This form is already open, or the user followed a link while it was being saved.
    if (location.isHeld) return;
    if (to === undefined || to === location.current().path) return;
    location.go(to === createPath(controller) ? to : location.resumed(to), { unguarded: true });
  }

  const saving = useSaving<RecordBody>({
    model,
    send: (body) => (id === undefined ? api.create(controller, body) : api.update(controller, id, body)),
    onSaved(answer: SuccessBody<RecordBody>, after, isGone) {
      const flash = schema.contexts[context]?.flashSave;
      toasts.success(answer.message ?? flash ?? say(id === undefined ? 'form.create_success' : 'form.update_success'));
      // Both responses have the fields of the update form (usecases/manage-records.ts of the daemon).
      queries.setQueryData(recordKey(controller, answer.data.id, 'update', locale), answer);
      void recordsChanged(queries);
      surface?.onSaved();
      if (!isGone) leaveFor(answer.data.id, after);
    },
    onNothingToSave(after) {
      if (after !== 'save' && id !== undefined) leaveFor(id, after);
      else toasts.info(say('form.nothing_changed'));
    },
  });

  function leaveFor(stored: string, after: AfterSaving) {
    if (surface !== undefined && isNew) surface.onCreated(stored);
    else if (surface !== undefined) {
      if (after === 'close') surface.onDone();
    } else if (isNew && after === 'new') startAgain();
    else go(afterSave(schema, context, stored, after));
  }

  /** The record no longer exists: what was typed becomes a new one. */
  function createInstead() {
    rescue(controller, model.get());
    location.go(createPath(controller), { unguarded: true });
  }

  /** The next record starts on the same screen, with a blank form. */
  function startAgain() {
    if (location.isHeld) return;
    model.startAgain();
    setRound((before) => before + 1);
    location.go(createPath(controller), { replace: true, unguarded: true });
  }

  const canCreate = schema.contexts.create !== null && surface === undefined;
  const isEditable = context !== 'preview';
  useShortcut('save_and_new', () => saving.save('new'), {
    isEnabled: isEditable && canCreate && saving.conflict === undefined,
  });
  const page = (
    <FormPage
      model={model}
      title={formTitle(schema, context, phrases)}
      back={surface === undefined ? back : undefined}
      origin={{
        controller,
        recordId: id,
        askOptions: (field, query, signal) => api.fieldOptions(controller, field, query, signal),
      }}
      saving={isEditable ? saving : undefined}
      round={round}
      {...(canCreate && { createInstead })}
      actions={({ isDirty }) =>
        isEditable && (
          <FormActions
            saving={saving}
            isDirty={isDirty}
            save={say(isNew ? 'form.create' : 'form.save')}
            {...(!(isNew && surface !== undefined) && {
              saveAndClose: say(isNew ? 'form.create_and_close' : 'form.save_and_close'),
            })}
            more={canCreate && <MoreActions controller={controller} id={id} saving={saving} />}
          >
            {id !== undefined && schema.mayDelete && (
              <DeleteRecord
                schema={schema}
                id={id}
                title={() => model.get().title}
                isDisabled={saving.pending !== undefined}
                onDeleted={() => {
                  surface?.onSaved();
                  if (surface === undefined) go(afterDelete(schema));
                  else surface.onDone();
                }}
              />
            )}
          </FormActions>
        )
      }
    >
      {beside}
      {id !== undefined && !isEditable && canCreate && (
        <MoreActions controller={controller} id={id} saving={undefined} />
      )}
      {id !== undefined && <RecordLinks schema={schema} context={context} id={id} />}
      {id !== undefined && controller === ADMINISTRATORS && (
        <ColleagueAccess id={id} name={() => model.get().title ?? id} />
      )}
    </FormPage>
  );
  return surface === undefined ? (
    <RelatedPanel model={model} controller={controller} recordId={id} screen={screen}>
      {page}
    </RelatedPanel>
  ) : (
    page
  );
}
