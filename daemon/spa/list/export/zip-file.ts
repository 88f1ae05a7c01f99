import { BlobParts } from './export-file.js';

/** A file of the archive that is complete, for the directory at the end. */
interface Entry {
  readonly name: Uint8Array<ArrayBuffer>;
  readonly offset: number;
  readonly crc: number;
  readonly compressed: number;
  readonly size: number;
}

/** The sizes of the format without its 64-bit extension, which this writer does not have. */
const MAX_SIZE = 0xffffffff;
/** Sizes follow the data; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980, the first day of the format: equal contents give equal files. */
const DOS_DATE = 0x0021;

/** Writes an archive one file after the other, of any length, with the browser's own compression (APPNOTE.TXT 6.3.3). */
export class ZipFile {
  readonly #parts = new BlobParts();
  readonly #entries: Entry[] = [];
  readonly #encoder = new TextEncoder();

  /** Begins a file. Complete it before the next one. */
  open(fileName: string): ZipEntry {
    const name = this.#encoder.encode(fileName);
    const offset = this.#parts.length;
    this.#parts.push(
      layout(
        [0x04034b50, 4],
        [20, 2],
        [FLAGS, 2],
        [DEFLATED, 2],
        [0, 2],
        [DOS_DATE, 2],
        [0, 4],
        [0, 4],
        [0, 4],
        [name.length, 2],
        [0, 2],
      ),
    );
    this.#parts.push(name);
    return new ZipEntry(this.#parts, this.#encoder, ({ crc, compressed, size }) => {
      this.#parts.push(layout([0x08074b50, 4], [crc, 4], [compressed, 4], [size, 4]));
      this.#entries.push({ name, offset, crc, compressed, size });
    });
  }

  finish(type: string): Blob {
    const start = this.#parts.length;
    for (const { name, offset, crc, compressed, size } of this.#entries) {
      this.#parts.push(
        layout(
          [0x02014b50, 4],
          ...([20, 20, FLAGS, DEFLATED, 0, DOS_DATE].map((value) => [value, 2]) as Field[]),
          [crc, 4],
          [compressed, 4],
          [size, 4],
          [name.length, 2],
          ...([0, 0, 0, 0].map((value) => [value, 2]) as Field[]),
          [0, 4],
          [offset, 4],
        ),
      );
      this.#parts.push(name);
    }
    const { length } = this.#entries;
    const directory = this.#parts.length - start;
    this.#parts.push(
      layout([0x06054b50, 4], [0, 2], [0, 2], [length, 2], [length, 2], [directory, 4], [start, 4], [0, 2]),
    );
    return this.#parts.blob(type);
  }
}

/** One file of an archive. */
export class ZipEntry {
  #source: ReadableStreamDefaultController<BufferSource> | undefined;
  readonly #compressing: Promise<void>;
  #crc = 0xffffffff;
  #size = 0;
  #compressed = 0;

  constructor(
    parts: BlobParts,
    readonly encoder: TextEncoder,
    readonly onClosed: (entry: Pick<Entry, 'crc' | 'compressed' | 'size'>) => void,
  ) {
    const source = new ReadableStream<BufferSource>({ start: (controller) => void (this.#source = controller) });
    const compressed = source.pipeThrough(new CompressionStream('deflate-raw'));
    this.#compressing = this.#collect(compressed.getReader(), parts);
  }

  /** Throws RangeError if the file becomes too long. */
  add(text: string): void {
    const bytes = this.encoder.encode(text);
    this.#size += bytes.length;
    if (this.#size > MAX_SIZE) throw new RangeError('a file of an archive has at most 4 GiB');
    this.#crc = crc32(bytes, this.#crc);
    this.#source?.enqueue(bytes);
  }

  async close(): Promise<void> {
    this.#source?.close();
    await this.#compressing;
    this.onClosed({ crc: ~this.#crc >>> 0, compressed: this.#compressed, size: this.#size });
  }

  async #collect(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, parts: BlobParts): Promise<void> {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      this.#compressed += value.length;
      parts.push(value);
    }
  }
}

type Field = readonly [value: number, bytes: 2 | 4];

/** Numbers in little-endian order. */
function layout(...fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [, width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [value, width] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

function crc32(bytes: Uint8Array, before: number): number {
  let crc = before;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return crc;
}
