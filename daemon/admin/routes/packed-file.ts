import { sha256 } from '../../core/crypto.js';
import type { Coding } from '../../http/headers.js';
import { chooseCoding, CODINGS, isNotModified } from '../../http/headers.js';
import type { Request } from '../../http/request.js';
import type { Header, Response } from '../../http/response.js';

/** Bytes that are the same for every request. They contain no secret: a compressed length tells about its content. */
export interface PackedFile {
  readonly bytes: Buffer;
  readonly packed: Partial<Readonly<Record<Exclude<Coding, 'identity'>, Buffer>>>;
  /** The headers of every answer, including 304 (RFC 9110 §15.4.5). */
  readonly headers: readonly Header[];
  /** Request headers that select the file, beside Accept-Encoding: "Accept-Language, Cookie". */
  readonly vary?: string;
}

interface Answers {
  readonly etag: string;
  readonly whole: Response;
  readonly notModified: Response;
}

/** Returns a file in the coding that the client prefers. All answers are prepared in advance, none per request. */
export function packedFile({ bytes, packed, headers, vary }: PackedFile): (request: Request) => Response {
  const digest = sha256(bytes).toString('hex');
  const answers = new Map<Coding, Answers>();
  for (const coding of CODINGS) {
    const body = coding === 'identity' ? bytes : packed[coding];
    if (body === undefined) continue;
    // A strong tag identifies the exact bytes, which differ between codings (RFC 9110 §8.8.3.3).
    const etag = coding === 'identity' ? `"${digest}"` : `"${digest}-${coding}"`;
    const varied = vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`;
    const all: readonly Header[] = [...headers, ['etag', etag], ['vary', varied]];
    const encoding: readonly Header[] = coding === 'identity' ? [] : [['content-encoding', coding]];
    answers.set(coding, {
      etag,
      whole: { status: 200, headers: [...all, ...encoding], body },
      notModified: { status: 304, headers: all },
    });
  }
  const available = [...answers.keys()];

  return ({ headers: sent }) => {
    const chosen = answers.get(chooseCoding(sent.get('accept-encoding'), available));
    if (chosen === undefined) throw new Error('a file is always there as it is');
    return isNotModified(sent.get('if-none-match'), chosen.etag) ? chosen.notModified : chosen.whole;
  };
}
