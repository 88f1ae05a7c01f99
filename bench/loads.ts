import type { ExpectedAnswer } from './measure/load.js';
import type { Scenario } from './peers/peer.js';

/** The load of a scenario, and the expected response. */
export interface ScenarioLoad {
  readonly expected: ExpectedAnswer;
  readonly connections: number;
  readonly warmUp: {
    readonly seconds: number;
    readonly connections: number;
    /** Requests of another scenario with the same code, if a scan of the table would make this one too slow to warm up. */
    readonly as?: Scenario;
  };
  /** Maximum of requests in one round. */
  readonly most: number;
}

/** Enough connections to keep the core busy while a commit waits for the disk. */
const CONNECTIONS = 64;

const OAUTH: ScenarioLoad = {
  expected: { statuses: [200] },
  connections: CONNECTIONS,
  // Roughly until the compiler is done; over more connections, so that a slow disk does not reduce it.
  warmUp: { seconds: 8, connections: 256 },
  most: Infinity,
};

/** There are few administrators: 16 at the same moment are a large company. */
const ADMIN: ScenarioLoad = {
  expected: { statuses: [200] },
  connections: 16,
  warmUp: { seconds: 8, connections: 64 },
  most: Infinity,
};

export const LOADS: Readonly<Record<Scenario, ScenarioLoad>> = {
  metadata: OAUTH,
  register: { ...OAUTH, expected: { statuses: [201] } },
  // The embedded store accepts 20,000 pending requests and rejects further ones: all loads together stay below.
  authorize: { ...OAUTH, expected: { statuses: [302, 303], location: '/connect?request=' }, most: 2500 },
  exchange: OAUTH,
  refresh: OAUTH,
  'admin-list': { ...ADMIN, warmUp: { ...ADMIN.warmUp, as: 'admin-page' } },
  'admin-page': ADMIN,
  'admin-search': { ...ADMIN, warmUp: { ...ADMIN.warmUp, as: 'admin-page' } },
  'admin-show': ADMIN,
  'admin-update': ADMIN,
  'admin-partial': ADMIN,
  // A hash takes so long that unfinished requests of more connections would delay the next round.
  'admin-login': { ...ADMIN, connections: 2, warmUp: { seconds: 4, connections: 2 } },
};
