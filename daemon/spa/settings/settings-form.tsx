import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SettingsBody, SuccessBody } from '../../admin/model/answers.js';
import { recordsChanged, settingsKey } from '../api/query-keys.js';
import type { SettingsView } from '../api/views.js';
import { useApp } from '../app/app-context.js';
import { FormActions } from '../form/form-actions.js';
import { FormPage } from '../form/form-page.js';
import { FormModel } from '../form/state/form-model.js';
import { openForm } from '../form/state/form-state.js';
import { useSaveKey } from '../form/use-save-key.js';
import { useSaving } from '../form/use-saving.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { settingsPath } from '../navigation/routes.js';

export interface SettingsFormProps {
  readonly schema: SettingsView;
  readonly values: SettingsBody;
}

/** The form of a record that always exists: it can be changed, and neither created nor deleted. */
export function SettingsForm({ schema, values }: SettingsFormProps) {
  const { api, location, toasts } = useApp();
  const { say } = usePhrases();
  const queries = useQueryClient();
  const { code } = schema;
  const [model] = useState(() => new FormModel(openForm(schema.fields, 'update', values)));

  useEffect(() => model.refreshed(values), [model, values]);

  const saving = useSaving<SettingsBody>({
    model,
    send: (body) => api.saveSettings(code, body),
    onSaved(answer: SuccessBody<SettingsBody>, close, isGone) {
      toasts.success(answer.message ?? say('settings.update_success'));
      queries.setQueryData(settingsKey(code), answer);
      void recordsChanged(queries);
      if (close && !isGone) location.go(location.resumed(settingsPath()), { unguarded: true });
    },
    onNothingToSave(close) {
      if (close) location.go(location.resumed(settingsPath()));
      else toasts.info(say('form.nothing_changed'));
    },
  });
  const save = saving.save;
  useSaveKey(saving.conflict === undefined, () => save(false));

  return (
    <FormPage
      model={model}
      title={schema.label}
      back={{ to: location.resumed(settingsPath()), label: say('settings.menu_label') }}
      origin={{
        controller: undefined,
        recordId: undefined,
        askOptions: (field, query, signal) => api.settingsOptions(code, field, query, signal),
      }}
      saving={saving}
      actions={({ isDirty }) => (
        <FormActions
          saving={saving}
          isDirty={isDirty}
          save={say('form.save')}
          saveAndClose={say('form.save_and_close')}
        />
      )}
    />
  );
}
