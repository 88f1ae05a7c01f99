import type { ClientAddresses } from '../../http/client-address.js';
import type { Request } from '../../http/request.js';
import type { RecoveryCodesBody } from '../api/answers.js';
import { AdminError, invalid } from '../api/errors.js';
import { MAX_IGNORED_BYTES, MAX_SIGN_IN_BYTES } from '../api/limits.js';
import { MAX_CREDENTIAL_BYTES } from '../api/passkeys.js';
import { ADMINISTRATOR_PATHS, ADMINISTRATORS, controllerPath, PATHS } from '../api/paths.js';
import type { Sessions } from '../auth/sessions.js';
import { MANAGES_ADMINISTRATORS } from '../builtin/registration.js';
import { deviceOf } from '../model/device.js';
import type { Ports } from '../ports/ports.js';
import type { createFinishSignIn, SecondStepOutcome } from '../usecases/finish-sign-in.js';
import { createResetSecondFactor } from '../usecases/manage-colleague.js';
import type { Confirmed, OwnRequest, Proof } from '../usecases/prove-owner.js';
import { passkeyError } from '../usecases/prove-owner.js';
import type { SecondFactorDependencies } from '../usecases/second-factor.js';
import { createSecondFactor } from '../usecases/second-factor.js';
import type { AdminRequest, Endpoint, GuardedEndpoint, Outcome } from './endpoint.js';
import { controllerEndpoint, ownEndpoint } from './endpoint.js';
import type { Success } from './envelope.js';
import type { JsonObject } from './read-request.js';
import { askingOf, jsonBody, recordInPath, textsIn } from './read-request.js';
import type { SessionAnswers } from './sign-in.js';
import { reopenedAnswer, sessionAnswer } from './sign-in.js';

export interface SecondFactorRoutesDependencies extends Omit<SecondFactorDependencies, 'factors'>, SessionAnswers {
  readonly ports: Pick<Ports, 'accounts' | 'secondFactors'>;
  readonly finishSignIn: ReturnType<typeof createFinishSignIn>;
  readonly sessions: Sessions;
  readonly addresses: ClientAddresses;
}

/** The second step of a sign-in, one's own second factor, and the reset of a colleague's. */
export function secondFactorEndpoints(dependencies: SecondFactorRoutesDependencies): Endpoint[] {
  return [signInCodeEndpoint(dependencies), ...ownEndpoints(dependencies), resetEndpoint(dependencies)];
}

/** POST /auth/second-factor: `{"ticket","code"}`. Public, because the ticket is the only credential. */
function signInCodeEndpoint({ finishSignIn, addresses, ...answers }: SecondFactorRoutesDependencies): Endpoint {
  return {
    name: 'admin.sign_in_code',
    method: 'POST',
    path: PATHS.signInCode,
    access: 'public',
    maxBodyBytes: MAX_SIGN_IN_BYTES,
    async handle({ http, call }) {
      const texts = textsIn(http, 'ticket', 'code');
      if (texts instanceof AdminError) return texts;
      const { ticket, code } = texts;
      const clientAddress = addresses.of(http);
      const device = deviceOf(http.headers.get('user-agent'), clientAddress);
      const outcome = await finishSignIn({ ticket, proof: { code }, clientAddress, device }, call);
      return finishedAnswer(outcome, http, answers);
    },
  };
}

/** The answer of the second step, whichever the factor is. */
export function finishedAnswer(outcome: SecondStepOutcome, http: Request, answers: SessionAnswers): Outcome {
  switch (outcome.kind) {
    case 'signed_in':
      return sessionAnswer(outcome.session, http, answers);
    case 'refused':
      return new AdminError('second_factor_invalid');
    case 'not_accepted':
      return passkeyError(outcome.problem);
    case 'expired':
      return new AdminError('second_factor_expired');
    case 'throttled':
      return new AdminError('too_many_attempts', { retryAfterSeconds: outcome.retryAfterSeconds });
  }
}

/** The answer to a new factor: a session, and the recovery codes if it is the first one. */
export async function confirmedAnswer(
  { administrator, recoveryCodes }: Confirmed,
  request: AdminRequest,
  answers: SessionAnswers & Pick<SecondFactorRoutesDependencies, 'sessions' | 'addresses'>,
): Promise<Success> {
  const answer = await reopenedAnswer(administrator, request, answers);
  if (recoveryCodes === undefined) return answer;
  const codes: RecoveryCodesBody = { recovery_codes: recoveryCodes };
  return { ...answer, data: { ...(answer.data as object), ...codes } };
}

/** `code`, or `passkey` with the ticket of its challenge. */
export function proofIn({ code, passkey }: JsonObject): Proof | AdminError {
  if (typeof code === 'string' && code !== '') return { code };
  const { ticket, credential } = Object(passkey) as { readonly ticket?: unknown; readonly credential?: unknown };
  return typeof ticket === 'string' ? { ticket, credential } : invalid('code', { rule: 'required' });
}

/** The body of a change that asks for the password and the second factor. */
export function provenIn(http: Request): { readonly password: string; readonly proof: Proof } | AdminError {
  const body = jsonBody(http);
  if (body instanceof AdminError) return body;
  const { password } = body;
  if (typeof password !== 'string' || password === '') return invalid('password', { rule: 'required' });
  const proof = proofIn(body);
  return proof instanceof AdminError ? proof : { password, proof };
}

function ownEndpoints(dependencies: SecondFactorRoutesDependencies): GuardedEndpoint[] {
  const { ports, sessions, addresses, cookie, features } = dependencies;
  const own = createSecondFactor({ ...dependencies, factors: ports.secondFactors });
  const requestOf = ({ http, administrator, call }: AdminRequest): OwnRequest => ({
    administrator,
    call,
    clientAddress: addresses.of(http),
  });
  const answers = { sessions, addresses, cookie, features };
  const endpoint = (method: 'GET' | 'POST', path: string, name: string, handle: GuardedEndpoint['handle']) =>
    ownEndpoint(method, path, name, method === 'GET' ? 0 : MAX_CREDENTIAL_BYTES, handle);
  return [
    endpoint('GET', PATHS.secondFactor, 'second_factor', async (request) => ({
      data: await own.show(requestOf(request)),
    })),

    {
      ...endpoint('POST', PATHS.secondFactorSetup, 'set_up_second_factor', async (request) => {
        const texts = textsIn(request.http, 'password');
        if (texts instanceof AdminError) return texts;
        const proof = proofIn(texts);
        const proven = proof instanceof AdminError ? undefined : proof;
        const setup = await own.setUp(texts.password, proven, requestOf(request));
        return setup instanceof AdminError ? setup : { data: setup };
      }),
      duringSecondFactorSetup: true,
    },

    {
      ...endpoint('POST', PATHS.secondFactor, 'confirm_second_factor', async (request) => {
        const texts = textsIn(request.http, 'ticket', 'code');
        if (texts instanceof AdminError) return texts;
        const confirmed = await own.confirm(texts.ticket, texts.code, requestOf(request));
        return confirmed instanceof AdminError ? confirmed : confirmedAnswer(confirmed, request, answers);
      }),
      duringSecondFactorSetup: true,
    },

    endpoint('POST', PATHS.recoveryCodes, 'renew_recovery_codes', async (request) => {
      const given = provenIn(request.http);
      if (given instanceof AdminError) return given;
      const renewed = await own.renewCodes(given.password, given.proof, requestOf(request));
      if (renewed instanceof AdminError) return renewed;
      const codes: RecoveryCodesBody = { recovery_codes: renewed };
      return { data: codes };
    }),

    endpoint('POST', PATHS.removeSecondFactor, 'remove_second_factor', async (request) => {
      const given = provenIn(request.http);
      if (given instanceof AdminError) return given;
      const removed = await own.remove(given.password, given.proof, requestOf(request));
      return removed instanceof AdminError ? removed : reopenedAnswer(removed, request, answers);
    }),
  ];
}

function resetEndpoint({ ports }: SecondFactorRoutesDependencies): GuardedEndpoint {
  const reset = createResetSecondFactor(ports);
  const place = { path: controllerPath(ADMINISTRATORS), permissions: [MANAGES_ADMINISTRATORS] };
  const { resetSecondFactor } = ADMINISTRATOR_PATHS;
  return controllerEndpoint(
    place,
    'POST',
    resetSecondFactor,
    'reset_second_factor',
    MAX_IGNORED_BYTES,
    async (request) => {
      const refused = await reset(recordInPath(request.parameters), askingOf(request));
      return refused ?? { data: null };
    },
  );
}
