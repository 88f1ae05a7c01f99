import { setTimeout as sleep } from 'node:timers/promises';
import { adminDirectoryService } from '../../contract/load.js';
import { rpcOf } from '../../contract/rpc.js';
import { randomToken } from '../../core/random.js';
import { newPasswordHash } from '../admin/administrators.js';
import { CALL } from '../admin/ports.js';
import type { Check } from '../check.js';
import { CheckFailure, expectThat } from '../failure.js';
import { RpcStatus } from '../transport.js';

const createRpc = rpcOf(adminDirectoryService.CreateAdministrator);

const TRIES = 10;
/** Time for a host that goes on although its caller gave up. */
const SETTLE_MS = 1000;

/** The one write of the admin half that can be tried out without touching a record of the application. */
export const directoryDeadline: Check = {
  name: 'directory/deadline-rolls-back',
  citation: 'host.proto: rule 4; admin_directory.proto: DEADLINE_EXCEEDED; StreamedCall.timeout',
  on: 'admin',
  run: async ({ admin: { directory }, adminTransport }) => {
    const logins = Array.from({ length: TRIES }, () => `Check-Host-${randomToken(9)}`);
    for (const login of logins) {
      const request = { login, email: `${login}@check-host.example`, passwordHash: newPasswordHash() };
      await adminTransport.call(createRpc, request, { tooLate: true }).catch((error: unknown) => {
        if (!(error instanceof RpcStatus) && !(error instanceof CheckFailure)) throw error;
      });
    }
    await sleep(SETTLE_MS);
    const found = [];
    for (const login of logins) if (await directory.findCredentials(login, CALL)) found.push(login);
    expectThat(
      found.length === 0,
      'an administrator whose creation had no time left is not created',
      `${found.length} of ${TRIES} were`,
      'In every transaction of the admin services, look at the deadline (of the call, or the timeout in the stream) last thing before the commit, and roll back.',
    );
  },
};
