import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { AssetUrls } from '../../admin/model/schema/view-parts.js';
import { useApp } from '../app/app-context.js';

/**
 * The assets of a controller, for as long as its list or form is open.
 * @param urls of the schema; undefined while that is loaded
 * @returns whether the style sheets are there (or cannot be had): before that, content would be seen without them
 */
export function useControllerAssets(urls: AssetUrls | undefined): boolean {
  const { assets } = useApp();
  const settled = useSyncExternalStore(assets.subscribe, assets.get);
  // Before the browser paints: the sheet of the screen before is never seen on this one.
  useLayoutEffect(() => (urls === undefined ? undefined : assets.open(urls)), [assets, urls]);
  return urls?.styles.every((url) => settled.has(url)) ?? false;
}
