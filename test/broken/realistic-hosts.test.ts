import { Abort, type Backend } from '@gatehouse/host';
import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { failures, formatResult } from '../../daemon/hostcheck/report.js';
import { newSqlite } from '../conformance/sdk-databases.js';
import { Dice } from '../support/dice.js';
import { detail } from '../support/every-test.js';
import { MemoryDirectory } from './admin/directory.js';
import { MemoryRecords } from './admin/records.js';
import { serveAdmin } from './admin/serve.js';
import { replacing } from './broken-host.js';
import { hostChecker } from './checked-host.js';
import { serve } from './serve.js';

const USER = '1042';
const DEACTIVATED = '1043';

/** Correct hosts that differ from the SDK's in ways that the contract allows. */
describe('gatehouse check-host against hosts as applications write them', () => {
  const check = hostChecker();

  it('passes a host that rejects codes and tokens of unknown clients and unknown users', async () => {
    const report = await check(await serve(newSqlite, { around: withForeignKeys }), {
      user: USER,
      refusedUser: DEACTIVATED,
    });
    expect(failures(report).map(formatResult)).to.deep.equal([]);
    expect(report.results.map(({ name }) => name)).to.include.members([
      'access-token/mint-refused',
      'redeem-code/mint-refused',
      'redeem-refresh-token/mint-refused',
    ]);
  });

  detail('passes a host that answers transactions late and in any order', async () => {
    const report = await check(await serve(newSqlite, { around: (backend) => tardy(backend) }));
    expect(failures(report).map(formatResult)).to.deep.equal([]);
  });

  it('passes a host that answers the admin services late and in any order', async () => {
    const report = await check(await serveAdmin(tardy(new MemoryDirectory()), tardy(new MemoryRecords())));
    expect(failures(report).map(formatResult)).to.deep.equal([]);
  });
});

/** Behaves like a database with foreign keys to clients and users. */
function withForeignKeys(backend: Backend): Backend {
  return replacing(backend, ({ clients, codes, refreshTokens, accessTokens }) => {
    async function expectKnown(clientId: string, userId: string): Promise<void> {
      if ((await clients.find(clientId)) === undefined) throw new Error(`foreign key: there is no client ${clientId}`);
      if (![USER, DEACTIVATED].includes(userId)) throw new Error(`foreign key: there is no user ${userId}`);
    }
    return {
      codes: {
        async create(code) {
          await expectKnown(code.clientId, code.userId);
          await codes.create(code);
        },
      },
      refreshTokens: {
        async create(token) {
          await expectKnown(token.clientId, token.userId);
          await refreshTokens.create(token);
        },
      },
      accessTokens: {
        async mint(request) {
          if (request.userId === DEACTIVATED) throw new Abort('mint_refused', 'This account is deactivated.');
          await expectKnown(request.clientId, request.userId);
          return accessTokens.mint(request);
        },
      },
    };
  });
}

/** Delays every method, each by a different time. */
function tardy<Target extends object>(target: Target): Target {
  const dice = new Dice(1);
  return new Proxy(target, {
    get(of, name) {
      const member: unknown = Reflect.get(of, name);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]): Promise<unknown> => {
        await sleep(dice.below(20));
        return Reflect.apply(member, of, given) as unknown;
      };
    },
  });
}
