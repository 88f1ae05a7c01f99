import { AdminError } from '../model/admin-error.js';
import type { Invalid, NotFound, Refused } from '../ports/outcomes.js';
import type { PermittedForm } from '../schema/permitted/form.js';
import { hostRefusal } from '../records/host-problems.js';

/** What the host answered instead of doing it, as the API says it. */
export function outcomeError(outcome: NotFound | Invalid | Refused, form?: PermittedForm): AdminError {
  switch (outcome.outcome) {
    case 'notFound':
      return new AdminError('not_found');
    case 'invalid':
      return hostRefusal(form, outcome.errors);
    case 'refused':
      return new AdminError('validation_failed', { message: outcome.message });
  }
}
