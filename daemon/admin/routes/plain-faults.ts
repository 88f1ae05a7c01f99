import type { Response } from '../../http/response.js';
import type { HandlerRoute } from '../../http/route.js';

/** Faults of routes that answer files: there is no envelope to put them into. */
export const plainFaults: Pick<HandlerRoute, 'fault' | 'bodyRefused'> = {
  fault: () => plain(500, 'Internal error.'),
  bodyRefused: () => plain(413, 'This address takes no body.'),
};

function plain(status: number, sentence: string): Response {
  return {
    status,
    headers: [
      ['content-type', 'text/plain; charset=utf-8'],
      ['cache-control', 'no-store'],
    ],
    body: `${sentence}\n`,
  };
}
