import { startAdminSite, type AdminSite } from '../../test/browser/admin/support/site.js';
import type { Figure } from '../aims.js';
import type { FigureResult } from '../judge.js';
import type { Control } from '../measure/control.js';
import { median } from '../measure/statistics.js';
import { noiseOf, print } from '../report.js';
import { ROUNDS } from '../settings.js';

/** A slow mobile network, as the tools of browsers simulate it. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1000 * 1000) / 8,
  uploadThroughput: (750 * 1000) / 8,
};
const LIST = '/acme/blog/posts';
/** A run is the median of this many visits. */
const VISITS = 3;

/** Injected before any script of the page: when the first frame with rows has reached the screen. */
const WATCH = `window.rowsShown = new Promise((resolve) => {
  requestAnimationFrame(function look() {
    const hasRows = document.querySelectorAll('tbody tr').length > 0 && !document.querySelector('tbody .skeleton');
    // The next callback runs once this frame is there.
    requestAnimationFrame(hasRows ? resolve : look);
  });
});`;

interface Reading {
  readonly shownMs: number;
  readonly bytes: number;
  readonly requests: number;
}

const READ = `(async () => {
  const shownMs = await window.rowsShown;
  const resources = performance.getEntriesByType('resource');
  const [page] = performance.getEntriesByType('navigation');
  const bytes = [page, ...resources].reduce((sum, { transferSize }) => sum + transferSize, 0);
  return { shownMs, bytes, requests: resources.length + 1 };
})()`;

/**
 * A signed-in administrator opens a list in headless Chromium with nothing in its cache, over a slow network: from the
 * navigation until the rows are on the screen. The browser, the demo's host and the daemon share all cores.
 */
export async function measureFirstList(control: Control): Promise<ReadonlyMap<Figure, FigureResult>> {
  const site = await startAdminSite();
  const controls: number[] = [];
  const readings: Reading[][] = [];
  try {
    await visit(site);
    for (let run = 0; run < ROUNDS; run++) {
      controls.push(await control.measure());
      const visits: Reading[] = [];
      for (let count = 0; count < VISITS; count++) visits.push(await visit(site));
      readings.push(visits);
    }
  } finally {
    await site.stop();
  }
  const values = readings.map((visits) => median(visits.map(({ shownMs }) => shownMs)));
  const all = readings.flat();
  print('\n## first list in a browser: fresh cache, 1.6 Mbit/s, 150 ms\n');
  print(
    `until rows are shown, ms, each run the median of ${String(VISITS)}: ${values.map((ms) => ms.toFixed(0)).join(', ')}`,
  );
  print(
    `transferred: ${median(all.map(({ bytes }) => bytes)).toFixed(0)} bytes in ` +
      `${median(all.map(({ requests }) => requests)).toFixed(0)} requests`,
  );
  print(noiseOf(controls));
  return new Map<Figure, FigureResult>([['first list', { values, control: controls }]]);
}

/** In a context of its own, whose cache is empty; the sign-in before it loads none of the page's files. */
async function visit(site: AdminSite): Promise<Reading> {
  await site.forgetAttempts();
  let reading: Reading | undefined;
  await site.visit({ as: 'admin', path: undefined }, async ({ page, context, open }) => {
    await context.addInitScript(WATCH);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: false });
    await session.send('Network.clearBrowserCache');
    await session.send('Network.emulateNetworkConditions', NETWORK);
    await open(LIST);
    reading = await page.evaluate<Reading>(READ);
  });
  if (reading === undefined) throw new Error('the visit read nothing');
  return reading;
}
