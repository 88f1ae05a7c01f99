import { adminDirectoryService } from '@gatehouse/proto/services';
import { Cancellation } from '@gatehouse/proto/stream-server';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { DeadlineExceeded, Unavailable } from '../../ports/errors.js';
import { limitsOf } from '../../wire/call.js';
import { InvalidField } from '../../wire/fields.js';
import { adminLogger, adminRpc } from './admin-rpc.js';

const method = adminDirectoryService.FindAdministrator;

describe('an rpc of the admin half', () => {
  let logged: [level: string, message: string, error?: unknown][];
  const at = (level: string) => (fields: object, message: string) =>
    void logged.push([level, message, (fields as { error?: { message?: string } }).error?.message]);
  beforeEach(() => {
    logged = [];
  });

  async function failing(...errors: readonly Error[]): Promise<(status | undefined)[]> {
    const logger = adminLogger({ info: at('info'), warn: at('warn'), error: at('error') });
    const codes: (status | undefined)[] = [];
    for (const error of errors) {
      const { streamed } = adminRpc(method, logger, () => Promise.reject(error));
      const call = { ...limitsOf(60_000), requestId: 'r', signal: new Cancellation().signal };
      const outcome = await streamed(method.requestSerialize({ identifier: 'ada' }), call);
      codes.push('fault' in outcome ? outcome.fault.code : undefined);
    }
    return codes;
  }

  it('logs one line for the outage of a database, however many calls fail', async () => {
    expect(await failing(new Unavailable('gone'), new Unavailable('gone'))).to.deep.equal([
      status.UNAVAILABLE,
      status.UNAVAILABLE,
    ]);
    expect(logged).to.deep.equal([
      ['warn', 'an admin call failed because the database is unavailable; counting further failures', 'gone'],
    ]);
  });

  it('warns of a call that came too late, and reports every other error as one', async () => {
    const codes = await failing(new DeadlineExceeded(), new TypeError('a defect'), new InvalidField('id', 'is wrong'));
    expect(codes).to.deep.equal([status.DEADLINE_EXCEEDED, status.INTERNAL, status.INVALID_ARGUMENT]);
    expect(logged.map(([level, message]) => [level, message])).to.deep.equal([
      ['warn', 'an admin call was rejected'],
      ['error', 'an admin call failed'],
      ['error', 'an admin call failed'],
    ]);
  });
});
