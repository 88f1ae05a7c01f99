import { readFile, stat } from 'node:fs/promises';
import { messageOf } from '../../core/faults.js';

/** An image that administrators see on every screen. */
export interface BrandImage {
  readonly bytes: Buffer;
  readonly extension: 'svg' | 'png';
}

const MAX_BYTES = 256 * 1024;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Throws a sentence for the operator: what is wrong with the file, and what would be right. */
export async function readBrandImage(path: string): Promise<BrandImage> {
  const bytes = await readBytes(path);
  if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return { bytes, extension: 'png' };
  if (isSvg(bytes)) return { bytes, extension: 'svg' };
  throw new Error(`${path} is neither an SVG nor a PNG image; convert it to one of them`);
}

async function readBytes(path: string): Promise<Buffer> {
  const found = await stat(path).catch((error: unknown) => {
    throw new Error(`${path} cannot be read: ${messageOf(error)}`);
  });
  if (!found.isFile()) throw new Error(`${path} is not a file; name an SVG or PNG image`);
  if (found.size > MAX_BYTES) {
    const kib = Math.ceil(found.size / 1024);
    throw new Error(`${path} has ${kib} KiB, and every page loads it; make it ${MAX_BYTES / 1024} KiB or smaller`);
  }
  return readFile(path);
}

/** By content, since a wrong name would be served with a wrong type. The root element may follow a declaration and comments. */
function isSvg(bytes: Buffer): boolean {
  const text = bytes.toString('utf8').trimStart();
  return text.startsWith('<') && /<svg[\s>]/.test(text.slice(0, 4096));
}
