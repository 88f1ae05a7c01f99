import type { OpaqueTokenIssuer } from '@gatehouse/host/sql';
import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';
import type { Request, RequestHandler, Response } from 'express';

/** Looks an access token up; undefined when it is unknown, expired, revoked, or was issued for another resource. */
export type VerifyToken = (token: string) => Promise<AuthInfo | undefined>;

/** The SDK hands what stands in `auth` on to the tools. */
export type Authenticated = Request & { auth: AuthInfo };

/**
 * Lets requests with a valid access token through. All others learn where the authorization server is described
 * (RFC 9728 §5.1). No scope is named there: the client then asks for what the resource metadata lists, and the user
 * decides.
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

/** RFC 6750 §3.1: a request without any credentials is told where to go, but that it made an error it is not. */
function unauthorized(response: Response, resourceMetadataUrl: string, presented: boolean): void {
  const error = 'error="invalid_token", error_description="The access token is unknown, expired or revoked", ';
  response
    .status(401)
    .set('WWW-Authenticate', `Bearer ${presented ? error : ''}resource_metadata="${resourceMetadataUrl}"`)
    .json({ error: presented ? 'invalid_token' : 'unauthorized' });
}

/**
 * RFC 6750 §3.1. Names every scope that the client needs now, those it has included: a client that asks again with this
 * list must not lose what it had.
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
