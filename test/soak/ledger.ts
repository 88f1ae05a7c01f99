import type { Answer } from '../support/http-client.js';

/** A fault of the parts: "host killed", from and to. `to` is Infinity while it lasts. */
interface Phase {
  readonly name: string;
  readonly from: number;
  to: number;
}

/** deploy/nginx-two-daemons.conf promises that this loses no request. */
export const RESTART_OF_DAEMONS = 'rolling restart of the daemons';
/** docs/operations.md, "Several hosts", promises it of this. */
export const RESTART_OF_HOSTS = 'rolling restart of the hosts';
const LOSES_NOTHING: readonly string[] = [RESTART_OF_DAEMONS, RESTART_OF_HOSTS];

/**
 * A daemon that has started and not heard from its host: "Until a backend is attached, handlers needing storage answer
 * 500."
 */
const NOT_ATTACHED = 'The application is not connected yet.';

/** A connection that ended: the reason, if a documented promise allows it, and its whole history. */
interface Ended {
  whyEnded(): string | undefined;
  trace(): string;
}

/** The results of a soak run. */
export class Ledger {
  readonly startedAt = performance.now();
  readonly phases: Phase[] = [];
  readonly failed = new Map<string, number>();
  readonly succeeded = new Map<string, number>();
  readonly usedTwice: string[] = [];
  readonly lost: string[] = [];
  readonly explained = new Map<string, number>();
  /** Durations of refreshes, in milliseconds, by phase. */
  readonly latencies = new Map<string, number[]>();
  readonly samples: Sample[] = [];
  /** Requests answered with 500 for a reason other than NOT_ATTACHED, and what the daemons logged about them. */
  readonly faults: string[] = [];
  /** Requests that failed during a rolling restart without any other fault. */
  readonly failedInRollingRestart: string[] = [];

  /**
   * @param logs what each daemon wrote so far
   * @param hostDeadlineMs host.deadline of the daemons
   * @param proxyLog what nginx wrote so far
   */
  constructor(
    readonly logs: () => readonly string[],
    readonly hostDeadlineMs: number,
    readonly proxyLog: () => string,
  ) {}

  begin(name: string): Phase {
    const phase = { name, from: performance.now(), to: Infinity };
    this.phases.push(phase);
    return phase;
  }

  /** An answer, the error in place of one, or undefined for a successful step. */
  request(kind: string, outcome: Answer | Error | undefined, startedAt: number): void {
    const now = performance.now();
    const phase = this.faultsBetween(startedAt, now).join(', ') || 'nothing';
    if (outcome === undefined || (!(outcome instanceof Error) && outcome.status < 400)) {
      count(this.succeeded, kind);
      if (kind === 'refresh') {
        const all = this.latencies.get(phase) ?? [];
        all.push(now - startedAt);
        this.latencies.set(phase, all);
      }
      return;
    }
    const why = outcome instanceof Error ? errorCode(outcome) : `${outcome.status} ${oauthError(outcome)}`.trim();
    count(this.failed, `${kind}: ${why}, during: ${phase}`);
    if (!(outcome instanceof Error) && outcome.status === 500 && !outcome.body.includes(NOT_ATTACHED)) {
      const id = String(outcome.headers['x-request-id']);
      const log = this.logs().flatMap((text) => text.split('\n').filter((line) => line.includes(id)));
      this.faults.push([`${kind}, ${id}, during: ${phase}`, ...log.map((line) => `    log: ${line}`)].join('\n'));
    }
    // Rejecting a code or token that was presented twice is correct.
    const isRefusal = !(outcome instanceof Error) && outcome.status === 400;
    if (LOSES_NOTHING.includes(phase) && !isRefusal) {
      // A daemon that is not listening is expected: nginx asks the next one.
      const problem = this.proxyLog()
        .trim()
        .split('\n')
        .findLast((line) => !line.includes('Connection refused'));
      this.failedInRollingRestart.push(`${kind}: ${why}, ${phase}; nginx: ${problem ?? 'no error'}`);
    }
  }

  /** Its refresh token was rejected, or did not work at the end. */
  ended(lineage: Ended): void {
    const why = lineage.whyEnded();
    if (why === undefined) this.lost.push(`a connection\n${lineage.trace()}`);
    else this.explain(why);
  }

  explain(why: string): void {
    count(this.explained, why);
  }

  /** Returns true if a part whose name begins with this was down or lost its data between two moments. */
  wasDown(part: string, from: number, to: number): boolean {
    return this.faultsBetween(from, to).some((name) => name.startsWith(part));
  }

  faultsBetween(from: number, to: number): readonly string[] {
    const names = this.phases.filter((phase) => phase.from <= to && phase.to >= from).map(({ name }) => name);
    return [...new Set(names)];
  }

  time(at: number): string {
    return `${((at - this.startedAt) / 1000).toFixed(3)} s`;
  }

  get passed(): boolean {
    return [this.usedTwice, this.lost, this.faults, this.failedInRollingRestart].every(({ length }) => length === 0);
  }
}

export interface Sample {
  readonly name: string;
  readonly memoryMiB: number;
  readonly descriptors: number;
  /** The maximum delay of the event loop since the previous sample. */
  readonly eventLoopMs: number;
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

function errorCode(error: Error): string {
  return 'code' in error ? String(error.code) : error.message.slice(0, 80).replace(/\s+/g, ' ');
}

function oauthError(answer: Answer): string {
  try {
    const { error } = answer.json();
    return typeof error === 'string' ? error : '';
  } catch {
    return '';
  }
}
