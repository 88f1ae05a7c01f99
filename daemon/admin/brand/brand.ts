import { sha256 } from '../../core/crypto.js';
import { messageOf } from '../../core/faults.js';
import type { BrandBody } from '../api/brand.js';
import { contentTypeOf } from '../model/asset-types.js';
import { readBrandImage } from './brand-image.js';

/** `admin.brand` of the configuration. A text that is not set is empty. */
export interface BrandConfig {
  readonly name: string;
  readonly logo: string;
  readonly logoDark: string;
  readonly favicon: string;
  /** "#3451c6". */
  readonly accent: string;
  readonly signInTitle: string;
  readonly signInText: string;
}

/** A file whose name contains a hash of its content. */
export interface BrandFile {
  /** "assets/brand-3f2a….svg": the path after the prefix. */
  readonly path: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** The name, images and colors that the operator chose instead of ours, read once at startup. */
export interface Brand {
  readonly body: BrandBody;
  readonly favicon?: BrandFile;
  readonly styles?: BrandFile;
  readonly files: readonly BrandFile[];
}

/**
 * Reads the images and derives the colors. Throws a sentence that names the key, what is wrong with it, and what to do.
 * @param prefix of the admin backend: "/backend"
 */
export async function readBrand(config: BrandConfig, prefix: string): Promise<Brand> {
  if (config.logoDark !== '' && config.logo === '') {
    throw new Error(
      'admin.brand.logo_dark needs admin.brand.logo, which the light theme shows; set both, or logo alone',
    );
  }
  const [logo, logoDark, favicon, styles] = await Promise.all([
    imageOf('admin.brand.logo', config.logo),
    imageOf('admin.brand.logo_dark', config.logoDark),
    imageOf('admin.brand.favicon', config.favicon),
    stylesOf(config.accent),
  ]);
  const urlOf = ({ path }: BrandFile) => `${prefix}/${path}`;
  const body: BrandBody = {
    ...(config.name !== '' && { name: config.name }),
    ...(logo && { logo: { light: urlOf(logo), ...(logoDark && { dark: urlOf(logoDark) }) } }),
    ...(config.signInTitle !== '' && { signInTitle: config.signInTitle }),
    ...(config.signInText !== '' && { signInText: config.signInText }),
  };
  // One image may have several uses, and a path has one route.
  const files = [logo, logoDark, favicon, styles].filter((file) => file !== undefined);
  const byPath = new Map(files.map((file) => [file.path, file]));
  return { body, ...(favicon && { favicon }), ...(styles && { styles }), files: [...byPath.values()] };
}

async function imageOf(key: string, path: string): Promise<BrandFile | undefined> {
  if (path === '') return undefined;
  try {
    const { bytes, extension } = await readBrandImage(path);
    return brandFile(extension, bytes);
  } catch (error) {
    throw new Error(`${key}: ${messageOf(error)}`, { cause: error });
  }
}

async function stylesOf(accent: string): Promise<BrandFile | undefined> {
  if (accent === '') return undefined;
  // Only with an accent: most daemons never calculate with colors.
  const { accentStyles } = await import('./accent-styles.js');
  return brandFile('css', Buffer.from(accentStyles(accent)));
}

function brandFile(extension: 'svg' | 'png' | 'css', bytes: Buffer): BrandFile {
  const path = `assets/brand-${sha256(bytes).toString('hex').slice(0, 16)}.${extension}`;
  const contentType = contentTypeOf(path);
  if (contentType === undefined) throw new Error(`.${extension} has no content type`);
  return { path, contentType, bytes };
}
