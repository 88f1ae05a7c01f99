import type { Browser } from 'playwright-core';
import { startBrowser } from './browser.js';

let browser: Promise<Browser> | undefined;

/** The browser that the suites of a run share: its start costs more than most pages. A suite closes the contexts that it opens. */
export function sharedBrowser(): Promise<Browser> {
  return (browser ??= startBrowser());
}

// After the whole run.
after(async () => {
  await (await browser)?.close();
});
