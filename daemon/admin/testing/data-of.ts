import { IncomingRequest } from '../../http/request.js';
import { AdminError } from '../api/errors.js';
import type { Outcome } from '../routes/endpoint.js';
import { FixedSuccess } from '../routes/fixed-answers.js';

/** The data that an endpoint's handler returned, or the code of its error. */
export function dataOf(outcome: Outcome): unknown {
  if (outcome instanceof AdminError) return outcome.code;
  if (!(outcome instanceof FixedSuccess)) return outcome.data;
  const request = new IncomingRequest('GET', '', '', new Map(), '127.0.0.1');
  return (JSON.parse(String(outcome.answer(request).body)) as { readonly data: unknown }).data;
}
