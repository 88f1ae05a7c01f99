import type { Clock } from '../core/runtime.js';
import { messageOf } from '../core/faults.js';
import { within } from '../core/timing.js';
import type { Response } from '../http/response.js';
import type { Route } from '../http/router.js';

/** A peer that requests depend on: the host, Redis. */
export interface ReadinessCheck {
  readonly name: string;
  /** Why it is not ready, in words for an operator; an empty string if it is ready. A rejection counts as a problem. */
  problem(): Promise<string>;
}

export interface HealthDependencies {
  readonly checks: readonly ReadinessCheck[];
  /** Dangerous options in use. They do not affect readiness, but operators must see them. */
  readonly warnings: () => readonly string[];
  readonly clock: Clock;
}

export interface Health {
  /** /healthz and /readyz. */
  readonly routes: readonly Route[];
  /** The answer of /readyz. Never rejects. */
  ready(): Promise<{ readonly status: number; readonly body: string }>;
  /** From now on /readyz returns 503, whatever the checks report. */
  beginDraining(): void;
}

interface Readiness {
  readonly status: 'ready' | 'not_ready' | 'draining';
  /** "ok", or the problem. */
  readonly checks: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

/** Anyone may call it at any rate, which must not cause as many calls to the host. */
const REUSED_FOR_MS = 1000;
/** A peer that has not answered by then counts as away. */
const CHECK_TIMEOUT_MS = 2000;
/**
 * An orchestrator's probe times out after a second by default. A check that takes longer is reported with its previous
 * result.
 */
const ANSWER_WITHIN_MS = 250;

/**
 * Two questions of an orchestrator. /healthz: does the process run? If not, restart it. /readyz: can it answer requests? If
 * not, send them elsewhere. A missing host makes a daemon unready, never unhealthy: a restart would not help.
 */
export function createHealth({ checks, warnings, clock }: HealthDependencies): Health {
  let draining = false;
  const peers = checks.map((check) => new Peer(check, clock));

  async function readiness(): Promise<Readiness> {
    const known = await Promise.all(peers.map(async (peer) => [peer.name, await peer.state()] as const));
    const ready = known.every(([, state]) => state === 'ok');
    return {
      status: draining ? 'draining' : ready ? 'ready' : 'not_ready',
      checks: Object.fromEntries(known),
      warnings: warnings(),
    };
  }

  async function ready() {
    const found = await readiness();
    return { status: found.status === 'ready' ? 200 : 503, body: `${JSON.stringify(found)}\n` };
  }

  return {
    ready,
    beginDraining() {
      draining = true;
    },
    routes: [
      { name: 'health.live', method: 'GET', path: '/healthz', cors: false, response: json(200, ALIVE) },
      {
        name: 'health.ready',
        method: 'GET',
        path: '/readyz',
        cors: false,
        maxBodyBytes: 0,
        handle: async () => {
          const { status, body } = await ready();
          return { status, headers: JSON_HEADERS, body };
        },
        fault: () => json(500, { status: 'not_ready' }),
        bodyRefused: () => json(413, { status: 'refused' }),
      },
    ],
  };
}

/** The answer of /healthz: it says only that the process runs. */
export const ALIVE = { status: 'alive' };

/** One check with its latest result. */
class Peer {
  readonly name: string;
  #state = `no response within ${ANSWER_WITHIN_MS} ms`;
  #underWay: Promise<void> | undefined;
  #askedAt = -Infinity;

  constructor(
    private readonly check: ReadinessCheck,
    private readonly clock: Clock,
  ) {
    this.name = check.name;
  }

  /** "ok" or the problem: from a check of the last second or, while a new one takes long, from the one before. */
  async state(): Promise<string> {
    const now = this.clock.now();
    const isOld = now - this.#askedAt >= REUSED_FOR_MS || now < this.#askedAt;
    if (isOld && this.#underWay === undefined) {
      this.#askedAt = now;
      this.#underWay = run(this.check).then((state) => {
        this.#state = state;
        this.#underWay = undefined;
      });
    }
    if (this.#underWay !== undefined) await within(ANSWER_WITHIN_MS, this.#underWay, () => undefined);
    return this.#state;
  }
}

/** Never rejects, and never takes longer than its time. */
async function run(check: ReadinessCheck): Promise<string> {
  try {
    const tooLong = (): string => `no response within ${CHECK_TIMEOUT_MS} ms`;
    return (await within(CHECK_TIMEOUT_MS, check.problem(), tooLong)) || 'ok';
  } catch (error) {
    return messageOf(error);
  }
}

const JSON_HEADERS: Response['headers'] = [
  ['content-type', 'application/json'],
  ['cache-control', 'no-store'],
];

function json(status: number, value: object): Response {
  return { status, headers: JSON_HEADERS, body: `${JSON.stringify(value)}\n` };
}
