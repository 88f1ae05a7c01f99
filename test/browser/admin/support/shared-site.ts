import { startAdminSite, type AdminSite } from './site.js';

let site: Promise<AdminSite> | undefined;

/**
 * The site that all browser tests share. Call it once per file, before its tests: it resets the site to its initial state.
 * Starting a site takes four seconds of CPU time, resetting it a fraction of one.
 */
export async function sharedAdminSite(): Promise<AdminSite> {
  site ??= startAdminSite();
  const shared = await site;
  await shared.reset();
  return shared;
}

// After the whole run: the site stops with the last file.
after(async () => {
  await (await site)?.stop();
});
