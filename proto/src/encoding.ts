import { NoJsonForm, NotTheMessage } from './not-the-message.js';

/** How messages cross HTTP: as protobuf, or as proto3 JSON for peers without protobuf. */
export const ENCODINGS = ['proto', 'json'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The media type of a body in that encoding (Connect protocol, "Unary-Request"). */
export function mediaTypeOf(encoding: Encoding): string {
  return `application/${encoding}`;
}

/** The encoding that a Content-Type names; undefined for any other media type. */
export function encodingOf(contentType: string | undefined): Encoding | undefined {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  return ENCODINGS.find((encoding) => mediaTypeOf(encoding) === mediaType);
}

/**
 * A message in an encoding, from its binary form. `name` is its full name: "gatehouse.host.v1.TransactRequest". The JSON
 * library is loaded on first use, so that a process that speaks protobuf alone does not pay for it. Throws NoJsonForm.
 */
export async function encoded(encoding: Encoding, name: string, bytes: Buffer): Promise<Buffer> {
  return encoding === 'proto' ? bytes : (await import('./json.js')).jsonOf(name, bytes);
}

/** The binary form of a message. Throws NotTheMessage for a body that is not its JSON; does not check the binary form. */
export async function decoded(encoding: Encoding, name: string, body: Buffer): Promise<Buffer> {
  return encoding === 'proto' ? body : (await import('./json.js')).bytesOf(name, body);
}

export { NoJsonForm, NotTheMessage };
