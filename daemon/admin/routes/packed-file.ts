import { createHash } from 'node:crypto';
import { isNotModified } from '../../http/conditional.js';
import { chooseCoding, CODINGS, type Coding } from '../../http/content-coding.js';
import type { Request } from '../../http/request.js';
import type { Header, Response } from '../../http/response.js';

export interface PackedFile {
  readonly bytes: Buffer;
  readonly packed: Partial<Readonly<Record<Exclude<Coding, 'identity'>, Buffer>>>;
  /** What stands on every answer, 304 included: RFC 9110 §15.4.5. */
  readonly headers: readonly Header[];
}

interface Answers {
  readonly etag: string;
  readonly whole: Response;
  readonly notModified: Response;
}

/** A file in the coding that the client likes best. Every answer is put together now, none when it is asked for. */
export function packedFile({ bytes, packed, headers }: PackedFile): (request: Request) => Response {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const answers = new Map<Coding, Answers>();
  for (const coding of CODINGS) {
    const body = coding === 'identity' ? bytes : packed[coding];
    if (body === undefined) continue;
    // Strong tags name the bytes that are sent, and those differ (RFC 9110 §8.8.3.3).
    const etag = coding === 'identity' ? `"${sha256}"` : `"${sha256}-${coding}"`;
    const all: readonly Header[] = [...headers, ['etag', etag], ['vary', 'Accept-Encoding']];
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
