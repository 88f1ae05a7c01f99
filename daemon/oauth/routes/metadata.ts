import type { Response } from '../../http/response.js';
import { plainText } from '../../http/response.js';
import type { FixedRoute } from '../../http/router.js';
import { resourceMetadata, serverMetadata } from '../model/metadata.js';
import type { OAuthOptions } from '../model/options.js';
import { unavailableAnswer } from './answers.js';

const SERVER_METADATA = '/.well-known/oauth-authorization-server';
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';
const OPENID_METADATA = '/.well-known/openid-configuration';

/**
 * The two metadata documents, made once and served as bytes. Each is at the root, and also has the described path after the
 * well-known part (RFC 8414 §3.1, RFC 9728 §3.1); real clients try both. That of the resource may end with a slash or not, as
 * the resource of a request may: RFC 9728 keeps it, and clients that know RFC 8414 remove it.
 */
export function metadataRoutes(options: OAuthOptions): FixedRoute[] {
  const [ofIssuer, ofResource] = [insertedPath(options.issuer), insertedPath(options.resource)];
  const resourcePaths = ofResource === '' ? [''] : ['', ofResource, `${ofResource}/`];
  return [
    ...documentRoutes('oauth.server_metadata', SERVER_METADATA, ['', ofIssuer], serverMetadata(options)),
    ...documentRoutes('oauth.resource_metadata', RESOURCE_METADATA, resourcePaths, resourceMetadata(options)),
  ];
}

/**
 * The addresses of other issuers and resources, and of OpenID Connect, where clients look as well: 404 like any other unknown path, but
 * a page must be able to read it, or its discovery ends with a network error instead of the next address (AS-14, AS-18).
 */
export function elsewhereRoutes({ issuer }: Pick<OAuthOptions, 'issuer'>): FixedRoute[] {
  const response = plainText(404, 'Not found.');
  const ofIssuer = insertedPath(issuer);
  return [
    ...[SERVER_METADATA, RESOURCE_METADATA, OPENID_METADATA].map((path) => ({ path: `${path}/*`, isLiteral: false })),
    ...[...new Set(['', ofIssuer])].map((base) => ({ path: base + OPENID_METADATA, isLiteral: true })),
  ].map((where) => ({ ...where, name: 'oauth.other_metadata', method: 'GET', cors: true, response }));
}

/** Without the slash at its end; empty for the root. */
function insertedPath(subject: string): string {
  return new URL(subject).pathname.replace(/\/$/, '');
}

/**
 * The same addresses while the documents are unknown. 503, not 404: discovery reads a 404 as "no authorization server here",
 * and goes on to guess endpoints.
 */
export function notYetKnownRoutes(): FixedRoute[] {
  return [
    ...notYetKnown('oauth.server_metadata', SERVER_METADATA),
    ...notYetKnown('oauth.resource_metadata', RESOURCE_METADATA),
  ];
}

/** At the root, and for any path of an issuer or a resource. */
function notYetKnown(name: string, wellKnown: string): FixedRoute[] {
  const response = unavailableAnswer('The application is not connected yet.');
  return [wellKnown, `${wellKnown}/*`].map((path) => ({ name, method: 'GET', path, cors: true, response }));
}

function documentRoutes(name: string, wellKnown: string, inserted: readonly string[], document: object): FixedRoute[] {
  const response: Response = {
    status: 200,
    headers: [
      ['content-type', 'application/json'],
      ['cache-control', 'public, max-age=300'],
    ],
    body: Buffer.from(JSON.stringify(document)),
  };
  const paths = new Set(inserted.map((path) => wellKnown + path));
  return [...paths].map((path) => ({ name, method: 'GET', path, isLiteral: true, cors: true, response }));
}
