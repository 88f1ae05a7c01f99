import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RecordBody, SuccessBody } from '../../admin/model/answers.js';
import type { FormContext } from '../../admin/model/schema/types.js';
import { recordKey, recordsChanged } from '../api/query-keys.js';
import type { FormView } from '../api/views.js';
import { useApp } from '../app/app-context.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { DeleteRecord } from './delete-record.js';
import { afterDelete, afterSave } from './destinations.js';
import { FormActions } from './form-actions.js';
import type { FormHeaderProps } from './form-header.js';
import { FormPage } from './form-page.js';
import { formTitle } from './form-title.js';
import { RecordLinks } from './record-links.js';
import { fieldsIn } from './state/form-fields.js';
import { FormModel } from './state/form-model.js';
import { openForm } from './state/form-state.js';
import { recordTitle } from './state/record-title.js';
import { useSaveKey } from './use-save-key.js';
import { useSaving } from './use-saving.js';

export interface RecordFormProps {
  readonly schema: FormView;
  readonly context: FormContext;
  /** Undefined on the create form. */
  readonly record: RecordBody | undefined;
  /** The list that it is in. */
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
    // To the same form again: it is there already. Elsewhere: somebody has pressed a link while it was being saved.
    if (location.isHeld) return;
    if (to !== undefined && to !== location.current().path) location.go(location.resumed(to), { unguarded: true });
  }

  const saving = useSaving<RecordBody>({
    model,
    send: (body) => (id === undefined ? api.create(controller, body) : api.update(controller, id, body)),
    onSaved(answer: SuccessBody<RecordBody>, close, isGone) {
      const flash = schema.contexts[context]?.flashSave;
      toasts.success(answer.message ?? flash ?? say(id === undefined ? 'form.create_success' : 'form.update_success'));
      // Both have the fields of the update form (daemon, create-record.ts).
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
    </FormPage>
  );
}
