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
