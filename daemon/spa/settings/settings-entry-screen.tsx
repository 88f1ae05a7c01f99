import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { settingsKey, settingsSchemaKey } from '../api/query-keys.js';
import { useApp } from '../app/app-context.js';
import { preloadFields } from '../form/fields/preload-fields.js';
import { FormSkeleton } from '../form/form-skeleton.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { LoadProblem } from '../ui/load-problem.js';
import { SettingsForm } from './settings-form.js';

export function SettingsEntryScreen({ code }: { readonly code: string }) {
  const { api } = useApp();
  const { locale } = usePhrases();
  const schema = useQuery({
    queryKey: settingsSchemaKey(code, locale),
    queryFn: ({ signal }) => api.settingsSchema(code, signal),
    staleTime: 5 * 60_000,
  });
  const values = useQuery({
    queryKey: settingsKey(code),
    queryFn: ({ signal }) => api.settingsValues(code, signal),
    staleTime: 0,
  });
  const fields = schema.data?.data.fields;
  useEffect(() => preloadFields(fields ?? []), [fields]);

  const failed = [schema, values].find(({ error, data }) => error !== null && data === undefined);
  if (failed?.error) return <LoadProblem error={failed.error} onRetry={() => void failed.refetch()} />;
  if (schema.data === undefined || values.data === undefined) return <FormSkeleton />;
  return <SettingsForm schema={schema.data.data} values={values.data.data} />;
}
