import type { SavedViewBody } from '../api/answers.js';
import { isUnseen } from '../api/characters.js';
import type { AdminErrorDetails, FieldProblem } from '../api/errors.js';
import { AdminError, invalid } from '../api/errors.js';
import { MAX_VIEW_NAME_CHARACTERS, MAX_VIEW_QUERY_BYTES, RECORDS_PER_PAGE } from '../api/limits.js';
import { listParameters } from '../api/list-query.js';
import type { ListSchema } from '../model/schema/list-schema.js';
import type { SavedView, ViewNotChanged, Views } from '../ports/views.js';
import { listingOf, planQuery } from '../records/listing.js';
import { viewQueryFor } from '../records/view-query.js';
import type { PermittedList } from '../schema/permitted/list.js';
import { permittedLists } from '../schema/permitted/list.js';
import type { Asking } from './asking.js';
import { refusalError } from './asking.js';

/** Ids of the contract. The host would reject any other as malformed. */
const VIEW_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The saved views of one list (AD-293 to AD-296). */
export function createSavedViews(schema: ListSchema, views: Views) {
  const list = schema.controller;
  const bodyFor = (view: SavedView, { caller, permissions }: Asking): SavedViewBody => ({
    id: view.id,
    name: view.name,
    query: viewQueryFor(permittedLists.get(schema, permissions), view.query).query,
    shared: view.shared,
    own: view.ownerId === caller.principal.id,
    owner: view.ownerName,
    version: view.version,
  });

  return {
    async list(asking: Asking): Promise<readonly SavedViewBody[]> {
      const found = await views.list(asking.caller.principal.id, list, asking.call);
      return found.map((view) => bodyFor(view, asking)).sort(byName);
    },

    /** @param id empty: a new view. A change keeps the members that the body lacks. */
    async save(
      id: string,
      body: Readonly<Record<string, unknown>>,
      asking: Asking,
    ): Promise<SavedViewBody | AdminError> {
      if (id !== '' && !VIEW_ID.test(id)) return new AdminError('not_found');
      const checked = checkedChange(body, permittedLists.get(schema, asking.permissions), id === '');
      if (checked instanceof AdminError) return checked;
      const administratorId = asking.caller.principal.id;
      const before =
        id === '' ? NEW : (await views.list(administratorId, list, asking.call)).find((one) => one.id === id);
      if (before === undefined) return new AdminError('not_found');
      const { shared, name, query } = before;
      const { version = 0, ...change } = checked;
      const saved = await views.save(
        { administratorId, list, id, version, shared, name, query, ...change },
        asking.call,
      );
      return 'refusal' in saved ? notChanged(saved) : bodyFor(saved, asking);
    },

    async delete(id: string, { caller, call }: Asking): Promise<undefined | AdminError> {
      if (!VIEW_ID.test(id)) return new AdminError('not_found');
      const refused = await views.delete(caller.principal.id, list, id, call);
      return refused && notChanged(refused);
    },
  };
}

const NEW = { shared: false, name: '', query: '' };

interface CheckedChange {
  name?: string;
  query?: string;
  shared?: boolean;
  version?: number;
}

function checkedChange(
  body: Readonly<Record<string, unknown>>,
  list: PermittedList,
  isNew: boolean,
): CheckedChange | AdminError {
  const { name, query, shared, version } = body;
  const fields: Record<string, readonly (string | FieldProblem)[]> = {};
  const change: CheckedChange = {};
  if (name !== undefined || isNew) {
    const problem = nameProblem(name);
    if (problem !== undefined) fields['name'] = [problem];
    else change.name = String(name).trim();
  }
  if (query !== undefined || isNew) {
    const problem = queryProblem(query, list);
    if (problem !== undefined) fields['query'] = [problem];
    else {
      change.query = String(query);
      Object.assign(fields, listProblems(change.query, list));
    }
  }
  if (typeof shared === 'boolean') change.shared = shared;
  else if (shared !== undefined) fields['shared'] = [{ rule: 'bool' }];
  if (!isNew) {
    const isVersion = typeof version === 'number' && Number.isInteger(version) && version >= 0 && version < 2 ** 32;
    if (isVersion) change.version = version;
    else fields['version'] = [version === undefined ? { rule: 'required' } : { rule: 'integer' }];
  }
  return Object.keys(fields).length === 0 ? change : new AdminError('validation_failed', { fields });
}

function nameProblem(name: unknown): FieldProblem | undefined {
  if (typeof name !== 'string') return name === undefined ? { rule: 'required' } : { rule: 'string' };
  if (/[\p{Cc}\p{Cs}]/u.test(name)) return { rule: 'string_characters' };
  if (isUnseen(name)) return { rule: 'required' };
  const isLong = [...name.trim()].length > MAX_VIEW_NAME_CHARACTERS;
  return isLong ? { rule: 'string_length', parameters: { maximum: MAX_VIEW_NAME_CHARACTERS } } : undefined;
}

function queryProblem(query: unknown, list: PermittedList): FieldProblem | undefined {
  if (typeof query !== 'string') return query === undefined ? { rule: 'required' } : { rule: 'string' };
  if (/[\p{Cc}\p{Cs}]/u.test(query)) return { rule: 'string_characters' };
  if (Buffer.byteLength(query) > MAX_VIEW_QUERY_BYTES) {
    return { rule: 'view_size', parameters: { maximum: MAX_VIEW_QUERY_BYTES } };
  }
  return viewQueryFor(list, query).isWhole ? undefined : { rule: 'unknown' };
}

/**
 * The problems that the list itself would report, by its parameter. The values of filters are not checked: a
 * day becomes a moment in the time zone of the reader.
 */
function listProblems(query: string, list: PermittedList): AdminErrorDetails['fields'] {
  const entries = [...new URLSearchParams(query)].filter(([name]) => name === 'search' || name === 'sort');
  const parameters = listParameters(entries, RECORDS_PER_PAGE);
  const planned = parameters instanceof AdminError ? parameters : planQuery(listingOf(list), parameters);
  return planned instanceof AdminError ? planned.details.fields : undefined;
}

function notChanged({ refusal }: ViewNotChanged): AdminError {
  return refusal === 'tooMany' ? invalid('name', { rule: 'view_count' }) : refusalError(refusal);
}

/** The same for every administrator and language: the page sorts by its own. */
function byName(one: SavedViewBody, other: SavedViewBody): number {
  return one.name < other.name ? -1 : one.name > other.name ? 1 : one.id < other.id ? -1 : 1;
}
