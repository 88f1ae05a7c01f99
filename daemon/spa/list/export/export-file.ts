import { composed } from '../../../admin/api/spelling.js';
import type { ExportedCell } from '../../../admin/api/exported-cell.js';

/** A file that grows row by row. Only its compressed or encoded parts are kept, as Blobs, which browsers move to the disk. */
export interface ExportFile {
  /** Ends of the file's name. */
  readonly extension: 'csv' | 'xlsx';
  /** Rows that it can still take; Infinity without a limit. */
  readonly room: number;
  /** The headings are the first row. */
  addRows(rows: readonly (readonly ExportedCell[])[]): Promise<void>;
  finish(): Promise<Blob>;
}

/** Bytes that are held in the memory of the page. */
const HELD_BYTES = 4 * 1024 * 1024;

/** Collects bytes in Blobs. */
export class BlobParts {
  readonly #blobs: Blob[] = [];
  #held: Uint8Array<ArrayBuffer>[] = [];
  #heldBytes = 0;
  length = 0;

  push(bytes: Uint8Array<ArrayBuffer>): void {
    this.length += bytes.length;
    this.#heldBytes += bytes.length;
    this.#held.push(bytes);
    if (this.#heldBytes >= HELD_BYTES) this.#release();
  }

  blob(type: string): Blob {
    this.#release();
    return new Blob(this.#blobs, { type });
  }

  #release(): void {
    if (this.#held.length > 0) this.#blobs.push(new Blob(this.#held));
    this.#held = [];
    this.#heldBytes = 0;
  }
}

/**
 * A name that every operating system accepts: "Posts 2026-11-23.csv".
 * @param title the list's; it may contain anything
 */
export function fileName(title: string, day: string, extension: string): string {
  const safe = composed(title)
    .replace(/[^\p{L}\p{M}\p{N} _-]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  const name = [...safe].slice(0, 80).join('').trim();
  return `${name === '' ? '' : `${name} `}${day}.${extension}`;
}
