import { isNotModified } from '../../http/conditional.js';
import type { Header, Response } from '../../http/response.js';
import type { HandlerRoute } from '../../http/route.js';
import type { Asset } from '../model/schema/asset.js';
import { ADMIN_CSP, SAME_ORIGIN } from './headers.js';
import { plainFaults } from './plain-faults.js';

/**
 * One route a file, for exactly the files that controllers declare: there is no path to climb, for nothing is looked up on a
 * disk. Whatever else is asked for below assets/ is the single-page application's to answer.
 */
export function assetRoutes(prefix: string, assets: Iterable<Asset>): HandlerRoute[] {
  return [...assets].map((asset) => {
    const headers: readonly Header[] = [
      ['content-type', asset.contentType],
      ['etag', asset.etag],
      // The URL changes with the content, but nobody is held to it: no-cache means that a copy is checked before it is used.
      ['cache-control', 'no-cache'],
      SAME_ORIGIN,
      ADMIN_CSP,
    ];
    const whole: Response = { status: 200, headers, body: asset.bytes };
    const notModified: Response = { status: 304, headers };
    return {
      ...plainFaults,
      name: 'admin.asset',
      method: 'GET',
      path: `${prefix}/assets/${asset.path}`,
      cors: false,
      maxBodyBytes: 0,
      handle: (request) => (isNotModified(request.headers.get('if-none-match'), asset.etag) ? notModified : whole),
    };
  });
}
