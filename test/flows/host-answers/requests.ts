import { status as grpcStatus } from '@grpc/grpc-js';
import { expect } from 'chai';
import { sendJson, type Answer } from '../../support/http-client.js';
import { codeOf, tokensOf, type RegisteredClient } from '../../support/oauth-flow.js';
import type { Stack } from '../../support/stack.js';

/**
 * The outcome of a request: it took effect; it was refused because of the host's data; the host is down (503,
 * UNAVAILABLE); the host is faulty (500, INTERNAL). The form of the answer has already been checked, and anything else
 * is thrown.
 */
export type Outcome = 'done' | 'refused' | 'unavailable' | 'fault';

/** A request that needs the host. */
export interface HostRequest {
  readonly name: string;
  /** The number of transactions that it needs if all goes well. */
  readonly transactions: number;
  /** Prepares the data that the request needs. */
  prepare(stack: Stack, client: RegisteredClient): Promise<Attempt>;
}

export interface Attempt {
  /** Sends the request. Can be repeated as long as it has not taken effect. */
  run(): Promise<Outcome>;
  /** The access token that is invalid once the request took effect. */
  readonly revokes?: string;
}

/** @param redeem whether the host offers CAPABILITY_REDEEM */
export const requests = (redeem: boolean): readonly HostRequest[] => [
  {
    name: 'register',
    transactions: 1,
    prepare: async ({ flow }) => {
      const metadata = { redirect_uris: ['https://client.example/callback'], token_endpoint_auth_method: 'none' };
      return { run: async () => jsonOutcome(await sendJson(flow.url('register'), metadata), 201) };
    },
  },
  {
    name: 'authorize',
    transactions: 1,
    prepare: async ({ flow }, client) => ({ run: async () => authorizeOutcome(await flow.authorize(client)) }),
  },
  {
    name: 'IssueCode',
    transactions: 1,
    prepare: async ({ flow }, client) => {
      const { requestId } = await flow.pending(client);
      return {
        run: () =>
          consentOutcome(flow.grant(requestId), (answer) => {
            if (answer.redirectUrl !== undefined) flow.secrets.add(codeOf(answer));
            return answer.redirectUrl !== undefined;
          }),
      };
    },
  },
  {
    name: 'exchange',
    transactions: redeem ? 1 : 2,
    prepare: async ({ flow }, client) => {
      const code = await flow.code(client);
      return { run: async () => jsonOutcome(await flow.exchange(client, code), 200) };
    },
  },
  {
    name: 'a spent code',
    transactions: 2,
    prepare: async ({ flow }, client) => {
      const code = await flow.code(client);
      const { access_token } = tokensOf(await flow.exchange(client, code));
      return { run: async () => reuseOutcome(await flow.exchange(client, code)), revokes: access_token };
    },
  },
  {
    name: 'refresh',
    transactions: redeem ? 1 : 2,
    prepare: async ({ flow }, client) => {
      const { refresh_token } = await flow.tokens(client);
      return { run: async () => jsonOutcome(await flow.refresh(client, refresh_token), 200) };
    },
  },
  {
    name: 'a spent refresh token',
    transactions: 2,
    prepare: async ({ flow }, client) => {
      const { refresh_token } = await flow.tokens(client);
      const { access_token } = tokensOf(await flow.refresh(client, refresh_token));
      return { run: async () => reuseOutcome(await flow.refresh(client, refresh_token)), revokes: access_token };
    },
  },
  {
    name: 'revoke',
    transactions: 2,
    prepare: async ({ flow }, client) => {
      const { access_token } = await flow.tokens(client);
      return { run: async () => jsonOutcome(await flow.revoke(client, access_token), 200), revokes: access_token };
    },
  },
  {
    name: 'the consent operation Revoke',
    transactions: 2,
    prepare: async ({ flow, consent }, client) => {
      const { access_token } = await flow.tokens(client);
      return {
        run: () => consentOutcome(consent.revoke(access_token), ({ revoked }) => revoked),
        revokes: access_token,
      };
    },
  },
];

function jsonOutcome(answer: Answer, success: number): Outcome {
  if (answer.status === success) return 'done';
  expect(answer.headers['cache-control']).to.equal('no-store');
  expect(answer.headers['access-control-allow-origin']).to.equal('*');
  const { error } = answer.json();
  if (answer.status < 500) {
    expect(error).to.be.oneOf([
      'invalid_request',
      'invalid_client',
      'invalid_grant',
      'invalid_scope',
      'invalid_target',
    ]);
    return 'refused';
  }
  expect(error).to.equal('temporarily_unavailable');
  return outcomeOfFailure(answer);
}

/** Here a refusal is the success. */
function reuseOutcome(answer: Answer): Outcome {
  const outcome = jsonOutcome(answer, 200);
  return outcome === 'refused' && answer.json().error === 'invalid_grant' ? 'done' : outcome;
}

/** Local, because the redirect URI cannot be validated without the host. */
function authorizeOutcome(answer: Answer): Outcome {
  if (answer.status === 302) return answer.headers.location!.includes('/connect?request=') ? 'done' : 'refused';
  expect(answer.headers['content-type']).to.match(/^text\/plain/);
  expect(answer.headers).to.not.have.property('location');
  return answer.status < 500 ? 'refused' : outcomeOfFailure(answer);
}

function outcomeOfFailure({ status, headers, body }: Answer): Outcome {
  if (status === 500) return 'fault';
  expect(status, body).to.equal(503);
  expect(headers['retry-after']).to.match(/^[1-9]\d*$/);
  return 'unavailable';
}

async function consentOutcome<T>(call: Promise<T>, tookEffect: (answer: T) => boolean): Promise<Outcome> {
  try {
    return tookEffect(await call) ? 'done' : 'refused';
  } catch (error) {
    const { code } = error as { code?: grpcStatus };
    if (code === grpcStatus.UNAVAILABLE) return 'unavailable';
    if (code === grpcStatus.INTERNAL) return 'fault';
    throw error;
  }
}
