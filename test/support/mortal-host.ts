import type { OAuthOptions } from '@gatehouse/host';
import { existsSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild, untilReady, type Child } from './child.js';
import type { Loopback } from './host.js';
import { tempDir } from './temp-dir.js';

const PROCESS = fileURLToPath(new URL('fixtures/host-process.js', import.meta.url));

/** A host process that a test can kill in the middle of a transaction and restart on its database. */
export interface MortalHost {
  /** A postgres:// URL, or the path of an SQLite file. */
  readonly database: string;
  /** The current process, or the last one. */
  readonly process: Child | undefined;
  start(): Promise<void>;
  /** It dies of SIGKILL at the step with this number, counted from the next transaction on. */
  dieAtStep(step: number): void;
  /**
   * Returns true if it survived since dieAtStep because it had fewer steps. If it did not, resolves when it is dead.
   */
  survived(): Promise<boolean>;
  /** SIGTERM: it answers the requests that it has accepted, and ends. */
  stop(): Promise<void>;
  /** Kills it immediately, whatever it is doing. */
  kill(): Promise<void>;
  /** SIGSTOP: its connections stay open without answers. */
  pause(): void;
  resume(): void;
}

/**
 * @param database a postgres:// URL; by default a new SQLite file
 * @param token makes it a host over HTTP with that shared token
 * @param shop with the shop as its admin half, which createShopOnPostgres has put into the database
 */
export function mortalHost(
  address: Loopback,
  oauth: OAuthOptions,
  database?: string,
  { shop = false, token }: { readonly shop?: boolean; readonly token?: string } = {},
): MortalHost {
  const dir = tempDir('mortal-host');
  const databaseOfHost = database ?? join(dir, 'host.db');
  const crashFile = join(dir, 'crash');
  const diedFile = join(dir, 'died');
  let child: Child | undefined;
  /** The next one, loading while the current one has yet to die. */
  let next: Promise<Child> | undefined;

  function load(): Promise<Child> {
    const settings = JSON.stringify({ address, oauth, database: databaseOfHost, crashFile, diedFile, shop, token });
    return startChild(process.execPath, [PROCESS, settings]);
  }
  const says = (started: Child, word: string): Promise<void> =>
    untilReady(started, 'the host', () => {
      if (!started.output().includes(word)) throw new Error(`the host has not reported yet that it is ${word}`);
    });

  return {
    database: databaseOfHost,
    get process() {
      return child;
    },
    async start() {
      const started = await (next ?? load());
      child = started;
      await says(started, 'loaded');
      started.signal('SIGUSR2');
      await says(started, 'ready');
      next = load();
    },
    dieAtStep: (step) => writeFileSync(crashFile, String(step)),
    async survived() {
      if (!existsSync(diedFile)) {
        writeFileSync(crashFile, '');
        return true;
      }
      unlinkSync(diedFile);
      await child?.exited;
      return false;
    },
    stop: async () => void (await child?.end()),
    async kill() {
      const standby = next;
      next = undefined;
      await Promise.all([child?.end('SIGKILL'), standby?.then((one) => one.end('SIGKILL'))]);
    },
    pause: () => child?.signal('SIGSTOP'),
    resume: () => child?.signal('SIGCONT'),
  };
}
