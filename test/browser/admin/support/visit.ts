import { expect } from 'chai';
import type { BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import { eventually } from '../../../support/eventually.js';
import { LOGINS, PASSWORD } from './administrators.js';
import type { Look, Window } from './window.js';

export const PHONE = { width: 390, height: 844 } as const;
/** The smallest screen, and a desktop at a zoom of 400 percent. */
export const SMALL = { width: 320, height: 640 } as const;

/**
 * For tests of what opens, closes or moves. Elsewhere motion is reduced: the browser draws an animated page sixty times a
 * second, and each load begins with animated placeholders.
 */
export const WITH_MOTION = { reducedMotion: 'no-preference' } as const;

export interface VisitOptions extends BrowserContextOptions {
  /** The administrator to sign in. Default: none. */
  readonly as?: keyof typeof LOGINS;
  /** The path to open first, below the prefix. Default "/"; explicitly undefined: none. */
  readonly path?: string | undefined;
  /** Whether requests are expected to fail because of a missing network or server. The browser reports these as errors. */
  readonly failuresExpected?: boolean;
  /** For tests of what a browser loads: in a context of its own, whose cache is empty. */
  readonly fresh?: boolean;
  /** The message of an uncaught error that the test provokes. */
  readonly defectExpected?: string;
}

/** A browser context with at most one signed-in administrator. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Opens a path below the prefix with a page load, as if the user had typed the URL. */
  open(path: string): Promise<void>;
  /** Goes to a path below the prefix inside the loaded application, as Forward does: a tenth of the time of a page load. */
  go(path: string): Promise<void>;
  /** The current path below the prefix, with its query. */
  place(): string;
  /** Waits until the page has sent all its requests and rendered the answers. */
  idle(): Promise<void>;
  /** Problems that the browser has reported so far. */
  readonly problems: readonly string[];
  /** Called at the end of every visit. */
  expectNoProblems(): void;
}

/** Runs in the page: resolves once what has changed is on the screen. */
export const TWO_FRAMES =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))';

/**
 * Runs in the page: whether the application has started, and no placeholder is left. Answers and requests do not tell: the page
 * draws the frames of a long list while it still renders the rows.
 */
const COMPLETE = "document.querySelector('main') !== null && document.querySelector('.skeleton') === null";

/** Runs in the page: adds an entry to its history and goes to it, in the way of daemon/spa/platform/location.ts. */
const step = (url: string): string => `(() => {
  const state = { index: (history.state?.index ?? 0) + 1 };
  history.pushState(state, '', ${JSON.stringify(url)});
  dispatchEvent(new PopStateEvent('popstate', { state }));
})()`;

/** The options that no window knows. */
const OF_THE_VISIT: ReadonlySet<string> = new Set<keyof VisitOptions>([
  'as',
  'path',
  'fresh',
  'failuresExpected',
  'defectExpected',
]);

/** The options that a page takes at any time, and those that only a new context takes. */
export function windowOptions(options: VisitOptions): { readonly look: Look; readonly rest: BrowserContextOptions } {
  const { viewport, reducedMotion, colorScheme, forcedColors, timezoneId, ...others } = options;
  const look = { viewport, reducedMotion, colorScheme, forcedColors, timezoneId };
  const rest = Object.entries(others).filter(([name]) => !OF_THE_VISIT.has(name));
  return {
    look: Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined)),
    rest: Object.fromEntries(rest),
  };
}

export async function openVisit(window: Window, backend: string, options: VisitOptions): Promise<Visit> {
  const { as: who, failuresExpected = false, defectExpected } = options;
  const path = 'path' in options ? options.path : '/';
  const { context, page } = window;
  const problems: string[] = [];
  window.report = (problem) => void problems.push(problem);
  page.on('pageerror', ({ message }) => {
    if (message !== defectExpected) problems.push(`uncaught: ${message}`);
  });
  page.on('console', (message) => {
    const text = message.text();
    // Many tests expect errors from the API. The response handler below reports those that must never occur.
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
    go: (to) => page.evaluate(step(backend + to)),
    async idle() {
      // Rendering one answer may cause the next request.
      do {
        await eventually(() => expect([...underWay].map((request) => request.url())).to.deep.equal([]));
        await eventually(async () => expect(await page.evaluate(COMPLETE)).to.equal(true));
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

/** Signs in like the page, so that the browser holds the cookie. */
async function signIn(context: BrowserContext, backend: string, login: string): Promise<void> {
  const answer = await context.request.post(`${backend}/api/v1/auth/login`, {
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
    data: { login, password: PASSWORD },
    // The context may be an older one, whose connection the server has closed because it was idle.
    maxRetries: 2,
  });
  expect(answer.status(), await answer.text()).to.equal(200);
}
