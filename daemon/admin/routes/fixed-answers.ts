import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Request } from '../../http/request.js';
import type { Response } from '../../http/response.js';
import { FIXED_HEADERS, SELECTING_HEADERS, successResponse } from './envelope.js';
import { packedFile } from './packed-file.js';

/** A success whose bytes are the same for every request: with an entity tag, and compressed. */
export class FixedSuccess {
  readonly answer: (request: Request) => Response;

  constructor(data: object) {
    const bytes = Buffer.from(successResponse({ data }).body);
    this.answer = packedFile({ bytes, packed: packed(bytes), headers: FIXED_HEADERS, vary: SELECTING_HEADERS });
  }
}

/** Below this size, a compressed answer needs as many packets. */
const WORTHWHILE_BYTES = 1024;
/** Half of the time that the default level takes, for a twentieth more bytes. */
const BROTLI_QUALITY = 5;

function packed(bytes: Buffer): { readonly br?: Buffer; readonly gzip?: Buffer } {
  if (bytes.length < WORTHWHILE_BYTES) return {};
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return { br: brotliCompressSync(bytes, { params }), gzip: gzipSync(bytes) };
}

/**
 * The answers with texts and schemas, each prepared at its first use. Only for objects that are frozen for the life of the
 * daemon, and that come from its own files and the host's registration alone. Nothing else is compressed: the length of a
 * compressed answer tells whether two of its parts are alike, so an answer with a record or a token must not be (BREACH,
 * docs/decisions/admin-api.md).
 */
export class FixedAnswers {
  readonly #kept = new WeakMap<object, FixedSuccess>();

  of(data: object): FixedSuccess {
    const kept = this.#kept.get(data) ?? new FixedSuccess(data);
    this.#kept.set(data, kept);
    return kept;
  }
}
