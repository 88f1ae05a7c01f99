import type { FieldView } from '../../api/views.js';
import { FIELD_RENDERERS } from './registry.js';

/**
 * Loads the files of every field of a form while the form is opened. A tab that is opened an hour later needs no network then,
 * and no file that a deploy has taken away meanwhile. What fails now is loaded again when it is shown.
 */
export function preloadFields(fields: readonly FieldView[]): void {
  for (const field of fields) {
    FIELD_RENDERERS[field.type].preload?.(field).catch(() => undefined);
  }
}
