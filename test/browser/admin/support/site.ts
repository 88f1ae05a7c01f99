import Database from 'libsql';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { ApiClient } from '../../../support/admin/client.js';
import { startBrowser } from '../../../support/browser.js';
import { startRedis, type RedisServer } from '../../../support/redis.js';
import { startDemo } from '../../../flows/demo/running-demo.js';
import { PASSWORD } from './administrators.js';
import { openVisit, type Visit, type VisitOptions } from './visit.js';

/** What is on the blog's screens in every browser test: the demo, with its application in front, on a Redis of its own. */
export interface AdminSite {
  /** "http://localhost:20123/backend" */
  readonly backend: string;
  readonly browser: Browser;
  readonly redis: RedisServer;
  /**
   * Lets the test do its work in a browser of its own, and then holds that nothing went wrong out of sight: no error on the
   * console, no violated Content-Security-Policy, no failed request that a test did not mean to fail.
   */
  visit(options: VisitOptions, work: (visit: Visit) => Promise<void>): Promise<void>;
  /** The API as somebody else uses it at the same time. */
  api(login: string): Promise<ApiClient>;
  /** Runs SQL on the blog's database, on a connection of its own. */
  sql(statement: string): Record<string, unknown>[];
  /** Forgets failed sign-ins. */
  forgetAttempts(): Promise<void>;
  stop(): Promise<void>;
}

/** Takes a few seconds: once a file. */
export async function startAdminSite(settings: Readonly<Record<string, string>> = {}): Promise<AdminSite> {
  const redis = await startRedis();
  const demo = await startDemo(undefined, { GATEHOUSE_REDIS__URL: redis.url, ...settings }).catch(
    async (error: unknown) => {
      await redis.stop();
      throw error;
    },
  );
  const browser = await startBrowser();
  const backend = `${demo.issuer}/backend`;
  const guest = new ApiClient(`${backend}/api/v1`);

  return {
    backend,
    browser,
    redis,
    async visit(options, work) {
      const visit = await openVisit(browser, backend, options);
      try {
        await work(visit);
        visit.expectNoProblems();
      } finally {
        await visit.context.close();
      }
    },
    async api(login) {
      const { status, data, body } = await guest.post('/auth/login', { login, password: PASSWORD });
      if (status !== 200) throw new Error(`${login} cannot sign in: ${body}`);
      return guest.with({ authorization: `Bearer ${data.token}` });
    },
    sql(statement) {
      const database = new Database(join(demo.directory, 'blog.sqlite'));
      try {
        database.exec('pragma busy_timeout = 5000');
        const prepared = database.prepare(statement);
        return prepared.reader ? (prepared.all() as Record<string, unknown>[]) : (prepared.run(), []);
      } finally {
        database.close();
      }
    },
    forgetAttempts: async () => void (await redis.command('FLUSHALL')),
    async stop() {
      await browser.close();
      await demo.launcher.end();
      demo.removeFiles();
      await redis.stop();
    },
  };
}
