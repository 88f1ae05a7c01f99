import type { handleUnaryCall } from '@grpc/grpc-js';
import { registryOf } from '../admin/records/registry.js';
import { toWireRegistration } from '../admin/wire/registration.js';
import type { HostOptions } from './host-options.js';
import { toWireOAuthOptions } from './oauth-options.js';

/** Version of the contract that this SDK speaks. */
const PROTOCOL_VERSION = 1;
const MAX_APPLICATION_NAME = 100;

/** The answer never changes while the host runs, so it is made once. */
export function describe(options: HostOptions): handleUnaryCall<object, object> {
  const { applicationName, oauth, backend, signIn, admin } = options;
  if (applicationName === '' || applicationName.length > MAX_APPLICATION_NAME) {
    throw new Error(`applicationName must have 1 to ${MAX_APPLICATION_NAME} characters`);
  }
  if (oauth?.builtinConsentPage === true && !signIn) throw new Error('oauth.builtinConsentPage needs signIn');
  const answer = {
    protocolVersion: PROTOCOL_VERSION,
    applicationName,
    capabilities: [
      ...(backend ? ['CAPABILITY_BACKEND', 'CAPABILITY_TRANSACT_STREAM'] : []),
      ...(signIn ? ['CAPABILITY_SIGN_IN'] : []),
      ...(admin ? ['CAPABILITY_ADMIN', 'CAPABILITY_ADMIN_STREAM'] : []),
    ],
    ...(oauth && { oauth: toWireOAuthOptions(oauth) }),
    ...(admin && { admin: toWireRegistration(registryOf(admin), admin.defaultLocale ?? 'en') }),
  };
  return (_call, callback) => {
    callback(null, answer);
  };
}
