import { hostService } from '../../contract/load.js';
import { rpcOf } from '../../contract/rpc.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';

export const describeRepeatable: Check = {
  name: 'describe/repeatable',
  citation: 'host.proto: Describe',
  on: 'host',
  run: async ({ connection, description }) => {
    const again = await connection.call(rpcOf(hostService.Describe), {
      gatehouseVersion: 'check-host',
      protocolVersion: 1,
    });
    const advice =
      'Answer the same as long as nothing was reconfigured: every difference rebuilds the authorization server.';
    expectSame('the second answer', again, description, advice);
  },
};
