import type { FormContext } from '../../admin/model/schema/types.js';
import type { FormView } from '../api/views.js';
import { filledPath, listPath, recordPath } from '../navigation/routes.js';

type Destinations = Pick<FormView, 'controller' | 'contexts' | 'defaultRedirect'>;

/** Where saving leads, as October has it: `redirectClose` for "… and close", `redirect` for the other; undefined: nowhere. */
export function afterSave(schema: Destinations, context: FormContext, id: string, close: boolean): string | undefined {
  const { redirect = null, redirectClose = null } = schema.contexts[context] ?? {};
  if (close) return redirectClose === null ? afterDelete(schema) : filledPath(redirectClose, id);
  if (redirect !== null) return filledPath(redirect, id);
  if (context !== 'create') return undefined;
  // The form of a new record is done with: it goes on as the form of the record that there is now.
  if (schema.contexts.update !== null) return recordPath(schema.controller, id);
  return schema.contexts.preview === null ? afterDelete(schema) : recordPath(schema.controller, id, 'preview');
}

/** Where there is no record any more to stay with. */
export function afterDelete({ controller, defaultRedirect }: Omit<Destinations, 'contexts'>): string {
  return defaultRedirect === null ? listPath(controller) : filledPath(defaultRedirect, '');
}
