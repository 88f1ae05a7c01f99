/** CBOR (RFC 8949), as much as a passkey has. */

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

export function int(value: number): Buffer {
  return value < 0 ? head(1, -1 - value) : head(0, value);
}

export function bytes(value: Buffer): Buffer {
  return Buffer.concat([head(2, value.length), value]);
}

export function text(value: string): Buffer {
  const encoded = Buffer.from(value);
  return Buffer.concat([head(3, encoded.length), encoded]);
}

export function list(values: readonly Buffer[]): Buffer {
  return Buffer.concat([head(4, values.length), ...values]);
}

export function map(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat()]);
}
