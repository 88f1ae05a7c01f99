import { parseQuery } from '../../http/parameters.js';
import type { Request } from '../../http/request.js';
import type { QueryEntries } from '../lists/list-parameters.js';
import { AdminError } from '../model/admin-error.js';

/** The parameters of the query; 400 when it is not validly encoded. */
export function queryEntries(request: Request): QueryEntries | AdminError {
  return parseQuery(request.query) ?? new AdminError('bad_request');
}
