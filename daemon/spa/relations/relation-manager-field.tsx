import { useQuery } from '@tanstack/react-query';
import { useApp } from '../app/app-context.js';
import type { FieldProps } from '../form/field-props.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { LoadProblem } from '../ui/load-problem.js';
import { RelationManager } from './relation-manager.js';
import './relation-manager.css';

/** The records that are linked to this one. They are linked at once, and not with the form: it has to be saved first. */
export function RelationManagerField({ field, form, labelId, isDisabled, isReadOnly }: FieldProps) {
  const { api } = useApp();
  const { say, locale } = usePhrases();
  const { controller = '', recordId } = form;
  const name = field.relation ?? field.name;
  const schema = useQuery({
    queryKey: ['schema', controller, 'relation', name, locale],
    queryFn: ({ signal }) => api.relationSchema(controller, name, signal),
    staleTime: 5 * 60_000,
  });
  const view = schema.data?.data;
  const title = field.label ?? view?.label ?? '';

  return (
    <section className="relation-manager" aria-labelledby={labelId}>
      <h2 id={labelId} className="relation-manager__title">
        {title}
      </h2>
      {field.comment !== undefined && <p className="relation-manager__comment">{field.comment}</p>}
      {recordId === undefined ? (
        <p className="relation-manager__note">{say('relation.save_first')}</p>
      ) : schema.error !== null ? (
        <LoadProblem error={schema.error} onRetry={() => void schema.refetch()} level={2} />
      ) : view === undefined ? (
        <span className="skeleton relation-manager__loading" role="status" aria-label={say('list.loading')} />
      ) : (
        <RelationManager
          view={view}
          title={title}
          recordId={recordId}
          isLocked={isDisabled || isReadOnly || form.context === 'preview'}
        />
      )}
    </section>
  );
}
