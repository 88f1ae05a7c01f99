import { createHash } from 'node:crypto';
import type { Asset } from '../model/schema/asset.js';
import type { AssetUrls } from '../model/schema/view-parts.js';
import type { Controller } from '../model/registration.js';
import type { Problems } from '../schema/problems.js';
import { didYouMeanFile } from '../schema/files/nearest-file.js';
import { registered } from '../schema/spot.js';
import type { PluginFiles } from './plugin-files.js';

/** Length of `v` in URLs: enough to tell versions apart, short enough to read. */
const VERSION_LENGTH = 12;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

export interface ControllerAssets {
  readonly urls: AssetUrls;
  readonly assets: readonly Asset[];
}

/** The files that a controller declares, with their URLs. What is missing or may not be served stops startup. */
export function controllerAssets(
  controller: Controller,
  { files }: PluginFiles,
  prefix: string,
  problems: Problems,
): ControllerAssets {
  const find = (kind: 'scripts' | 'styles', extensions: readonly string[]): Asset[] =>
    controller.assets[kind].flatMap((path, index) => {
      const at = registered(`${controller.id}: assets.${kind}[${index}]`);
      const folder = `plugins/${controller.vendor}/${controller.plugin}/assets/`;
      const extension = /\.([a-z]+)$/.exec(path)?.[1] ?? '';
      if (!isPlainPath(path)) {
        problems.add(at, `"${path}" is not a path under assets/`, { expected: 'a path such as js/meter.js' });
      } else if (!extensions.includes(extension)) {
        problems.add(at, `"${path}" is not served`, { expected: extensions.map((one) => `.${one}`).join(' or ') });
      } else {
        const bytes = files.get(folder + path);
        if (bytes !== undefined) return [asset(controller, path, CONTENT_TYPES[extension] ?? '', bytes, prefix)];
        problems.add(at, `there is no file ${folder}${path}`, { advice: didYouMeanFile(folder + path, files.keys()) });
      }
      return [];
    });
  const scripts = find('scripts', ['js', 'mjs']);
  const styles = find('styles', ['css']);
  return {
    urls: { scripts: scripts.map(({ url }) => url), styles: styles.map(({ url }) => url) },
    assets: [...scripts, ...styles],
  };
}

function asset(controller: Controller, path: string, contentType: string, bytes: Buffer, prefix: string): Asset {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const full = `${controller.vendor}/${controller.plugin}/${path}`;
  return {
    path: full,
    url: `${prefix}/assets/${full}?v=${sha256.slice(0, VERSION_LENGTH)}`,
    contentType,
    sha256,
    etag: `"${sha256}"`,
    bytes,
  };
}

/** Segments that mean themselves in every URL: nothing to decode, nothing that climbs, no hidden files. */
function isPlainPath(path: string): boolean {
  return /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/.test(path);
}
