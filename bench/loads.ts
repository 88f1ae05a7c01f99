import type { ExpectedAnswer } from './measure/load.js';
import type { Scenario } from './peers/peer.js';

/** The load of a scenario, and the expected response. */
export interface ScenarioLoad {
  readonly expected: ExpectedAnswer;
  /** One round has a load with each of these numbers of connections. */
  readonly connections: readonly number[];
  readonly warmUp: {
    readonly connections: number;
    /** Requests of another scenario with the same code, if a scan of the table would make this one too slow to warm up. */
    readonly as?: Scenario;
  };
  /** Maximum of requests in one load. */
  readonly most: number;
}

/** Few users at the same moment, which most installations have, and enough to keep a core busy while a commit is written. */
const CONNECTIONS = [16, 64] as const;

const OAUTH: ScenarioLoad = {
  expected: { statuses: [200] },
  connections: CONNECTIONS,
  warmUp: { connections: 64 },
  most: Infinity,
};

const ADMIN: ScenarioLoad = {
  expected: { statuses: [200] },
  connections: CONNECTIONS,
  warmUp: { connections: 64 },
  most: Infinity,
};

export const LOADS: Readonly<Record<Scenario, ScenarioLoad>> = {
  metadata: OAUTH,
  register: { ...OAUTH, expected: { statuses: [201] } },
  // There is room for about 20,000 pending requests, and those of Gatehouse and the floor live for a second here.
  authorize: { ...OAUTH, expected: { statuses: [302, 303], location: '/connect?request=' }, most: 6000 },
  // One connection: nothing waits, so the latency is that of the work itself.
  exchange: { ...OAUTH, connections: [1, ...CONNECTIONS] },
  refresh: OAUTH,
  'admin-list': { ...ADMIN, warmUp: { ...ADMIN.warmUp, as: 'admin-page' } },
  'admin-page': ADMIN,
  'admin-search': { ...ADMIN, warmUp: { ...ADMIN.warmUp, as: 'admin-page' } },
  'admin-show': ADMIN,
  'admin-update': ADMIN,
  'admin-partial': { ...ADMIN, connections: [16] },
  'admin-login': { ...ADMIN, connections: [2], warmUp: { connections: 2 } },
};
