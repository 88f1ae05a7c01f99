import { failures } from '../../daemon/hostcheck/report.js';
import { runHostCheck } from '../../daemon/hostcheck/run.js';
import { INACTIVE } from '../broken/admin/directory.js';
import type { ServedHost } from '../broken/serve.js';

/** A host that breaks one sentence of the contract; everything else is that of a host that passes check-host. */
export interface Mutant {
  readonly half: 'oauth' | 'admin';
  readonly name: string;
  serve(): Promise<ServedHost>;
  /** Checks whose name contains one of these run first; if all of them pass, the whole suite runs. */
  readonly likely: readonly string[];
  /** The sentence of the contract, for the newer services: `admin_view.proto: "A view belongs to"`. */
  readonly breaks?: string;
  /** Why no check can notice it. Such a mutant is listed in docs/hosts.md, and does not count. */
  readonly invisible?: string;
}

export interface Verdict {
  readonly mutant: Mutant;
  /** Names of the checks that failed; none: it survived. */
  readonly noticedBy: readonly string[];
}

/** Runs check-host against the mutant. */
export async function judge(mutant: Mutant): Promise<Verdict> {
  const served = await mutant.serve();
  try {
    const { address } = served;
    const first = mutant.likely.length === 0 ? [] : await failed(address, mutant.likely);
    return { mutant, noticedBy: first.length > 0 ? first : await failed(address, []) };
  } finally {
    await served.close();
  }
}

async function failed(address: string, only: readonly string[]): Promise<readonly string[]> {
  return failures(
    await runHostCheck({ address, only, scratch: true, partials: ['stats'], inactiveAdministrator: INACTIVE }),
  ).map(({ name }) => name);
}
