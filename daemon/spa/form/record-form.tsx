import { useQueryClient } from '@tanstack/react-query';
import { Eye, Pencil } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RecordBody, SuccessBody } from '../../admin/api/answers.js';
import { ADMINISTRATORS } from '../../admin/api/paths.js';
import type { FormContext } from '../../admin/model/schema/types.js';
import { recordKey, recordsChanged } from '../api/query-keys.js';
import type { FormView } from '../api/views.js';
import { useApp } from '../platform/app.js';
import type { Phrases } from '../platform/phrases.js';
import { usePhrases } from '../platform/phrases.js';
import { recordPath } from '../platform/routes.js';
import { ColleagueAccess } from '../people/colleague-access.js';
import { ButtonLink } from '../ui/link.js';
import { DeleteRecord } from './delete-record.js';
import type { FormHeaderProps } from './form-frame.js';
import { FormActions } from './form-frame.js';
import { FormPage } from './form-page.js';
import { afterDelete, afterSave, useSaveKey, useSaving } from './saving.js';
import { fieldsIn } from './state/field-value.js';
import { FormModel } from './state/form-model.js';
import type { FormState } from './state/form-state.js';
import { openForm } from './state/form-state.js';

const DEFAULTS = { create: 'form.create_title', update: 'form.update_title', preview: 'form.preview_title' } as const;

/** The form's title: its own, or the action and the name of the record type. */
function formTitle(
  { contexts, name }: Pick<FormView, 'contexts' | 'name'>,
  context: FormContext,
  { say, counted }: Phrases,
): string {
  return contexts[context]?.title ?? `${say(DEFAULTS[context])}: ${counted(name, { count: 1 })}`;
}

export interface RecordLinksProps {
  readonly schema: FormView;
  readonly context: FormContext;
  readonly id: string;
}

/** Links from the preview to the update form and back. */
function RecordLinks({ schema: { controller, contexts }, context, id }: RecordLinksProps) {
  const { say } = usePhrases();
  if (context === 'preview') {
    return (
      contexts.update !== null && (
        <ButtonLink to={recordPath(controller, id)} variant="primary">
          <Pencil aria-hidden="true" />
          {say('form.edit')}
        </ButtonLink>
      )
    );
  }
  return (
    contexts.preview !== null && (
      <ButtonLink to={recordPath(controller, id, 'preview')}>
        <Eye aria-hidden="true" />
        {say('form.preview')}
      </ButtonLink>
    )
  );
}

const MAX_CHARACTERS = 80;

/** The title of a stored record: its first text field. Undefined if the form shows no text field. */
function recordTitle({ fields, stored }: Pick<FormState, 'fields' | 'stored'>): string | undefined {
  for (const { name, type, hidden } of fields) {
    const value = stored[name];
    if (type !== 'text' || hidden || typeof value !== 'string' || value.trim() === '') continue;
    const characters = Array.from(value.trim());
    return characters.length > MAX_CHARACTERS
      ? `${characters.slice(0, MAX_CHARACTERS).join('').trimEnd()}…`
      : value.trim();
  }
  return undefined;
}

export interface RecordFormProps {
  readonly schema: FormView;
  readonly context: FormContext;
  /** Undefined on the create form. */
  readonly record: RecordBody | undefined;
  /** The list that contains the record. */
  readonly back: FormHeaderProps['back'];
}

export function RecordForm({ schema, context, record, back }: RecordFormProps) {
  const { api, location, toasts } = useApp();
  const phrases = usePhrases();
  const { say, locale } = phrases;
  const queries = useQueryClient();
  const { controller } = schema;
  const [model] = useState(() => new FormModel(openForm(fieldsIn(schema.fields, context), context, record)));
  const id = record?.id;

  useEffect(() => {
    if (record !== undefined) model.refreshed(record);
  }, [model, record]);

  function go(to: string | undefined) {
    // This form is already open, or the user followed a link while it was being saved.
    if (location.isHeld) return;
    if (to !== undefined && to !== location.current().path) location.go(location.resumed(to), { unguarded: true });
  }

  const saving = useSaving<RecordBody>({
    model,
    send: (body) => (id === undefined ? api.create(controller, body) : api.update(controller, id, body)),
    onSaved(answer: SuccessBody<RecordBody>, close, isGone) {
      const flash = schema.contexts[context]?.flashSave;
      toasts.success(answer.message ?? flash ?? say(id === undefined ? 'form.create_success' : 'form.update_success'));
      // Both responses have the fields of the update form (usecases/manage-records.ts of the daemon).
      queries.setQueryData(recordKey(controller, answer.data.id, 'update', locale), answer);
      void recordsChanged(queries);
      if (!isGone) go(afterSave(schema, context, answer.data.id, close));
    },
    onNothingToSave(close) {
      if (close && id !== undefined) go(afterSave(schema, context, id, close));
      else toasts.info(say('form.nothing_changed'));
    },
  });
  const save = saving.save;
  useSaveKey(context !== 'preview' && saving.conflict === undefined, () => save(false));

  const isNew = context === 'create';
  return (
    <FormPage
      model={model}
      title={formTitle(schema, context, phrases)}
      back={back}
      origin={{
        controller,
        recordId: id,
        askOptions: (field, query, signal) => api.fieldOptions(controller, field, query, signal),
      }}
      saving={context === 'preview' ? undefined : saving}
      actions={({ isDirty }) =>
        context !== 'preview' && (
          <FormActions
            saving={saving}
            isDirty={isDirty}
            save={say(isNew ? 'form.create' : 'form.save')}
            saveAndClose={say(isNew ? 'form.create_and_close' : 'form.save_and_close')}
          >
            {id !== undefined && schema.mayDelete && (
              <DeleteRecord
                schema={schema}
                id={id}
                title={() => recordTitle(model.get())}
                onDeleted={() => go(afterDelete(schema))}
              />
            )}
          </FormActions>
        )
      }
    >
      {id !== undefined && <RecordLinks schema={schema} context={context} id={id} />}
      {id !== undefined && controller === ADMINISTRATORS && (
        <ColleagueAccess id={id} name={() => recordTitle(model.get()) ?? id} />
      )}
    </FormPage>
  );
}
