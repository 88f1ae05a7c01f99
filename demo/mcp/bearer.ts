import type { OpaqueTokenIssuer } from '@gatehouse/host/sql';
import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';
import type { Request, RequestHandler, Response } from 'express';

/** Looks an access token up; undefined when it is unknown, expired, revoked, or was issued for another resource. */
export type VerifyToken = (token: string) => Promise<AuthInfo | undefined>;

/** The SDK passes `auth` on to the tools. */
export type Authenticated = Request & { auth: AuthInfo };

/**
 * Passes requests with a valid access token. For all others the response has the address of the resource metadata
 * (RFC 9728 §5.1). It names no scope: the client then requests the scopes of the resource metadata, and the user decides.
 */
export function requireBearer(verify: VerifyToken, resourceMetadataUrl: string): RequestHandler {
  return async (request, response, next) => {
    const [, token] = /^Bearer +([\w.~+/-]+=*) *$/i.exec(request.headers.authorization ?? '') ?? [];
    const auth = token === undefined ? undefined : await verify(token);
    if (auth) {
      Object.assign(request, { auth });
      next();
    } else unauthorized(response, resourceMetadataUrl, request.headers.authorization !== undefined);
  };
}

/** RFC 6750 §3.1: the response to a request without credentials has no error code. */
function unauthorized(response: Response, resourceMetadataUrl: string, presented: boolean): void {
  const error = 'error="invalid_token", error_description="The access token is unknown, expired or revoked", ';
  response
    .status(401)
    .set('WWW-Authenticate', `Bearer ${presented ? error : ''}resource_metadata="${resourceMetadataUrl}"`)
    .json({ error: presented ? 'invalid_token' : 'unauthorized' });
}

/**
 * RFC 6750 §3.1. Names every scope that the client now needs, including those it has: a client that authorizes again with
 * this list must not lose granted scopes.
 */
export function insufficientScope(
  response: Response,
  resourceMetadataUrl: string,
  granted: readonly string[],
  missing: readonly string[],
): void {
  const scope = [...new Set([...granted, ...missing])].join(' ');
  response
    .status(403)
    .set(
      'WWW-Authenticate',
      `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="${resourceMetadataUrl}"`,
    )
    .json({ error: 'insufficient_scope', error_description: `This requires the scope ${missing.join(' and ')}` });
}

/** Looks up access tokens in the issuer's store. A token for another resource is invalid here. */
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
