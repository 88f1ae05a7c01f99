import Database from 'libsql';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { ApiClient } from '../../../support/admin/client.js';
import { startBrowser } from '../../../support/browser.js';
import { startRedis, type RedisServer } from '../../../support/redis.js';
import { startDemo } from '../../../flows/demo/running-demo.js';
import { LOGINS, PASSWORD } from './administrators.js';
import { openVisit, TWO_FRAMES, windowOptions, type Visit, type VisitOptions } from './visit.js';
import { openWindow, UsualWindow } from './window.js';

/** The site for browser tests: the demo with its application and a Redis of its own. */
export interface AdminSite {
  /** "http://localhost:20123/backend" */
  readonly backend: string;
  readonly browser: Browser;
  readonly redis: RedisServer;
  /**
   * Runs the test's work in a browser context without a trace of others and then checks that nothing went wrong unnoticed: no error on the
   * console, no violation of the Content-Security-Policy, no unexpected failed request.
   */
  visit(options: VisitOptions, work: (visit: Visit) => Promise<void>): Promise<void>;
  /** A visit that lasts for several tests. They call `expectNoProblems` themselves. */
  begin(options: VisitOptions): Promise<LastingVisit>;
  /** The API for another user at the same time. */
  api(login: string): Promise<ApiClient>;
  /** Runs SQL on the blog's database, on a separate connection. */
  sql(statement: string): Record<string, unknown>[];
  /** Clears failed sign-in attempts. */
  forgetAttempts(): Promise<void>;
  /** Restores the initial state: the blog's database, sign-ins, and no windows left open by a failed test. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

export interface LastingVisit extends Visit {
  /** @param succeeded After a failure, no other visit gets this window. */
  end(succeeded: boolean): Promise<void>;
}

/** Characters of the page in the message of a failed test. */
const MOST_SHOWN = 1500;

/** Cheap because nearly every visit signs in. */
const CHEAP_HASHES = { GATEHOUSE_ADMIN__PASSWORD__BCRYPT_COST: '4' };

/** Takes a few seconds. Tests share one site (shared-site.ts). */
export async function startAdminSite(): Promise<AdminSite> {
  const redis = await startRedis();
  const environment = { ...CHEAP_HASHES, GATEHOUSE_REDIS__URL: redis.url };
  const demo = await startDemo(undefined, environment).catch(async (error: unknown) => {
    await redis.stop();
    throw error;
  });
  const browser = await startBrowser();
  const backend = `${demo.issuer}/backend`;
  const usual = new UsualWindow(browser, demo.issuer);
  const guest = new ApiClient(`${backend}/api/v1`);
  const database = join(demo.directory, 'blog.sqlite');
  const seeded = join(demo.directory, 'seeded.sqlite');
  // Signing in rehashes passwords whose hash has a different cost, such as those of the demo's administrators.
  for (const login of Object.values(LOGINS)) await api(login);
  onBlog(database, (blog) => void blog.prepare('vacuum into ?').run(seeded));

  return {
    backend,
    browser,
    redis,
    async visit(options, work) {
      const visit = await begin(options);
      let succeeded = false;
      try {
        await work(visit);
        visit.expectNoProblems();
        succeeded = true;
      } catch (error) {
        throw await explained(error, visit.page);
      } finally {
        await visit.end(succeeded);
      }
    },
    begin,
    api,
    sql(statement) {
      return onBlog(database, (blog) => {
        const prepared = blog.prepare(statement);
        return prepared.reader ? (prepared.all() as Record<string, unknown>[]) : (prepared.run(), []);
      });
    },
    forgetAttempts: async () => void (await redis.command('FLUSHALL')),
    async reset() {
      for (const context of browser.contexts()) if (context !== usual.idle) await context.close();
      onBlog(database, (blog) => restore(blog, seeded));
      await redis.command('FLUSHALL');
    },
    async stop() {
      await browser.close();
      await demo.launcher.end();
      demo.removeFiles();
      await redis.stop();
    },
  };

  async function begin(options: VisitOptions): Promise<LastingVisit> {
    const { look, rest } = windowOptions(options);
    const shared = options.fresh !== true && Object.keys(rest).length === 0;
    const window = await (shared ? usual.take(look) : openWindow(browser, { ...look, ...rest }));
    const end = (succeeded: boolean): Promise<void> =>
      shared && succeeded ? usual.giveBack(window) : window.context.close();
    try {
      return { ...(await openVisit(window, backend, options)), end };
    } catch (error) {
      const failure = await explained(error, window.page);
      await end(false);
      throw failure;
    }
  }

  async function api(login: string): Promise<ApiClient> {
    const { status, data, body } = await guest.post('/auth/login', { login, password: PASSWORD });
    if (status !== 200) throw new Error(`${login} cannot sign in: ${body}`);
    return guest.with({ authorization: `Bearer ${data.token}` });
  }
}

/** Adds what the page showed. Playwright waits for two frames before it clicks, and does not say so. */
async function explained(error: unknown, page: Page): Promise<unknown> {
  if (!(error instanceof Error)) return error;
  if (!(await draws(page))) error.message += '\n(the page draws no frames)';
  else error.message += `\n(${page.url()} showed: ${await shown(page)})`;
  return error;
}

/** The text of the page, its end first of all: messages and dialogs are there. */
function shown(page: Page): Promise<string> {
  const text = page.evaluate<string>(`document.body.innerText.replace(/\\s+/g, ' ').slice(-${MOST_SHOWN})`);
  return text.catch((error: unknown) => String(error));
}

async function draws(page: Page): Promise<boolean> {
  const frames = page.evaluate(TWO_FRAMES).then(
    () => true,
    () => false,
  );
  return Promise.race([frames, sleep(5000, false)]);
}

function onBlog<Result>(path: string, work: (blog: Database.Database) => Result): Result {
  const blog = new Database(path);
  try {
    // The application writes for milliseconds, but a busy machine may let it wait in between.
    blog.exec('pragma busy_timeout = 60000');
    return work(blog);
  } finally {
    blog.close();
  }
}

/** Replaces every row of every table in one transaction, so that concurrent readers see either all of it or none. */
function restore(blog: Database.Database, seeded: string): void {
  blog.exec('pragma foreign_keys = off');
  blog.prepare('attach ? as seeded').run(seeded);
  const tables = blog.prepare("select name from seeded.sqlite_master where type = 'table'").all() as { name: string }[];
  const copies = tables.map(
    ({ name }) => `delete from main."${name}"; insert into main."${name}" select * from seeded."${name}";`,
  );
  blog.exec(`begin immediate; ${copies.join(' ')} commit;`);
}
