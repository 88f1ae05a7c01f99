import { startAdminSite, type AdminSite } from './site.js';

let site: Promise<AdminSite> | undefined;

/**
 * The site of all browser tests, as it was when it was started: once a file, before its tests. Starting one takes four seconds of
 * a core, putting everything back a fraction of one.
 */
export async function sharedAdminSite(): Promise<AdminSite> {
  site ??= startAdminSite();
  const shared = await site;
  await shared.reset();
  return shared;
}

// Of the whole run: it ends with the last file.
after(async () => {
  await (await site)?.stop();
});
