import type { ThrottleLimits } from '../model/throttle-limits.js';
import type { Bucket } from '../ports/throttle.js';

/**
 * Failed client authentications and refused grants are counted per client and address: a guesser is slowed down, while
 * neither a whole egress address nor the client's other users are locked out.
 */
export function tokenFailureBucket(clientId: string, clientAddress: string, { tokenFailures }: ThrottleLimits): Bucket {
  return { key: `token:${clientId}:${clientAddress}`, ...tokenFailures };
}
