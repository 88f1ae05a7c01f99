import { createHash, timingSafeEqual } from 'node:crypto';
import type { ServerInterceptor } from '@grpc/grpc-js';
import { Metadata, ServerInterceptingCall, status } from '@grpc/grpc-js';

const HEALTH_PATH = '/grpc.health.v1.Health/';

/**
 * Refuses every call without `authorization: Bearer <token>`, before its message is even read. Health checks are let
 * through: orchestrators cannot send a token, and learn nothing but that the process serves.
 */
export function requireToken(token: string): ServerInterceptor {
  const expected = digest(token);
  return (method, call) =>
    new ServerInterceptingCall(call, {
      start: (next) => {
        next({
          onReceiveMetadata: (metadata, proceed) => {
            if (method.path.startsWith(HEALTH_PATH) || carries(metadata, expected)) proceed(metadata);
            else {
              call.sendStatus({
                code: status.UNAUTHENTICATED,
                details: 'the shared token is missing or wrong',
                metadata: new Metadata(),
              });
            }
          },
        });
      },
    });
}

/** Digests are compared rather than tokens, so that neither content nor length shows in the time it takes. */
function carries(metadata: Metadata, expected: Buffer): boolean {
  const [authorization] = metadata.get('authorization');
  const presented = /^bearer +(\S+)$/i.exec(String(authorization))?.[1];
  return presented !== undefined && timingSafeEqual(digest(presented), expected);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
