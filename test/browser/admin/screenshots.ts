import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { arrange, SCREENS } from './support/screens.js';
import { startAdminSite } from './support/site.js';
import { PHONE, SMALL } from './support/visit.js';
import { DESKTOP } from './support/window.js';

/**
 * `make screenshots` takes a picture of every screen for review, in light and dark, at five widths. Arguments limit it to
 * the named screens.
 */
const OUTPUT = fileURLToPath(new URL('../../../../test/output/screens/', import.meta.url));
const LAPTOP = { width: 1280, height: 800 } as const;
const TABLET = { width: 768, height: 1024 } as const;
const VIEWPORTS = { desktop: DESKTOP, laptop: LAPTOP, tablet: TABLET, phone: PHONE, small: SMALL } as const;
const wanted = process.argv.slice(2);
const screens = SCREENS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

if (wanted.length === 0) rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });
const site = await startAdminSite();
try {
  for (const screen of screens) {
    for (const [device, viewport] of Object.entries(VIEWPORTS)) {
      await site.forgetAttempts();
      const { path, as: who } = screen;
      await site
        .visit({ path, viewport, reducedMotion: 'reduce', ...(who && { as: who }) }, async (visit) => {
          await arrange(screen, visit);
          for (const colorScheme of ['light', 'dark'] as const) {
            await visit.page.emulateMedia({ colorScheme });
            await visit.page.screenshot({ path: `${OUTPUT}${screen.name}-${device}-${colorScheme}.png` });
          }
        })
        .catch((error: unknown) => {
          console.error(`${screen.name} on the ${device}: ${String(error)}`);
          process.exitCode = 1;
        });
    }
    console.log(screen.name);
  }
} finally {
  await site.stop();
}
