import type { ExpectedAnswer } from './measure/load.js';
import type { Scenario } from './peers/peer.js';

/** How much of a scenario is sent, and what has to come back. */
export interface ScenarioLoad {
  readonly expected: ExpectedAnswer;
  readonly connections: number;
  readonly warmUp: {
    readonly seconds: number;
    readonly connections: number;
    /** Requests of another scenario: the same code, in a time in which a scan of the table would let it run too seldom. */
    readonly as?: Scenario;
  };
  /** Requests in one round at the most. */
  readonly most: number;
}

/** Enough connections to keep the core busy while a commit waits for the disk. */
const CONNECTIONS = 64;

const OAUTH: ScenarioLoad = {
  expected: { statuses: [200] },
  connections: CONNECTIONS,
  // Until the compiler is done, roughly; over more connections, so that a slow disk does not shorten it.
  warmUp: { seconds: 8, connections: 256 },
  most: Infinity,
};

/** Administrators are few: 16 of them at the same moment are a large company. */
const ADMIN: ScenarioLoad = {
  expected: { statuses: [200] },
  connections: 16,
  warmUp: { seconds: 8, connections: 64 },
  most: Infinity,
};

export const LOADS: Readonly<Record<Scenario, ScenarioLoad>> = {
  metadata: OAUTH,
  register: { ...OAUTH, expected: { statuses: [201] } },
  // The embedded store takes 20,000 pending requests, and refuses further ones: all loads together stay below.
  authorize: { ...OAUTH, expected: { statuses: [302, 303], location: '/connect?request=' }, most: 2500 },
  exchange: OAUTH,
  refresh: OAUTH,
  'admin-list': { ...ADMIN, warmUp: { ...ADMIN.warmUp, as: 'admin-page' } },
  'admin-page': ADMIN,
  'admin-search': { ...ADMIN, warmUp: { ...ADMIN.warmUp, as: 'admin-page' } },
  'admin-show': ADMIN,
  'admin-update': ADMIN,
  'admin-partial': ADMIN,
  // A hash takes so long that what more connections leave behind would be in the way of the next round.
  'admin-login': { ...ADMIN, connections: 2, warmUp: { seconds: 4, connections: 2 } },
};
