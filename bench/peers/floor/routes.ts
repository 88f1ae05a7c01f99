import { FORM } from '../peer.js';
import { parametersOf, refused, type Answer } from './answer.js';
import { authorize } from './authorize.js';
import { register } from './register.js';
import type { FloorStore } from './store.js';
import { token } from './token.js';

const METADATA = {
  issuer: 'http://localhost:1',
  authorization_endpoint: 'http://localhost:1/authorize',
  token_endpoint: 'http://localhost:1/token',
  registration_endpoint: 'http://localhost:1/register',
  scopes_supported: ['read', 'write', 'ai', 'offline_access'],
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  code_challenge_methods_supported: ['S256'],
};

/** The part of a request that a route reads. */
export interface FloorRequest {
  readonly url: string;
  readonly contentType: string | undefined;
  readonly authorization: string | undefined;
  /** Undefined for GET. */
  readonly body: string | undefined;
}

/** Answers a request from the store. The answer may be sent after the commit that it depends on. */
export function answerTo(store: FloorStore, request: FloorRequest): Answer {
  return request.body === undefined ? fetched(store, request.url) : posted(store, request, request.body);
}

function fetched(store: FloorStore, url: string): Answer {
  const [path = '', query = ''] = url.split('?', 2);
  if (path === '/.well-known/oauth-authorization-server') return { status: 200, body: METADATA };
  if (path !== '/authorize') return refused('not_found', 'There is nothing here.', 404);
  const parameters = parametersOf(query);
  return parameters === undefined ? repeated() : authorize(store, parameters);
}

function posted(store: FloorStore, { url, contentType, authorization }: FloorRequest, body: string): Answer {
  if (url === '/register') {
    if (contentType !== 'application/json') return refused('invalid_request', 'Send JSON.', 415);
    return register(store, body);
  }
  if (url !== '/token') return refused('not_found', 'There is nothing here.', 404);
  if (contentType !== FORM) return refused('invalid_request', 'Send a form.', 415);
  const parameters = parametersOf(body);
  return parameters === undefined ? repeated() : token(store, parameters, authorization);
}

function repeated(): Answer {
  return refused('invalid_request', 'A parameter is repeated.');
}
