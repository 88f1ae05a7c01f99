import type { Clock } from '../core/clock.js';
import { messageOf } from '../core/message-of.js';
import type { Response } from '../http/response.js';
import type { Route } from '../http/route.js';

/** Something without which requests cannot be answered: the host, Redis. */
export interface ReadinessCheck {
  readonly name: string;
  /** Why it is not ready, in words for an operator; an empty string when it is. A rejection counts as a problem. */
  problem(): Promise<string>;
}

export interface HealthOptions {
  readonly checks: readonly ReadinessCheck[];
  /** Dangerous options in force. They make nobody unready, but must be seen. */
  readonly warnings: () => readonly string[];
  readonly clock: Clock;
}

export interface Health {
  /** /healthz and /readyz. */
  readonly routes: readonly Route[];
  /** From now on /readyz answers 503, whatever the checks say. */
  beginDraining(): void;
}

interface Readiness {
  readonly status: 'ready' | 'not_ready' | 'draining';
  /** "ok", or what is wrong. */
  readonly checks: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

/** Anybody may ask, as often as they like, and that must not become as many calls to the host. */
const REUSED_FOR_MS = 1000;
const CHECK_TIMEOUT_MS = 2000;

/**
 * Two questions of an orchestrator. /healthz: does the process run; if not, restart it. /readyz: can it answer requests;
 * if not, send them elsewhere. A missing host makes a daemon unready, never unhealthy: a restart would not bring it back.
 */
export function createHealth({ checks, warnings, clock }: HealthOptions): Health {
  let draining = false;
  let answer: Promise<Readonly<Record<string, string>>> | undefined;
  let askedAt = -Infinity;

  function checked(): Promise<Readonly<Record<string, string>>> {
    const now = clock.now();
    if (answer === undefined || now - askedAt >= REUSED_FOR_MS || now < askedAt) {
      askedAt = now;
      answer = runAll(checks);
    }
    return answer;
  }

  async function readiness(): Promise<Readiness> {
    const results = await checked();
    const ready = Object.values(results).every((result) => result === 'ok');
    return { status: draining ? 'draining' : ready ? 'ready' : 'not_ready', checks: results, warnings: warnings() };
  }

  return {
    beginDraining() {
      draining = true;
    },
    routes: [
      { name: 'health.live', method: 'GET', path: '/healthz', cors: false, response: json(200, { status: 'alive' }) },
      {
        name: 'health.ready',
        method: 'GET',
        path: '/readyz',
        cors: false,
        maxBodyBytes: 0,
        handle: async () => {
          const found = await readiness();
          return json(found.status === 'ready' ? 200 : 503, found);
        },
        fault: () => json(500, { status: 'not_ready' }),
        bodyRefused: () => json(413, { status: 'refused' }),
      },
    ],
  };
}

async function runAll(checks: readonly ReadinessCheck[]): Promise<Readonly<Record<string, string>>> {
  const results = await Promise.all(checks.map(async (check) => [check.name, await run(check)] as const));
  return Object.fromEntries(results);
}

/** Never rejects, and never takes longer than its time. */
async function run(check: ReadinessCheck): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${CHECK_TIMEOUT_MS} ms`), CHECK_TIMEOUT_MS);
  });
  try {
    return (await Promise.race([check.problem(), tooLong])) || 'ok';
  } catch (error) {
    return messageOf(error);
  } finally {
    clearTimeout(timer);
  }
}

function json(status: number, value: object): Response {
  return {
    status,
    headers: [
      ['content-type', 'application/json'],
      ['cache-control', 'no-store'],
    ],
    body: `${JSON.stringify(value)}\n`,
  };
}
