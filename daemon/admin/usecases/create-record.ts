import type { RecordBody } from '../model/answers.js';
import { AdminError } from '../model/admin-error.js';
import type { FormSchema } from '../model/schema/form-schema.js';
import type { RecordStore } from '../ports/record-store.js';
import { recordJson } from '../records/record-json.js';
import { parseWrite } from '../records/record-write.js';
import { permittedForms } from '../schema/permitted/form.js';
import type { Asking } from './asking.js';
import { outcomeError } from './outcome-error.js';

/** Creates a record from the create form of this administrator. One call to the host, one transaction with its hooks. */
export function createCreateRecord(schema: FormSchema, records: Pick<RecordStore, 'create'>) {
  return async (
    body: Readonly<Record<string, unknown>>,
    { caller, permissions, call }: Asking,
  ): Promise<RecordBody | AdminError> => {
    const forms = permittedForms.get(schema, permissions);
    if (forms.create === null) return new AdminError('forbidden');
    const parsed = parseWrite(forms.create, body, { creating: true });
    if ('problems' in parsed) return new AdminError('validation_failed', { fields: parsed.problems });
    const shown = forms.update ?? forms.preview ?? forms.create;
    const target = { caller, controller: schema.controller };
    const outcome = await records.create(target, parsed.write, shown.selection, call);
    return outcome.outcome === 'written' ? recordJson(shown, outcome.record) : outcomeError(outcome, forms.create);
  };
}
