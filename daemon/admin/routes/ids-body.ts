import type { Request } from '../../http/request.js';
import { AdminError } from '../model/admin-error.js';
import type { FieldProblem } from '../model/field-problem.js';
import { isRecordId } from '../model/record-id.js';
import { jsonBody } from './json-body.js';

export const MAX_IDS = 200;

/** The body of bulk-delete, link and unlink: `{"ids":["1","2"]}`, 1 to 200 of them, each once. Integers are taken as well. */
export function idsBody(request: Request): readonly string[] | AdminError {
  const body = jsonBody(request);
  if (body instanceof AdminError) return body;
  const { ids } = body;
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MAX_IDS) {
    return invalid({ rule: 'id_list', parameters: { maximum: MAX_IDS } });
  }
  const texts = ids.map((id: unknown) => (Number.isSafeInteger(id) ? String(id) : id));
  if (!texts.every((id): id is string => typeof id === 'string'))
    return invalid({ rule: 'id_list', parameters: { maximum: MAX_IDS } });
  if (new Set(texts).size < texts.length) return invalid({ rule: 'repeated' });
  return texts.every(isRecordId) ? texts : new AdminError('not_found');
}

function invalid(problem: FieldProblem): AdminError {
  return new AdminError('validation_failed', { fields: { ids: [problem] } });
}
