import type { Clock } from '../../core/runtime.js';
import { AdminError } from '../api/errors.js';
import { ADMINISTRATOR_PATHS, ADMINISTRATORS, controllerPath, PATHS } from '../api/paths.js';
import { MANAGES_ADMINISTRATORS } from '../builtin/registration.js';
import type { Ports } from '../ports/ports.js';
import { createListSessions } from '../usecases/list-sessions.js';
import type { AdminRequest, GuardedEndpoint } from './endpoint.js';
import { controllerEndpoint, ownEndpoint } from './endpoint.js';
import { askingOf, recordInPath } from './read-request.js';

export interface SessionsDependencies {
  readonly ports: Pick<Ports, 'accounts' | 'sessions'>;
  readonly clock: Clock;
}

/** The endpoints of the list of sessions, one's own and those of colleagues. */
export function sessionListEndpoints({ ports, clock }: SessionsDependencies): GuardedEndpoint[] {
  const { list, end } = createListSessions({ ...ports, clock });
  const listed = async (id: string, request: AdminRequest) => {
    const sessions = await list(id, request.claims, askingOf(request));
    return sessions instanceof AdminError ? sessions : { data: sessions };
  };
  const ended = async (id: string, request: AdminRequest) =>
    (await end(id, request.parameters.get('session') ?? '', askingOf(request))) ?? { data: null };
  const place = { path: controllerPath(ADMINISTRATORS), permissions: [MANAGES_ADMINISTRATORS] };
  const { sessions, session } = ADMINISTRATOR_PATHS;
  return [
    ownEndpoint('GET', PATHS.ownSessions, 'own_sessions', 0, (request) => listed(request.administrator.id, request)),
    ownEndpoint('DELETE', PATHS.ownSession, 'end_own_session', 0, (request) =>
      ended(request.administrator.id, request),
    ),
    controllerEndpoint(place, 'GET', sessions, 'sessions', 0, (request) =>
      listed(recordInPath(request.parameters), request),
    ),
    controllerEndpoint(place, 'DELETE', session, 'end_session', 0, (request) =>
      ended(recordInPath(request.parameters), request),
    ),
  ];
}
