import { CircleAlert } from 'lucide-react';
import type { Ref } from 'react';
import type { ApiError } from '../api/api-error.js';
import { usePhrases } from '../i18n/phrases-context.js';
import type { ErrorPlaces } from './state/error-places.js';
import './form-problem.css';

export interface FormProblemProps {
  readonly error: ApiError;
  readonly elsewhere: ErrorPlaces['elsewhere'];
  readonly ref: Ref<HTMLDivElement>;
}

/** Why the form was not saved, and that nothing of it is lost. What belongs to a field stands there; what does not, here. */
export function FormProblem({ error, elsewhere, ref }: FormProblemProps) {
  const { say } = usePhrases();
  const isInvalid = error.code === 'validation_failed';
  return (
    <div ref={ref} className="problem form-problem" role="alert" tabIndex={-1}>
      <CircleAlert className="form-problem__icon" aria-hidden="true" />
      <div className="form-problem__text">
        <p className="form-problem__title">{error.code === 'network' ? say('errors.network') : error.message}</p>
        {elsewhere.map(({ label, errors }) => (
          <p key={errors.join()}>{[label, ...errors].filter((text) => text !== undefined).join(': ')}</p>
        ))}
        {!isInvalid && <p>{say('form.nothing_lost')}</p>}
        {!isInvalid && error.requestId !== undefined && (
          <p className="form-problem__id">{say('errors.request_id', { id: error.requestId })}</p>
        )}
      </div>
    </div>
  );
}
