/** How values of the ports look in the tables (schema.ts). */

export function joined(values: readonly string[]): string {
  return values.join(' ');
}

export function split(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}

export function bytesOrNull(bytes: Buffer): Buffer | null {
  return bytes.length === 0 ? null : bytes;
}

const NO_BYTES = Buffer.alloc(0);

/** Drivers differ in what they return for bytes: Buffer, Uint8Array, ArrayBuffer. */
export function toBuffer(bytes: Buffer | Uint8Array | ArrayBuffer | null): Buffer {
  if (bytes === null) return NO_BYTES;
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes as Uint8Array);
}
