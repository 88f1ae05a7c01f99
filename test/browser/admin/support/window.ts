import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { eventually } from '../../../support/eventually.js';

export const DESKTOP = { width: 1440, height: 900 } as const;
/** A window as most visits have it. */
const USUAL = { viewport: DESKTOP, locale: 'en-GB', reducedMotion: 'reduce' } as const;

/** The options that a page takes at any time. A context has all others from its beginning. */
export interface Look {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly reducedMotion?: 'reduce' | 'no-preference';
  readonly colorScheme?: 'light' | 'dark' | 'no-preference';
  readonly forcedColors?: 'active' | 'none';
  /** Of this page alone, not of others that the test opens in the same context. */
  readonly timezoneId?: string;
}

/** A browser context with one page. */
export interface Window {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Called for each violation of the Content-Security-Policy. */
  report: (problem: string) => void;
}

/**
 * Reports each policy violation with its location. It is injected through the browser's own protocol, which is exempt from
 * the policy.
 */
const WATCH_POLICY = `document.addEventListener('securitypolicyviolation', (event) => {
  reportProblem(\`policy: \${event.effectiveDirective} blocked \${event.blockedURI} at \${event.sourceFile}:\${event.lineNumber}\`);
})`;

export async function openWindow(browser: Browser, look: BrowserContextOptions = {}): Promise<Window> {
  const context = await browser.newContext({ ...USUAL, ...look });
  await context.exposeBinding('reportProblem', (_source, text: string) => {
    window.report(text);
  });
  await context.addInitScript(WATCH_POLICY);
  const page = await context.newPage();
  const route = page.route.bind(page);
  page.route = async (...values) => {
    const added = await route(...values);
    await untilIntercepted(page, route);
    return added;
  };
  const window: Window = { context, page, report: () => undefined };
  return window;
}

/**
 * Chromium says that a route works before the page knows of it, and a page that is busy handles keys first: one request of
 * two hundred passed the route. Without a route, the daemon answers the probe with 200.
 */
async function untilIntercepted(page: Page, route: Page['route']): Promise<void> {
  // A page load follows, of which the browser itself asks the routes. The policy of that document allows no request.
  if (!page.url().startsWith('http') || page.url().endsWith(DOCUMENT)) return;
  await route(`**${PROBE}`, (probe) => probe.fulfill({ status: 204 }));
  await eventually(async () => {
    const status = await page.evaluate<number>(`fetch('${PROBE}', { method: 'HEAD' }).then(({ status }) => status)`);
    if (status !== 204) throw new Error(`the page does not know of its routes yet (${status})`);
  });
  await page.unroute(`**${PROBE}`);
}

/** Methods whose effects stay with a context. A window in which a test called one of them serves no other visit. */
const LASTING = {
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newPage',
    'on',
    'route',
    'routeWebSocket',
    'setExtraHTTPHeaders',
    'setOffline',
  ],
  page: ['addInitScript', 'exposeBinding', 'exposeFunction', 'routeWebSocket', 'setExtraHTTPHeaders'],
  clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
} as const;

/** Events of a page that tests listen for. */
const EVENTS = ['console', 'dialog', 'download', 'filechooser', 'pageerror', 'popup'] as const;
const NETWORK = ['request', 'requestfailed', 'requestfinished', 'response'] as const;

/**
 * A document of the same origin without code, from which the storage can be cleared. No route may answer instead: a route turns
 * the browser's caches off, and the next visit would load and compile the application anew.
 */
const DOCUMENT = '/.well-known/oauth-authorization-server';
const PROBE = `${DOCUMENT}?probe`;
const CLEAR_STORAGE = `(async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
})()`;

/**
 * One window for one visit after the other: a load in a page that has loaded the application before takes half of the processor
 * time. Between two visits it becomes as new: without cookies, storage, history, routes and listeners. After a failure, and
 * after a test that changed the context for good, the next visit has a new window.
 */
export class UsualWindow {
  #idle: Window | undefined;
  readonly #spent = new WeakSet<Window>();
  readonly #devTools = new WeakMap<Window, CDPSession>();
  /** Those that a test has opened. Their effects, such as a virtual authenticator, end with them. */
  readonly #opened = new WeakMap<Window, CDPSession[]>();

  constructor(
    private readonly browser: Browser,
    private readonly origin: string,
  ) {}

  get idle(): BrowserContext | undefined {
    return this.#idle?.context;
  }

  async take({ viewport, timezoneId, ...media }: Look = {}): Promise<Window> {
    const window = this.#idle ?? (await this.#open());
    this.#idle = undefined;
    if (timezoneId !== undefined) await this.#setZone(window, timezoneId);
    if (viewport !== undefined) await window.page.setViewportSize(viewport);
    if (Object.keys(media).length > 0) await window.page.emulateMedia(media);
    return window;
  }

  async giveBack(window: Window): Promise<void> {
    if (this.#spent.has(window) || this.#idle !== undefined) return window.context.close();
    await this.#renew(window);
    this.#idle = window;
  }

  async #open(): Promise<Window> {
    const window = await openWindow(this.browser);
    this.#devTools.set(window, await window.context.newCDPSession(window.page));
    const spend = (target: object, methods: readonly string[]): void => {
      for (const name of methods) {
        const original = Reflect.get(target, name) as (...values: unknown[]) => unknown;
        const noting = (...values: unknown[]): unknown => {
          this.#spent.add(window);
          return original.apply(target, values);
        };
        Reflect.set(target, name, noting);
      }
    };
    const opened: CDPSession[] = [];
    this.#opened.set(window, opened);
    const newSession = window.context.newCDPSession.bind(window.context);
    window.context.newCDPSession = async (target) => {
      const session = await newSession(target);
      opened.push(session);
      return session;
    };
    spend(window.context, LASTING.context);
    spend(window.context.clock, LASTING.clock);
    spend(window.page, LASTING.page);
    return window;
  }

  async #renew(window: Window): Promise<void> {
    const { context, page } = window;
    for (const event of [...EVENTS, ...NETWORK]) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const session of this.#opened.get(window)?.splice(0) ?? []) await session.detach();
    // A form with unsaved text asks whether to leave, and the browser accepts if nothing listens. Then it may keep a draft.
    await page.goto(this.origin + DOCUMENT);
    await page.evaluate(CLEAR_STORAGE);
    await context.clearCookies();
    await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, reducedMotion: 'reduce' });
    await page.setViewportSize(DESKTOP);
    await page.mouse.move(-1, -1);
    await this.#setZone(window, '');
    await this.#devTools.get(window)?.send('Page.resetNavigationHistory');
  }

  /** @param timezoneId empty: that of the machine */
  async #setZone(window: Window, timezoneId: string): Promise<void> {
    await this.#devTools.get(window)?.send('Emulation.setTimezoneOverride', { timezoneId });
  }
}
