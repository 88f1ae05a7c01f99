import type { OpaqueTokenIssuer } from '@gatehouse/host/sql';
import type { VerifyToken } from '../mcp/bearer.js';

/** Looks access tokens up where the issuer keeps them. One that was issued for another resource is none of ours. */
export function verifierOf(issuer: OpaqueTokenIssuer, resource: string): VerifyToken {
  return async (token) => {
    const found = await issuer.verify(token);
    if (found?.resource !== resource) return undefined;
    return {
      token,
      clientId: found.clientId,
      scopes: [...found.scopes],
      expiresAt: Math.floor(found.expiresAt.getTime() / 1000),
      resource: new URL(resource),
      extra: { userId: found.userId },
    };
  };
}
