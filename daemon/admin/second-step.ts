import type { Clock, Logger } from '../core/runtime.js';
import type { ClientAddresses } from '../http/client-address.js';
import { createOneTimeCodes } from './auth/one-time-codes.js';
import { createPasskeyVerifier } from './auth/passkeys.js';
import type { Passwords } from './auth/passwords.js';
import type { Sessions } from './auth/sessions.js';
import { createTickets } from './auth/tickets.js';
import type { SignInLimits } from './model/sign-in-attempt.js';
import type { Ports } from './ports/ports.js';
import type { SignInThrottle } from './ports/sign-in-throttle.js';
import type { Endpoint } from './routes/endpoint.js';
import { passkeyEndpoints } from './routes/passkeys.js';
import { secondFactorEndpoints } from './routes/second-factor.js';
import type { SessionAnswers } from './routes/sign-in.js';
import { createProvePassword } from './usecases/choose-password.js';
import {
  createBeginSteps,
  createFinishSignIn,
  createMethodsOf,
  isSignInTicket,
  SIGN_IN_TICKET_SECONDS,
} from './usecases/finish-sign-in.js';
import { isPasskeyTicket, PASSKEY_TICKET_SECONDS } from './usecases/passkeys.js';
import { createPasswordFingerprint, createProveCode } from './usecases/prove-code.js';
import { createProveOwner, isProofTicket, PROOF_TICKET_SECONDS } from './usecases/prove-owner.js';
import { createProvePasskey } from './usecases/prove-passkey.js';
import { isSetupTicket, SETUP_TICKET_SECONDS } from './usecases/second-factor.js';

export interface SecondStepDependencies extends SessionAnswers {
  readonly ports: Ports;
  readonly throttle: SignInThrottle;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  /** They seal tickets and the secrets of apps. */
  readonly keys: { readonly secret: string; readonly previousSecret?: string };
  /** As apps and browsers show it. */
  readonly applicationName: string;
  readonly limits: SignInLimits;
  readonly addresses: ClientAddresses;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Wires the second factors of administrators: apps and, if `features` has a site for them, passkeys. `begin` is for the first
 * step of a sign-in; the endpoints are all others.
 */
export function createSecondStep(dependencies: SecondStepDependencies) {
  const { ports, keys, applicationName, passwords, throttle, limits, sessions, features, clock, logger } = dependencies;
  const { directory, secondFactors: factors } = ports;
  const site = features.passkeys;
  const tickets = createTickets(
    { ...keys, purpose: 'sign-in of an administrator', ttlSeconds: SIGN_IN_TICKET_SECONDS, isContent: isSignInTicket },
    clock,
  );
  const proofTickets = createTickets(
    { ...keys, purpose: 'proof of an administrator', ttlSeconds: PROOF_TICKET_SECONDS, isContent: isProofTicket },
    clock,
  );
  const fingerprintOf = createPasswordFingerprint(keys);
  const codes = createOneTimeCodes({ ...keys, applicationName }, clock);
  const proveCode = createProveCode({ factors, codes, throttle, limits, logger });
  const passkeys = site && { site, passkeys: ports.passkeys, verifier: createPasskeyVerifier(site) };
  const provePasskey = passkeys && createProvePasskey({ ...passkeys, throttle, limits, clock, logger });
  const proofs = { proveCode, ...(provePasskey && { provePasskey }) };
  const finishSignIn = createFinishSignIn({
    tickets,
    directory,
    sessions,
    throttle,
    limits,
    clock,
    logger,
    ...proofs,
  });
  const provePassword = createProvePassword({ directory, passwords, throttle, limits, logger });
  const proveOwner = createProveOwner({ ...proofs, provePassword, fingerprintOf, proofTickets, throttle });

  const endpoints: readonly Endpoint[] = [
    ...secondFactorEndpoints({
      ...dependencies,
      finishSignIn,
      codes,
      proveOwner,
      ...(passkeys && { passkeys: passkeys.passkeys }),
      tickets: createTickets(
        { ...keys, purpose: 'setup of a second factor', ttlSeconds: SETUP_TICKET_SECONDS, isContent: isSetupTicket },
        clock,
      ),
    }),
    ...(passkeys
      ? passkeyEndpoints({
          ...dependencies,
          ...passkeys,
          finishSignIn,
          proveOwner,
          proofTickets,
          tickets: createTickets(
            { ...keys, purpose: 'new passkey', ttlSeconds: PASSKEY_TICKET_SECONDS, isContent: isPasskeyTicket },
            clock,
          ),
        })
      : []),
  ];
  return {
    begin: {
      steps: createBeginSteps({ tickets, passwords, fingerprintOf }),
      ...(passkeys && { methodsOf: createMethodsOf(factors, passkeys.passkeys) }),
    },
    endpoints,
  };
}
