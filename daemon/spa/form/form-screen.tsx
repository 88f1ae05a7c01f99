import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { formSchemaQuery, listSchemaQuery, loadProblem } from '../api/queries.js';
import { recordKey } from '../api/query-keys.js';
import { useApp, useControllerAssets, usePlace } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { copiedIn, listPath, recordPath } from '../platform/routes.js';
import { EmptyState, LoadProblem } from '../ui/empty-state.js';
import { WayBack } from '../ui/link.js';
import { useFieldFiles } from './field-files.js';
import { FormSkeleton } from './form-frame.js';
import type { RecordScreenProps } from './panel/panel-host.js';
import { RecordForm } from './record-form.js';

/**
 * Link to the list that contains the form's records, titled as in its own schema; undefined if the list does not exist or is
 * not accessible. It is above the heading, so the form waits until it is known instead of moving when it arrives.
 */
function useListLink(controller: string) {
  const { api, location } = useApp();
  const { locale } = usePhrases();
  const schema = useQuery({ ...listSchemaQuery(api, controller, locale), retry: false });
  const title = schema.data?.data.title;
  return {
    // A failed attempt is repeated by other parts of the form, which must not take it away.
    isKnown: !schema.isPending || schema.errorUpdateCount > 0,
    back: title === undefined ? undefined : { to: location.resumed(listPath(controller)), label: title },
  };
}

export interface FormScreenProps extends RecordScreenProps {
  /** Shown beside the heading of a record. */
  readonly beside?: ReactNode;
}

/** The form for creating, updating or previewing a record. */
export function FormScreen({ controller, context, id, beside }: FormScreenProps) {
  const { api, location } = useApp();
  const { say, locale } = usePhrases();
  const schema = useQuery(formSchemaQuery(api, controller, locale));
  const { isKnown, back } = useListLink(controller);
  const isStyled = useControllerAssets(schema.data?.data.assets);
  const contexts = schema.data?.data.contexts;
  const isDrawable = useFieldFiles(schema.data?.data.fields);
  const mayOpen = contexts !== undefined && contexts[context] !== null;
  const { search } = usePlace();
  const copied = context === 'create' ? copiedIn(search) : undefined;
  const read = id ?? copied;
  const shown = context === 'preview' ? 'preview' : 'update';
  const record = useQuery({
    queryKey: recordKey(controller, read ?? '', shown, locale),
    queryFn: ({ signal }) => api.show(controller, read ?? '', shown, signal),
    enabled: read !== undefined && mayOpen,
    // Always load the current record before the user edits it.
    staleTime: 0,
  });

  // Links lead to the update form. Redirect administrators with read-only access to the preview.
  const elsewhere =
    context === 'update' && id !== undefined && contexts !== undefined && !mayOpen && contexts.preview !== null;
  useEffect(() => {
    if (elsewhere) location.go(recordPath(controller, id, 'preview'), { replace: true });
  }, [elsewhere, location, controller, id]);

  const unknown = loadProblem(schema);
  if (unknown) return <LoadProblem error={unknown} onRetry={() => void schema.refetch()} />;
  if (contexts !== undefined && !mayOpen && !elsewhere) {
    return (
      <EmptyState picture="locked" title={say('errors.forbidden')}>
        <WayBack back={back} />
      </EmptyState>
    );
  }
  const missing = loadProblem(record);
  if (missing) return <LoadProblem error={missing} onRetry={() => void record.refetch()} back={back} />;
  const isLoading = read !== undefined && record.data === undefined;
  if (schema.data === undefined || !mayOpen || !isStyled || !isDrawable || isLoading || !isKnown) {
    return <FormSkeleton />;
  }
  return (
    <RecordForm
      // A copy and a blank form share a path.
      key={copied ?? ''}
      schema={schema.data.data}
      context={context}
      record={copied === undefined ? record.data?.data : undefined}
      copied={copied === undefined ? undefined : record.data?.data}
      beside={beside}
      screen={FormScreen}
      back={back}
    />
  );
}
