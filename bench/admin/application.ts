import { startAdminSite } from '../../test/browser/admin/support/site.js';
import { median } from '../measure/statistics.js';

/** The targets of docs/admin/rules.md (AD-200) and docs/benchmarks.md. */
const FIRST_LOAD_BYTES = 140_000;
const DROPPED_SECOND_MS = 1000;
const ROWS = 200;
const COLUMNS = 10;
const ROUNDS = 7;
const LIST = `/acme/blog/posts?per_page=${ROWS}`;

interface Reading {
  /** From the API's response to the frame after the one that shows its rows. */
  readonly shownMs: number;
  /** The longest task since the response. */
  readonly longestTaskMs: number;
  /** Between two frames, which a user sees as a freeze. */
  readonly longestFrameMs: number;
  readonly columns: number;
  readonly scriptBytes: number;
}

/** Injected before any script of the page: records every frame and every long task. */
const WATCH = `
window.watched = { frames: [], tasks: [], shownAt: 0 };
new PerformanceObserver((list) => watched.tasks.push(...list.getEntries()))
  .observe({ type: 'longtask', buffered: true });
requestAnimationFrame(function frame(now) {
  watched.frames.push(now);
  if (watched.shownAt === 0) {
    const isThere = document.querySelectorAll('tbody tr').length >= ${ROWS} && !document.querySelector('tbody .skeleton');
    // The frame reaches the screen after this callback; the next callback runs once it is there.
    if (isThere) requestAnimationFrame((next) => (watched.shownAt = next));
  }
  requestAnimationFrame(frame);
});`;

const READ = `(() => {
  const resources = performance.getEntriesByType('resource');
  const answered = resources.find(({ name }) => name.includes('/acme/blog/posts?')).responseEnd;
  const isLater = ({ startTime, duration }) => startTime + duration >= answered;
  // From the last frame before the response.
  const frames = watched.frames.slice(Math.max(0, watched.frames.findIndex((at) => at >= answered) - 1));
  const scripts = resources.filter(({ name }) => /\\/assets\\/[^/]+\\.js$/.test(name));
  return {
    shownMs: watched.shownAt - answered,
    longestTaskMs: Math.max(0, ...watched.tasks.filter(isLater).map(({ duration }) => duration)),
    longestFrameMs: Math.max(...frames.slice(1).map((at, index) => at - frames[index])),
    columns: document.querySelectorAll('thead th').length - 1,
    scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  };
})()`;

/** The application in headless Chromium, on all available cores: a list of 200 rows, reloaded each round. */
export async function measureApplication(): Promise<void> {
  const site = await startAdminSite();
  const readings: Reading[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await site.forgetAttempts();
      await site.visit({ as: 'admin', path: undefined }, async ({ page, context, open }) => {
        await context.addInitScript(WATCH);
        await open(LIST);
        await page
          .locator('tbody tr')
          .nth(ROWS - 1)
          .waitFor();
        await page.waitForLoadState('networkidle');
        readings.push(await page.evaluate<Reading>(READ));
      });
    }
  } finally {
    await site.stop();
  }
  report(readings);
}

function report(readings: readonly Reading[]): void {
  const of = (value: (reading: Reading) => number): readonly [middle: number, worst: number] => {
    const values = readings.map(value);
    return [median(values), Math.max(...values)];
  };
  const verdict = (isMet: boolean): string => (isMet ? 'met' : 'NOT MET');
  const line = (what: string, [middle, worst]: readonly [number, number]): void =>
    console.log(`${what}: ${middle.toFixed(0)} ms, at worst ${worst.toFixed(0)} ms`);
  const [columns] = of((reading) => reading.columns);
  console.log(`\n## the admin application: a list of ${ROWS} rows with ${columns} columns, in headless Chromium\n`);
  line(
    'from the response to the rows on the screen',
    of(({ shownMs }) => shownMs),
  );
  line(
    'longest task',
    of(({ longestTaskMs }) => longestTaskMs),
  );
  const frames = of(({ longestFrameMs }) => longestFrameMs);
  line('longest time between two frames', frames);
  const [, bytes] = of(({ scriptBytes }) => scriptBytes);
  console.log(
    `no second without a frame with ${COLUMNS} columns: ${verdict(frames[1] < DROPPED_SECOND_MS && columns >= COLUMNS)}`,
  );
  console.log(
    `JavaScript of the first list, compressed: ${bytes} bytes; aim ${FIRST_LOAD_BYTES}: ${verdict(bytes > 0 && bytes <= FIRST_LOAD_BYTES)}`,
  );
}
