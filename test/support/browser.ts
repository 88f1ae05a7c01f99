import { chromium, type Browser } from 'playwright-core';

/**
 * Debian's chromium without its own user interface. The full browser renders that interface even without a window,
 * which took nearly half of the tests' processor time.
 */
const EXECUTABLE = '/usr/bin/chromium-headless-shell';

/** @param blinkSettings "name=value,name=value", for what a context cannot set, such as the pointers of the device */
export function startBrowser(blinkSettings?: string): Promise<Browser> {
  // Chromium's own sandbox refuses to run as root, and tests in a container run as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  if (blinkSettings !== undefined) args.push(`--blink-settings=${blinkSettings}`);
  return chromium.launch({ executablePath: EXECUTABLE, args });
}
