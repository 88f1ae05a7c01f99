import { HostFailed, messageOf, Unavailable } from '../../core/faults.js';
import type { QueryEntries } from '../api/query-grammar.js';
import { AdminError } from '../api/errors.js';
import { isRecordId } from '../api/paths.js';
import type { ControllerSchema, PartialSchema } from '../model/schema/admin-schema.js';
import type { FormContext } from '../model/schema/types.js';
import type { ViewValue } from '../model/record.js';
import type { PartialData } from '../ports/partial-data.js';
import { permittedForms } from '../schema/permitted/form.js';
import type { Asking } from './asking.js';

/**
 * Converts a view model into nodes for the single-page application. Throws if the view model is invalid, if a template fails on
 * it, or if the output exceeds a limit. Never returns part of a tree.
 */
export type RenderPartial = (partial: PartialSchema, viewModel: ViewValue, locale: string) => readonly object[];

/** Gatehouse could not render a partial. The client gets the generic 500, never part of a tree. */
class PartialFailed extends Error {
  override readonly name = 'PartialFailed';

  constructor(controller: string, partial: string, cause: unknown) {
    super(`the partial ${partial} of ${controller} failed to render: ${messageOf(cause)}`, { cause });
  }
}

/** Renders a declared partial. One call to the host. */
export function createShowPartial(schema: ControllerSchema, partialData: PartialData, render: RenderPartial) {
  const { controller, form, partials } = schema;
  return async (name: string, query: QueryEntries, asking: Asking): Promise<readonly object[] | AdminError> => {
    const { caller, call } = asking;
    const partial = partials.get(name);
    if (partial === undefined) return new AdminError('not_found');
    const ids = query.filter(([key]) => key === 'id').map(([, value]) => value);
    const [recordId] = ids;
    // A header partial has no record, even if a form that the user cannot open shows the same partial. Without a record id, the
    // partial must be in the header or on the create form. An id that matches no record returns not_found.
    const isShown =
      recordId === undefined
        ? partial.inHeader || isOn(partial, ['create'], asking)
        : isOn(partial, ['update', 'preview'], asking) && ids.length === 1 && isRecordId(recordId);
    if (!isShown) return new AdminError('not_found');
    const unknown = query.map(([key]) => key).filter((key) => key !== 'id');
    if (unknown.length > 0) {
      return new AdminError('validation_failed', {
        fields: Object.fromEntries(unknown.map((key) => [key, [{ rule: 'unknown' } as const]])),
      });
    }
    const request = { name, ...(recordId !== undefined && { recordId }) };
    try {
      const found = await partialData.viewModel({ caller, controller: controller.id }, request, call);
      return found.outcome === 'notFound' ? new AdminError('not_found') : render(partial, found.value, caller.locale);
    } catch (error) {
      // The partial has not failed: the host cannot be reached, or the browser has left.
      if (error instanceof Unavailable && !(error instanceof HostFailed)) throw error;
      throw new PartialFailed(controller.id, name, error);
    }
  };

  /** True if one of these forms shows the partial to this administrator. */
  function isOn({ name }: PartialSchema, contexts: readonly FormContext[], { permissions }: Asking): boolean {
    const forms = form && permittedForms.get(form, permissions);
    return contexts.some((context) =>
      [...(forms?.[context]?.fields.values() ?? [])].some(
        ({ field: { binding } }) => binding.kind === 'partial' && binding.partial === name,
      ),
    );
  }
}
