import { createHost, type Host } from '@gatehouse/host';
import type { ActionResult } from '@gatehouse/host/admin';
import { adminDatabase, createSqlDirectory, defineController } from '@gatehouse/host/admin';
import { rpcOf } from '@gatehouse/proto/rpc';
import { adminRecordService } from '@gatehouse/proto/services';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { Connection, RpcStatus } from '../../../daemon/hostcheck/subject/connection.js';
import type { TestDatabase } from './databases.js';
import { eventually } from '../../support/eventually.js';
import { Gate } from '../../support/gate.js';
import { ENGINES } from './databases.js';
import { Item } from './shop/models.js';
import type { ShopTables } from './shop/tables.js';

const runAction = rpcOf(adminRecordService.RunAction);
const CALLER = { administratorId: '1', login: 'ada', superuser: true, locale: 'en' };

for (const { engine, openShop } of ENGINES) {
  describe(`an action of the TypeScript SDK that ignores an error of ${engine}`, () => {
    let database: TestDatabase;
    let host: Host;
    let connection: Connection;
    let act: (trx: Transaction<ShopTables>) => Promise<void>;
    const logged: unknown[] = [];

    before(async () => {
      database = await openShop();
      const db = database.connect();
      const admin = adminDatabase(db, database.engine);
      const controller = defineController<ShopTables, 'items'>({
        id: 'acme.shop.items',
        model: Item,
        actions: {
          act: {
            label: 'Act',
            permissions: ['acme.shop.act'],
            run: async (_invocation, { trx }): Promise<ActionResult> => {
              await trx.insertInto('items').values({ title: 'by the action' }).execute();
              await act(trx);
              return { message: 'done' };
            },
          },
        },
      });
      host = createHost({
        applicationName: 'shop',
        address: '127.0.0.1:0',
        logger: { info: ignore, warn: ignore, error: (fields: { error?: unknown }) => void logged.push(fields.error) },
        admin: {
          database: admin,
          directory: createSqlDirectory(admin),
          controllers: [controller],
          plugins: [{ id: 'acme.shop', permissions: [{ code: 'acme.shop.act', label: 'Act' }] }],
        },
      });
      const { address } = await host.listen();
      connection = new Connection({ address, timeoutMs: 20_000 });
    });

    beforeEach(async () => {
      logged.length = 0;
      await database.connect().deleteFrom('items').execute();
    });

    after(async () => {
      connection.close();
      await host.close();
      await database.close();
    });

    const outcome = async () => {
      try {
        await connection.call(runAction, { caller: CALLER, controller: 'acme.shop.items', action: 'act' });
        return status.OK;
      } catch (error) {
        if (error instanceof RpcStatus) return error.code;
        throw error;
      }
    };
    const stored = async () =>
      (await database.connect().selectFrom('items').select('title').execute()).map(({ title }) => title);
    const fail = (trx: Transaction<ShopTables>) => sql`insert into nowhere values (1)`.execute(trx).catch(ignore);

    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK; a statement that SQLite refuses ends only itself.
    const isLost = engine === 'PostgreSQL';
    const title = isLost ? 'fails, and stores nothing' : 'is done, and stores the rest';
    it(`${title} (HC-30)`, async () => {
      act = async (trx) => void (await fail(trx));
      expect([await outcome(), await stored()]).to.deep.equal(
        isLost ? [status.INTERNAL, []] : [status.OK, ['by the action']],
      );
      if (isLost) expect(JSON.stringify(logged[0])).to.contain('ignored its error').and.contain('savepoint');
    });

    it('is done if the statement failed in a savepoint (HC-30)', async () => {
      act = async (trx) => {
        await sql`savepoint attempt`.execute(trx);
        await fail(trx);
        await sql`rollback to savepoint attempt`.execute(trx);
      };
      expect([await outcome(), await stored(), logged]).to.deep.equal([status.OK, ['by the action'], []]);
    });

    describe('and whose statements outlive it (HC-30)', () => {
      const insert = (trx: Transaction<ShopTables>, title: string) =>
        trx.insertInto('items').values({ title }).execute();
      const several = (trx: Transaction<ShopTables>) => [1, 2, 3, 4, 5].map((each) => insert(trx, `statement ${each}`));

      it('stores none of those that it started together with one that fails', async () => {
        act = async (trx) => {
          const [first, ...others] = several(trx);
          await Promise.all([first, sql`insert into nowhere values (1)`.execute(trx), ...others]);
        };
        expect([await outcome(), await stored()]).to.deep.equal([status.INTERNAL, []]);
      });

      it('stores none of those that were under way when it failed for another reason', async () => {
        act = async (trx) => {
          await Promise.all([...several(trx), Promise.reject(new Error('no'))]);
        };
        const outcomes = await Promise.all([outcome(), outcome(), outcome()]);
        expect([outcomes, await stored()]).to.deep.equal([Array(3).fill(status.INTERNAL), []]);
      });

      it('stores those that it did not wait for, before its answer', async () => {
        act = (trx) => {
          for (const each of several(trx)) void each;
          return Promise.resolve();
        };
        expect(await outcome()).to.equal(status.OK);
        expect(await stored()).to.have.length(6);
      });

      it('stores none that it starts later, in the transaction of another call either', async () => {
        let turn = 0;
        let late: unknown;
        const others = new Gate();
        act = async (trx) => {
          turn += 1;
          if (turn > 1) return others.pass();
          others.shut();
          const later = others
            .pass()
            .then(() => insert(trx.withSchema(engine === 'SQLite' ? 'main' : 'public'), 'late'));
          late = later.catch((error: unknown) => error);
          await Promise.reject(new Error('no'));
        };
        const outcomes = Promise.all([outcome(), outcome()]);
        await eventually(() => expect(others.waiting).to.equal(2));
        others.open();
        expect(await outcomes).to.have.members([status.INTERNAL, status.OK]);
        expect(String(await late)).to.contain('the call has ended');
        expect(await stored()).to.deep.equal(['by the action']);
      });
    });

    if (engine === 'SQLite') {
      const refuse = (trx: Transaction<ShopTables>) => sql`insert into refusing values (1)`.execute(trx);
      before(async () => {
        const db = database.connect();
        await sql`create table refusing (a)`.execute(db);
        await sql`create trigger refuse before insert on refusing begin select raise(rollback, 'refused'); end`.execute(
          db,
        );
      });

      for (const [what, then] of [
        ['nothing', () => Promise.resolve()],
        ['a further write', (trx) => trx.insertInto('items').values({ title: 'after it' }).execute()],
        ['further errors', (trx) => refuse(trx).catch(ignore)],
      ] satisfies readonly [string, (trx: Transaction<ShopTables>) => Promise<unknown>][]) {
        it(`fails if SQLite has rolled back everything, and stores nothing, with ${what} after it (HC-97)`, async () => {
          act = async (trx) => {
            await refuse(trx).catch(ignore);
            await then(trx);
          };
          const outcomes = await Promise.all([outcome(), outcome()]);
          expect([outcomes, await stored()]).to.deep.equal([[status.INTERNAL, status.INTERNAL], []]);
          expect(JSON.stringify(logged[0])).to.contain('SQLite rolled back the transaction');
          act = () => Promise.resolve();
          expect([await outcome(), await stored()]).to.deep.equal([status.OK, ['by the action']]);
        });
      }
    }
  });
}

function ignore(): void {
  // Nothing to do.
}
