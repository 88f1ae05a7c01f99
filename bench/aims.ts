import { HAND_WRITTEN } from './admin/contenders.js';
import { BARE, FLOOR, PROVIDER, PROVIDER_ON_SQLITE, ROUTER } from './contenders.js';
import type { Scenario } from './peers/peer.js';
import type { Compared } from './results.js';

/** "atMost": ours divided by theirs. "atLeast": theirs divided by ours, so that 2 is twice as good as they are. */
export type Limit = { readonly atMost: number } | { readonly atLeast: number };

/** Gatehouse compared with the best of others in the same rounds. */
export interface RatioAim {
  readonly what: string;
  readonly scenarios: readonly Scenario[];
  readonly compared: Compared;
  readonly connections: readonly number[];
  readonly against: readonly string[];
  readonly limit: Limit;
  /** The finding of the review of 2026-11-22, with its own harness. */
  readonly reviewed: string;
}

/** Readings that have no request: one for each run. */
export type Figure = 'memory after load' | 'memory idle' | 'daemon ready' | 'host ready' | 'first list';

/** A figure of Gatehouse itself. */
export interface FigureAim {
  readonly what: string;
  readonly figure: Figure;
  readonly unit: 'MiB' | 'ms';
  readonly limit: { readonly atMost: number };
  readonly reviewed: string;
}

const BOTH = [16, 64];

/**
 * The aims for performance, each judged by the median of its runs (judge.ts). CPU is that of a request, of daemon and host
 * together.
 */
export const RATIO_AIMS: readonly RatioAim[] = [
  {
    what: 'exchange, of the floor',
    scenarios: ['exchange'],
    compared: 'cpu',
    connections: BOTH,
    against: [FLOOR],
    limit: { atMost: 1.8 },
    reviewed: '4.1x',
  },
  {
    what: 'refresh, of the floor',
    scenarios: ['refresh'],
    compared: 'cpu',
    connections: BOTH,
    against: [FLOOR],
    limit: { atMost: 1.6 },
    reviewed: '3.2x',
  },
  {
    what: 'exchange and refresh, against the faster in-memory peer',
    scenarios: ['exchange', 'refresh'],
    compared: 'cpu',
    connections: BOTH,
    against: [ROUTER, PROVIDER],
    limit: { atLeast: 1 },
    reviewed: '0.45x',
  },
  {
    what: 'exchange and refresh, against oidc-provider on SQLite',
    scenarios: ['exchange', 'refresh'],
    compared: 'cpu',
    connections: BOTH,
    against: [PROVIDER_ON_SQLITE],
    limit: { atLeast: 2.5 },
    reviewed: '1.05x to 1.6x',
  },
  {
    what: "register, against the MCP SDK's router (maps)",
    scenarios: ['register'],
    compared: 'cpu',
    connections: BOTH,
    against: [ROUTER],
    limit: { atLeast: 1.2 },
    reviewed: '0.5x to 0.84x',
  },
  {
    what: 'authorize, against the same',
    scenarios: ['authorize'],
    compared: 'cpu',
    connections: BOTH,
    against: [ROUTER],
    limit: { atLeast: 1.5 },
    reviewed: '0.95x to 1.1x',
  },
  {
    what: 'p99 of an exchange at 16 connections, of oidc-provider on SQLite',
    scenarios: ['exchange'],
    compared: 'p99',
    connections: [16],
    against: [PROVIDER_ON_SQLITE],
    limit: { atMost: 1 },
    reviewed: '1.6x',
  },
  {
    what: "unloaded p50 of an exchange, of the floor's",
    scenarios: ['exchange'],
    compared: 'p50',
    connections: [1],
    against: [FLOOR],
    limit: { atMost: 2.5 },
    reviewed: '–',
  },
  {
    what: 'metadata, of bare uWebSockets.js',
    scenarios: ['metadata'],
    compared: 'cpu',
    connections: BOTH,
    against: [BARE],
    limit: { atLeast: 0.95 },
    reviewed: '0.98x',
  },
  admin('list', 0.75, '0.46x'),
  admin('search', 0.8, '0.24x'),
  admin('page', 0.6, '0.37x'),
  admin('show', 0.35, '0.19x'),
  admin('update', 0.75, '0.66x'),
];

export const FIGURE_AIMS: readonly FigureAim[] = [
  {
    what: 'memory of daemon and host after load',
    figure: 'memory after load',
    unit: 'MiB',
    limit: { atMost: 150 },
    reviewed: '182',
  },
  { what: 'memory of both, idle', figure: 'memory idle', unit: 'MiB', limit: { atMost: 110 }, reviewed: '145' },
  {
    what: 'ready: daemon beside a running host',
    figure: 'daemon ready',
    unit: 'ms',
    limit: { atMost: 350 },
    reviewed: '709',
  },
  { what: 'ready: host', figure: 'host ready', unit: 'ms', limit: { atMost: 250 }, reviewed: '457' },
  {
    what: 'first list in a browser on a fresh cache at 1.6 Mbit/s, 150 ms',
    figure: 'first list',
    unit: 'ms',
    limit: { atMost: 2500 },
    reviewed: 'not measured',
  },
];

function admin(act: 'list' | 'search' | 'page' | 'show' | 'update', atLeast: number, reviewed: string): RatioAim {
  return {
    what: `admin ${act}, of the floor on better-sqlite3`,
    scenarios: [`admin-${act}`],
    compared: 'cpu',
    connections: BOTH,
    against: [HAND_WRITTEN],
    limit: { atLeast },
    reviewed,
  };
}
