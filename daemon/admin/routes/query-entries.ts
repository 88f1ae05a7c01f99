import { parseQuery } from '../../http/parameters.js';
import type { Request } from '../../http/request.js';
import type { QueryEntries } from '../lists/list-parameters.js';
import { AdminError } from '../model/admin-error.js';

/** Values of several filters with 200 each do not fit into the head of a request. */
const MAX_ENTRIES = 1000;

/** The parameters of the query; 400 when it is not validly encoded, or has more than MAX_ENTRIES. */
export function queryEntries(request: Request): QueryEntries | AdminError {
  return parseQuery(request.query, MAX_ENTRIES) ?? new AdminError('bad_request');
}
