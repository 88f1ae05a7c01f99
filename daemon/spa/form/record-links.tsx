import { Eye, Pencil } from 'lucide-react';
import type { FormContext } from '../../admin/model/schema/types.js';
import type { FormView } from '../api/views.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { recordPath } from '../navigation/routes.js';
import { ButtonLink } from '../ui/button-link.js';

export interface RecordLinksProps {
  readonly schema: FormView;
  readonly context: FormContext;
  readonly id: string;
}

/** From looking at a record to changing it, and back. */
export function RecordLinks({ schema: { controller, contexts }, context, id }: RecordLinksProps) {
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
