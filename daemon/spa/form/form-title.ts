import type { FormContext } from '../../admin/model/schema/types.js';
import type { FormView } from '../api/views.js';
import type { Phrases } from '../i18n/phrases.js';

const DEFAULTS = { create: 'form.create_title', update: 'form.update_title', preview: 'form.preview_title' } as const;

/** What the form is called: its own title, or what one does in it with the name of what it is about. */
export function formTitle(
  { contexts, name }: Pick<FormView, 'contexts' | 'name'>,
  context: FormContext,
  { say, counted }: Phrases,
): string {
  return contexts[context]?.title ?? `${say(DEFAULTS[context])}: ${counted(name, { count: 1 })}`;
}
