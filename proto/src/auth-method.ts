import type { TokenEndpointAuthMethod__Output } from './generated/gatehouse/host/v1/TokenEndpointAuthMethod.js';

/** RFC 7591 §2 `token_endpoint_auth_method`, mapped to the contract's enum. */
export type AuthMethod = 'none' | 'client_secret_post' | 'client_secret_basic';

const TO_PROTO = {
  none: 'TOKEN_ENDPOINT_AUTH_METHOD_NONE',
  client_secret_post: 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST',
  client_secret_basic: 'TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_BASIC',
} as const satisfies Record<AuthMethod, TokenEndpointAuthMethod__Output>;

const FROM_PROTO = new Map<unknown, AuthMethod>(
  Object.entries(TO_PROTO).map(([method, name]) => [name, method as AuthMethod]),
);

export function toAuthMethod(method: AuthMethod): (typeof TO_PROTO)[AuthMethod] {
  return TO_PROTO[method];
}

/** Undefined: unspecified, or a value that the reader does not know, which arrives as a number. */
export function fromAuthMethod(value: TokenEndpointAuthMethod__Output | number): AuthMethod | undefined {
  return FROM_PROTO.get(value);
}
