import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { messageOf } from '../../core/faults.js';
import type { Logger } from '../../core/runtime.js';
import type { HostTarget } from '../channel/connection.js';

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** As every other program on this machine resolves it, /etc/hosts included. */
const RESOLVE: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address);

/** How soon a new host gets requests. */
const REPEATED_MS = 5000;

/**
 * Replaces each name among the targets by all of its addresses, now and again every five seconds. A name that cannot be
 * resolved keeps the addresses that it had.
 */
export class Records {
  readonly #known = new Map<string, readonly string[]>();
  #timer: NodeJS.Timeout | undefined;
  #problem = '';
  #isStopped = false;

  constructor(
    private readonly targets: readonly HostTarget[],
    private readonly onTargets: (targets: readonly HostTarget[]) => void,
    private readonly logger: Logger,
    private readonly resolve: Resolve = RESOLVE,
  ) {}

  /** Never rejects. */
  async start(): Promise<void> {
    const problems: string[] = [];
    const found = await Promise.all(this.targets.map((target) => this.#recordsOf(target, problems)));
    if (this.#isStopped) return;
    const problem = problems.join('; ');
    if (problem !== '' && problem !== this.#problem) this.logger.warn({}, problem);
    this.#problem = problem;
    this.onTargets(found.flat());
    this.#timer = setTimeout(() => void this.start(), REPEATED_MS);
    this.#timer.unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #recordsOf(target: HostTarget, problems: string[]): Promise<readonly HostTarget[]> {
    const place = placeOf(target);
    if (place === undefined) return [target];
    try {
      this.#known.set(place.name, [...new Set(await this.resolve(place.name))].sort());
    } catch (error) {
      problems.push(`cannot resolve the name of a host, ${place.name}: ${messageOf(error)}`);
    }
    return (this.#known.get(place.name) ?? []).map(place.at);
  }
}

/** The name in a target, and the target for one of its addresses; undefined if it has no name. */
function placeOf(target: HostTarget) {
  if ('url' in target) {
    const name = new URL(target.url).hostname;
    return isIP(name.replace(/^\[(.*)\]$/, '$1')) > 0
      ? undefined
      : { name, at: (ip: string): HostTarget => ({ ...target, ip }) };
  }
  const [, name = '', port = ''] = /^([^:[\]]+):(\d+)$/.exec(target.address) ?? [];
  if (name === '' || isIP(name) > 0) return undefined;
  const at = (ip: string): HostTarget => ({ address: isIP(ip) === 6 ? `[${ip}]:${port}` : `${ip}:${port}`, name });
  return { name, at };
}
