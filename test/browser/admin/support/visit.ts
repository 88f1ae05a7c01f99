import { expect } from 'chai';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import { eventually } from '../../../support/eventually.js';
import { LOGINS, PASSWORD } from './administrators.js';

export const DESKTOP = { width: 1440, height: 900 } as const;
export const PHONE = { width: 390, height: 844 } as const;

export interface VisitOptions extends BrowserContextOptions {
  /** Signed in already. Default: nobody is. */
  readonly as?: keyof typeof LOGINS;
  /** Below the prefix: what is opened first. Default "/"; undefined in so many words: nothing is. */
  readonly path?: string | undefined;
  /** Whether requests are meant to fail for want of a network or a server, which the browser reports as errors. */
  readonly failuresExpected?: boolean;
  /** What an uncaught error of the page says that the test provokes. */
  readonly defectExpected?: string;
}

/** One administrator in front of one browser. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Opens a path below the prefix anew, as its address typed in. */
  open(path: string): Promise<void>;
  /** Where the page is, below the prefix, with its query. */
  place(): string;
  /** Until the page has asked for everything that it needs, and has drawn what came. */
  idle(): Promise<void>;
  /** What the browser complained about so far. */
  readonly problems: readonly string[];
  /** Called at the end of every visit. */
  expectNoProblems(): void;
}

/** Tells of each violation where it happened; the browser's own protocol puts it in, to which the policy does not apply. */
const WATCH_POLICY = `document.addEventListener('securitypolicyviolation', (event) => {
  reportProblem(\`policy: \${event.effectiveDirective} blocked \${event.blockedURI} at \${event.sourceFile}:\${event.lineNumber}\`);
})`;

const TWO_FRAMES =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))';

export async function openVisit(browser: Browser, backend: string, options: VisitOptions): Promise<Visit> {
  const { as: who, failuresExpected = false, defectExpected, ...look } = options;
  const path = 'path' in options ? options.path : '/';
  const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-GB', ...look });
  const problems: string[] = [];
  await context.exposeBinding('reportProblem', (_source, text: string) => void problems.push(text));
  await context.addInitScript(WATCH_POLICY);
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.on('pageerror', ({ message }) => {
    if (message !== defectExpected) problems.push(`uncaught: ${message}`);
  });
  page.on('console', (message) => {
    const text = message.text();
    // What the API refuses is part of many tests; answers that may never be seen are below.
    const isAnswer = text.startsWith('Failed to load resource: the server responded');
    if (message.type() === 'error' && !isAnswer && !failuresExpected) problems.push(`console: ${text}`);
  });
  page.on('response', (response) => {
    const isApi = response.url().startsWith(`${backend}/api/`);
    const isWrong = response.status() >= (isApi ? 500 : 400);
    if (isWrong && !failuresExpected) problems.push(`${response.status()} ${response.url()}`);
  });
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => void underWay.delete(request));
  page.on('requestfailed', (request) => void underWay.delete(request));
  if (who !== undefined) await signIn(context, backend, LOGINS[who]);

  const visit: Visit = {
    page,
    context,
    open: async (to) => void (await page.goto(backend + to)),
    async idle() {
      // What is drawn from one answer may ask for the next.
      do {
        await eventually(() => expect([...underWay].map((request) => request.url())).to.deep.equal([]));
        await page.evaluate(TWO_FRAMES);
      } while (underWay.size > 0);
    },
    place: () => page.url().slice(backend.length),
    problems,
    expectNoProblems: () => expect(problems).to.deep.equal([]),
  };
  if (path !== undefined) await visit.open(path);
  return visit;
}

/** As the page does it, so that the cookie is the browser's. */
async function signIn(context: BrowserContext, backend: string, login: string): Promise<void> {
  const answer = await context.request.post(`${backend}/api/v1/auth/login`, {
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
    data: { login, password: PASSWORD },
  });
  expect(answer.status(), await answer.text()).to.equal(200);
}
