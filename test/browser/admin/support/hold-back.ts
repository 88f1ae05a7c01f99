import type { Page } from 'playwright-core';

/** Keeps all requests for a URL waiting until the returned function is called. */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Pages opened from now on never show a screen without a file for which they have waited four seconds or more. */
export async function waitForever(page: Page): Promise<void> {
  await page.addInitScript(`{
    const setTimeout = window.setTimeout;
    window.setTimeout = (callback, ms, ...rest) => (ms >= 4000 ? 0 : setTimeout(callback, ms, ...rest));
  }`);
}
