import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { SettingsBody, SuccessBody } from '../../admin/api/answers.js';
import { loadProblem, SCHEMA_STALE_MS } from '../api/queries.js';
import { recordsChanged, settingsKey, settingsSchemaKey } from '../api/query-keys.js';
import type { SettingsView } from '../api/views.js';
import { useFieldFiles } from '../form/field-files.js';
import { FormActions, FormSkeleton } from '../form/form-frame.js';
import { FormPage } from '../form/form-page.js';
import { useSaving } from '../form/saving.js';
import { FormModel } from '../form/state/form-model.js';
import { openForm } from '../form/state/form-state.js';
import { useApp } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { settingsPath } from '../platform/routes.js';
import { LoadProblem } from '../ui/empty-state.js';
import { SettingsEntries } from './settings-entries.js';

export interface SettingsFormProps {
  readonly schema: SettingsView;
  readonly values: SettingsBody;
}

/** The form of a record that always exists. It can be changed but not created or deleted. */
function SettingsForm({ schema, values }: SettingsFormProps) {
  const { api, location, toasts } = useApp();
  const { say } = usePhrases();
  const queries = useQueryClient();
  const { code } = schema;
  const [model] = useState(() => new FormModel(openForm(schema.fields, 'update', values)));

  useEffect(() => model.refreshed(values), [model, values]);

  const saving = useSaving<SettingsBody>({
    model,
    send: (body) => api.saveSettings(code, body),
    onSaved(answer: SuccessBody<SettingsBody>, after, isGone) {
      toasts.success(answer.message ?? say('settings.update_success'));
      queries.setQueryData(settingsKey(code), answer);
      void recordsChanged(queries);
      if (after === 'close' && !isGone) location.go(location.resumed(settingsPath()), { unguarded: true });
    },
    onNothingToSave(after) {
      if (after === 'close') location.go(location.resumed(settingsPath()));
      else toasts.info(say('form.nothing_changed'));
    },
  });

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

function SettingsEntryScreen({ code }: { readonly code: string }) {
  const { api } = useApp();
  const { locale } = usePhrases();
  const schema = useQuery({
    queryKey: settingsSchemaKey(code, locale),
    queryFn: ({ signal }) => api.settingsSchema(code, signal),
    staleTime: SCHEMA_STALE_MS,
  });
  const values = useQuery({
    queryKey: settingsKey(code),
    queryFn: ({ signal }) => api.settingsValues(code, signal),
    staleTime: 0,
  });
  const isDrawable = useFieldFiles(schema.data?.data.fields);

  for (const query of [schema, values]) {
    const problem = loadProblem(query);
    if (problem) return <LoadProblem error={problem} onRetry={() => void query.refetch()} />;
  }
  if (schema.data === undefined || values.data === undefined || !isDrawable) return <FormSkeleton />;
  return <SettingsForm schema={schema.data.data} values={values.data.data} />;
}

/** @param code undefined: show all settings */
export function SettingsScreen({ code }: { readonly code: string | undefined }) {
  return code === undefined ? <SettingsEntries /> : <SettingsEntryScreen code={code} />;
}
