import type { ClientAddresses } from '../../http/client-address.js';
import type { BackendCookie } from '../auth/backend-cookie.js';
import { AdminError } from '../model/admin-error.js';
import type { SignIn } from '../usecases/sign-in.js';
import type { PublicEndpoint } from './endpoint.js';
import { jsonBody } from './json-body.js';
import { sessionAnswer } from './session-answer.js';

const MAX_BODY_BYTES = 4096;

/** POST /auth/login: `{"login","password"}`, where login may be an e-mail address. */
export function loginEndpoint(
  signIn: SignIn,
  { addresses, cookie }: { addresses: ClientAddresses; cookie: BackendCookie },
): PublicEndpoint {
  return {
    name: 'admin.login',
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    maxBodyBytes: MAX_BODY_BYTES,
    async handle({ http, call }) {
      const body = jsonBody(http);
      if (body instanceof AdminError) return body;
      const { login: identifier, password } = body;
      if (!isFilled(identifier) || !isFilled(password)) {
        const missing = Object.entries({ login: identifier, password }).filter(([, value]) => !isFilled(value));
        const fields = missing.map(([name]) => [name, [{ rule: 'required' } as const]] as const);
        return new AdminError('validation_failed', { fields: Object.fromEntries(fields) });
      }
      const outcome = await signIn({ identifier, password, clientAddress: addresses.of(http) }, call);
      switch (outcome.kind) {
        case 'signed_in':
          return sessionAnswer(outcome.session, http, cookie);
        case 'refused':
          return new AdminError('invalid_credentials');
        case 'throttled':
          return new AdminError('too_many_attempts', { retryAfterSeconds: outcome.retryAfterSeconds });
      }
    },
  };
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
