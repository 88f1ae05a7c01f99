import type { RequestListener } from 'node:http';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { RegisteredClient } from './oauth-flow.js';
import { sharedBrowser } from './shared-browser.js';
import { startStack, type Stack, type StackSettings } from './stack.js';
import { Started } from './started.js';
import { startWebsite, type Website } from './website.js';

/** A stack with the built-in consent page enabled, an application for sign-in, a client to return to, and a browser. */
export interface ConsentPageStack {
  readonly stack: Stack;
  readonly browser: Browser;
  /** The application's sign-in page: signs in every visitor as Ada and redirects back. */
  readonly application: Website;
  /** The client's callback. */
  readonly callback: Website;
  readonly client: RegisteredClient;
  open(options?: BrowserContextOptions, client?: RegisteredClient): Promise<OpenedConsentPage>;
  /** A website that closes with everything else. */
  website(answer: RequestListener, host?: string): Promise<Website>;
  stop(): Promise<void>;
}

/** The consent page in a separate browser, signed in as Ada. */
export interface OpenedConsentPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly verifier: string;
  /** The browser's messages about the page's policy: it must not block anything that the page itself does. */
  readonly blocked: string[];
}

export const html =
  (body: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>client</title>${body}`);

const signInPage: RequestListener = (request, response) => {
  const returnTo = new URL(request.url ?? '', 'http://x').searchParams.get('return_to') ?? '';
  response.writeHead(303, { 'set-cookie': 'session=ada; Path=/; HttpOnly; SameSite=Lax', location: returnTo }).end();
};

export async function startConsentPage(settings: StackSettings = {}): Promise<ConsentPageStack> {
  const started = new Started();
  const website = async (answer: RequestListener, host?: string): Promise<Website> =>
    started.add(await startWebsite(answer, host), (site) => site.close());
  const [application, callback] = [await website(signInPage), await website(html('back at the client'))];
  const stack = await startStack({
    shared: true,
    ...settings,
    oauth: { builtinConsentPage: true, ...settings.oauth },
    signIn: {
      resolveUser: async ({ cookie, returnTo }) => {
        const user = /session=(\w+)/.exec(cookie)?.[1];
        return user === undefined
          ? { signInUrl: `${application.origin}/sign-in?return_to=${encodeURIComponent(returnTo)}` }
          : { userId: user, displayName: user === 'ada' ? 'Ada Lovelace' : user };
      },
    },
  });
  const client = await stack.flow.register({
    redirect_uris: [`${callback.origin}/callback`],
    client_name: 'Notes helper',
  });
  const browser = await sharedBrowser();

  return {
    stack,
    browser,
    application,
    callback,
    client,
    website,
    async open(options = {}, forClient = client) {
      const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB', ...options });
      const page = await context.newPage();
      const blocked: string[] = [];
      page.on('console', (message) => {
        if (/content security policy/i.test(message.text())) blocked.push(message.text());
      });
      const { url, verifier } = stack.flow.authorizeRequest(forClient);
      await page.goto(url);
      stack.flow.secrets.add(verifier).add(new URL(page.url()).searchParams.get('request') ?? verifier);
      return { page, context, verifier, blocked };
    },
    async stop() {
      await stack.stop();
      await started.close();
    },
  };
}
