import { chromium, type Browser } from 'playwright-core';

/**
 * Debian's chromium without its own user interface. The full browser renders that interface even without a window,
 * which took nearly half of the tests' processor time.
 */
const EXECUTABLE = '/usr/bin/chromium-headless-shell';

/**
 * A page of a test lives for seconds. V8's optimizing compilers take more time than their code saves there, even for axe, and so do
 * collections of a small young generation. Pixels are drawn by the processor: in a few wide tiles instead of hundreds, but not in
 * one for the whole window, which it would draw anew for each focus ring. Together a third of the processor time of a browser test.
 */
const SHORT_LIVED = [
  '--js-flags=--no-turbofan --no-maglev --min-semi-space-size=16',
  '--default-tile-width=1440',
  '--default-tile-height=256',
];

/** As in `eventually`: a safety net, not an assertion. Playwright's own limit is 30 seconds, which a busy machine exceeds. */
const PATIENCE_MS = 120_000;

/** @param blinkSettings "name=value,name=value", for what a context cannot set, such as the pointers of the device */
export async function startBrowser(blinkSettings?: string): Promise<Browser> {
  // Chromium's own sandbox refuses to run as root, and tests in a container run as root.
  const args = [...SHORT_LIVED, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  if (blinkSettings !== undefined) args.push(`--blink-settings=${blinkSettings}`);
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args, timeout: PATIENCE_MS });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}
