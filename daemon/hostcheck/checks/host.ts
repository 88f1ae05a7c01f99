import { healthCheck, rpcOf } from '@gatehouse/proto/rpc';
import { adminDirectoryService, adminRecordService, hostService, signInService } from '@gatehouse/proto/services';
import { status } from '@grpc/grpc-js';
import { plainOptions } from '../../host/from-proto/description.js';
import { checkOptions } from '../../oauth/model/options.js';
import { registrationOf } from '../subject/admin.js';
import { expectStatus } from '../subject/backend.js';
import type { Check, Subject } from '../subject/check.js';
import { RpcStatus } from '../subject/connection.js';
import { expectSame, expectThat } from '../subject/expectations.js';
import { findClient, newId } from '../subject/operations.js';
import { AdminStreamTransport, StreamTransport, transactRpc } from '../subject/transports.js';

const describeValid: Check = {
  name: 'describe/valid',
  citation: 'host.proto: Describe',
  on: 'host',
  run: async ({ description }) => {
    const { protocolVersion, applicationName, capabilities, oauth, admin } = description;
    expectThat(
      protocolVersion === 1,
      'protocol_version 1',
      String(protocolVersion),
      'Return the contract version that the host implements.',
    );
    expectThat(
      [...applicationName].length <= 100,
      'an application_name of at most 100 characters',
      `${[...applicationName].length} characters`,
      'Shorten it. The consent page shows it.',
    );
    expectThat(
      !capabilities.includes('CAPABILITY_UNSPECIFIED'),
      'capabilities without the zero value',
      'CAPABILITY_UNSPECIFIED',
      'Do not send the zero value of an enum.',
    );
    expectThat(
      oauth !== null || admin !== null,
      'OAuth options or an admin registration',
      'neither',
      'Set oauth or admin. Without either, Gatehouse has nothing to serve.',
    );
    if (admin !== null) registrationOf(description);
    if (oauth === null) return;
    const checked = checkOptions(plainOptions(oauth), { offersSignIn: capabilities.includes('CAPABILITY_SIGN_IN') });
    if ('problems' in checked) {
      expectThat(
        false,
        'valid options',
        checked.problems.join('; '),
        'See oauth_options.proto for the allowed values of each option.',
      );
    }
  },
};

const describeRepeatable: Check = {
  name: 'describe/repeatable',
  citation: 'host.proto: Describe',
  on: 'host',
  run: async ({ connection, description }) => {
    const again = await connection.call(rpcOf(hostService.Describe), {
      gatehouseVersion: 'check-host',
      protocolVersion: 1,
    });
    const advice =
      'Return the same response until the configuration changes: every difference rebuilds the authorization server.';
    expectSame('the second answer', again, description, advice);
  },
};

const healthServing: Check = {
  name: 'health/serving',
  citation: 'host.proto: a host also serves grpc.health.v1.Health',
  on: 'grpc',
  run: async ({ connection }) => {
    const { status } = await connection.call(healthCheck, { service: '' });
    expectSame(
      'the health of the service ""',
      status,
      'SERVING',
      'Serve grpc.health.v1.Health and report the status of the service "".',
    );
  },
};

/** Calls without a token, and with a wrong one that shares the beginning of the right one. */
const tokenRequired: Check = {
  name: 'token/required',
  citation: 'host.proto: rule 2',
  on: 'token',
  run: async (subject) => {
    for (const token of ['', `${subject.options.token}x`]) {
      for (const [rpc, call] of Object.entries(calls(subject, token))) {
        const code = await call().then(
          () => status.OK,
          (error: unknown) => {
            if (error instanceof RpcStatus) return error.code;
            throw error;
          },
        );
        const about = `from ${rpc} with ${token === '' ? 'no token' : 'a wrong token'}`;
        const advice = 'Compare the metadata "authorization" with "Bearer <token>" before every rpc, in constant time.';
        expectStatus(code, status.UNAUTHENTICATED, about, advice);
      }
    }
  },
};

/** A host that answers "not found" has not checked the token. */
const NO_METHOD = 'AdminRecordService.NoSuchRpc';

/** Not started yet: if a call failed before the code awaited it, its rejection would be unhandled. */
function calls({ connection, description, options }: Subject, token: string): Record<string, () => Promise<unknown>> {
  const request = { operations: [findClient(newId())] };
  return {
    Describe: () => connection.call(rpcOf(hostService.Describe), { protocolVersion: 1 }, { token }),
    ...(description.capabilities.includes('CAPABILITY_BACKEND') && {
      Transact: () => connection.call(transactRpc, request, { token }),
    }),
    ...(description.capabilities.includes('CAPABILITY_ADMIN') && {
      FindAdministrator: () =>
        connection.call(rpcOf(adminDirectoryService.FindAdministrator), { identifier: newId() }, { token }),
      ListRecords: () => connection.call(rpcOf(adminRecordService.ListRecords), { controller: 'a.b.c' }, { token }),
    }),
    ...(options.url === undefined &&
      description.capabilities.includes('CAPABILITY_ADMIN_STREAM') && {
        AdminStream: () => new AdminStreamTransport(connection, { token }).send(NO_METHOD, Buffer.alloc(0)),
      }),
    ...(options.url === undefined &&
      description.capabilities.includes('CAPABILITY_TRANSACT_STREAM') && {
        TransactStream: () => new StreamTransport(connection, { token }).send(request),
      }),
  };
}

const resolveUserRpc = rpcOf(signInService.ResolveUser);

/** No user is signed in without a cookie, or with a cookie that the host never issued. */
const signIn: Check = {
  name: 'sign-in/nobody',
  citation: 'sign_in.proto: ResolveUser',
  on: 'sign-in',
  run: async ({ connection, description }) => {
    const returnTo = `${description.oauth?.issuer ?? ''}/connect?request=check-host`;
    for (const cookie of ['', 'session=check-host; other="a=b"', 'session=%00%ff; =; ;;']) {
      const { user, signInUrl } = await connection.call(resolveUserRpc, { cookie, authorization: '', returnTo });
      const got = user ? `user ${user.userId}` : JSON.stringify(signInUrl ?? 'neither');
      expectThat(
        !user && signInUrl !== undefined && /^(?:\/(?![/\\])|https?:\/\/)[!-~]*$/.test(signInUrl),
        'sign_in_url, a path starting with one "/" or an absolute http(s) URL',
        got,
        'Return the sign-in URL if no user is signed in, even if the cookie is unknown or malformed.',
      );
    }
  },
};

export const HOST_CHECKS: readonly Check[] = [describeValid, describeRepeatable, healthServing, tokenRequired];

export const SIGN_IN_CHECKS: readonly Check[] = [signIn];
