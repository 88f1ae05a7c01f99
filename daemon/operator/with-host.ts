import { hostConfigOf } from '../config/peers.js';
import type { Config } from '../config/schema.js';
import type { Logger } from '../core/runtime.js';
import type { FurtherProblems } from '../host/describe.js';
import type { HostDescription } from '../host/from-proto/description.js';
import type { HostLink } from '../host/link.js';
import { connectHost } from '../host/link.js';
import { VERSION } from '../version.js';

const CLOSING_MS = 1000;
/** For an application that was started in the command before, and does not listen yet. */
const STARTING_MS = 5000;

/** Asks the host for its description, for a command that needs it once. Throws if the host does not answer validly. */
export function describeOnce(config: Config, furtherProblems?: FurtherProblems): Promise<HostDescription> {
  return withHost(config, (_host, description) => Promise.resolve(description), furtherProblems);
}

/** Connects to the host for the duration of one command. Throws if the host does not answer Describe validly. */
export async function withHost<T>(
  config: Config,
  use: (host: HostLink, description: HostDescription) => Promise<T>,
  furtherProblems?: FurtherProblems,
): Promise<T> {
  let settle: { resolve(description: HostDescription): void; reject(error: Error): void } | undefined;
  const answer = new Promise<HostDescription>((resolve, reject) => (settle = { resolve, reject }));
  const hosts = hostConfigOf(config);
  // The daemon would retry forever. A command reports a wrong answer immediately, and of several hosts when none of them answers.
  const problems = new Map<string, string>();
  let patience: NodeJS.Timeout | undefined;
  const giveUp = (): void => settle?.reject(new Error([...problems.values()].join('\n')));
  const fail = (fields: { readonly host?: string }, message: string): void => {
    problems.set(fields.host ?? '', message);
    if (problems.size < hosts.at.length) return;
    if (host.status().connected) giveUp();
    else patience ??= setTimeout(giveUp, STARTING_MS);
  };
  const silent = (): void => undefined;
  const logger: Logger = { debug: silent, info: silent, warn: fail, error: fail };
  const host = connectHost(hosts, {
    logger,
    telemetry: { rpcFinished: silent, contractViolation: silent },
    gatehouseVersion: VERSION,
    onDescription: (description) => settle?.resolve(description),
    ...(furtherProblems && { furtherProblems }),
  });
  try {
    await host.start();
    return await use(host, await answer);
  } finally {
    clearTimeout(patience);
    await host.stop(CLOSING_MS);
  }
}
