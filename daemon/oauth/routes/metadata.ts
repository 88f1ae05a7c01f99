import type { Response } from '../../http/response.js';
import type { FixedRoute } from '../../http/router.js';
import { resourceMetadata, serverMetadata } from '../model/metadata.js';
import type { OAuthOptions } from '../model/options.js';
import { unavailableAnswer } from './answers.js';

const SERVER_METADATA = '/.well-known/oauth-authorization-server';
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/**
 * The two metadata documents, made once and served as bytes. Each is at the root, and also has the described path after the
 * well-known part (RFC 8414 §3.1, RFC 9728 §3.1); real clients try both.
 */
export function metadataRoutes(options: OAuthOptions): FixedRoute[] {
  return [
    ...documentRoutes('oauth.server_metadata', SERVER_METADATA, options.issuer, serverMetadata(options)),
    ...documentRoutes('oauth.resource_metadata', RESOURCE_METADATA, options.resource, resourceMetadata(options)),
  ];
}

/**
 * The same addresses while the documents are unknown. 503, not 404: discovery reads a 404 as "no authorization server here",
 * and goes on to guess endpoints.
 */
export function notYetKnownRoutes(): FixedRoute[] {
  return [
    notYetKnown('oauth.server_metadata', SERVER_METADATA),
    notYetKnown('oauth.resource_metadata', RESOURCE_METADATA),
  ];
}

function notYetKnown(name: string, path: string): FixedRoute {
  return {
    name,
    method: 'GET',
    path,
    cors: true,
    response: unavailableAnswer('The application is not connected yet.'),
  };
}

function documentRoutes(name: string, wellKnown: string, subject: string, document: object): FixedRoute[] {
  const response: Response = {
    status: 200,
    headers: [
      ['content-type', 'application/json'],
      ['cache-control', 'public, max-age=300'],
    ],
    body: Buffer.from(JSON.stringify(document)),
  };
  const inserted = new URL(subject).pathname.replace(/\/$/, '');
  const paths = new Set([wellKnown, wellKnown + inserted]);
  return [...paths].map((path) => ({ name, method: 'GET', path, cors: true, response }));
}
