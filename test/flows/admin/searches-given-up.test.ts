import type { AdminOptions, Scope } from '@gatehouse/host/admin';
import { expect } from 'chai';
import { request } from 'node:http';
import type { ApiClient } from '../../support/admin/client.js';
import { ENDLESS, ENDLESS_MARK } from '../../support/admin/running-reads.js';
import { expectOk } from '../../support/admin/expect.js';
import { onBothEngines, startAdminStack, type AdminStack } from '../../support/admin-stack.js';
import { eventually } from '../../support/eventually.js';
import { usual } from '../../support/every-test.js';
import { Gate } from '../../support/gate.js';

const ITEMS = '/acme/shop/items';
/** Of the daemon whose searches the deadline ends. Those of the other one have to run on while others work (gatehouse.ts). */
const TIMEOUT = '2s';
const SEARCHES = 24;

onBothEngines('endless searches (host.proto: rule 4)', (database) => {
  // The engine notices that the browser has gone, and the database ends the search.
  for (const engine of usual(database === 'postgres' ? (['uws', 'node'] as const) : (['node', 'uws'] as const))) {
    describe(`with http.engine ${engine}`, () => {
      const gate = new Gate();
      let stack: AdminStack;
      let root: ApiClient;
      let editor: ApiClient;
      let browsers: Browser[];

      /** Makes every list of items that the editor requests endless, and every update wait at the gate. */
      const endless = (options: AdminOptions): AdminOptions => ({
        ...options,
        controllers: options.controllers.map((controller) => {
          if (controller.id !== 'acme.shop.items') return controller;
          const listScope: Scope<never, string> = (query, context) => {
            const own = controller.listScope?.(query, context) ?? query;
            return context.caller.login === 'editor' ? own.where(ENDLESS[database]) : own;
          };
          return {
            ...controller,
            listScope: listScope as never,
            // In SQLite, forms use the only writing connection, so their scopes have to be fast.
            formScope: controller.formScope ?? controller.listScope ?? ((query) => query),
            hooks: { ...controller.hooks, afterUpdate: () => gate.pass() },
          };
        }),
      });

      before(async () => {
        stack = await startAdminStack({
          database,
          engine,
          admin: endless,
          errorsExpected: true,
        });
        root = await stack.signIn('superuser');
        editor = await stack.signIn('editor');
      });
      after(() => stack.stop());
      beforeEach(() => {
        browsers = [];
      });
      afterEach(async () => {
        gate.open();
        for (const browser of browsers) browser.close();
        await underWay(0);
      });

      function browse(method: string, path: string, body?: object, client = editor): Browser {
        const browser = new Browser(client, method, path, body);
        browsers.push(browser);
        return browser;
      }

      const underWay = (number: number) =>
        eventually(async () => {
          expect(await stack.running(ENDLESS_MARK)).to.equal(number);
        });

      for (const path of [ITEMS, `${ITEMS}/export/records`, '/search?search=a']) {
        it(`a browser that disconnects ends its read of ${path} in the database (AD-192)`, async () => {
          const browser = browse('GET', path);
          await underWay(1);
          browser.close();
          await underWay(0);
        });
      }

      it('a search that returns 503 has ended in the database', async () => {
        const impatient = await stack.beside({ 'host.deadline': TIMEOUT });
        // On a busy machine, its time may be over before anyone sees it.
        for (let seen = false; !seen;) {
          const browser = browse('GET', ITEMS, undefined, impatient.with(editor.headers));
          let isOver = false;
          const status = browser.status.finally(() => (isOver = true));
          seen = await eventually(async () => {
            const number = await stack.running(ENDLESS_MARK);
            if (number === 0 && !isOver) throw new Error('it has not begun yet');
            return number === 1;
          });
          expect(await status).to.equal(503);
          await underWay(0);
        }
      });

      it(`${SEARCHES} endless searches do not block records, sign-in and writes for others`, async () => {
        let ended = 0;
        for (let n = 0; n < SEARCHES; n++) void browse('GET', `${ITEMS}?page=${n + 1}`).status.then(() => (ended += 1));
        await eventually(async () => expect(await stack.running(ENDLESS_MARK)).to.be.greaterThan(0));
        const record = await root.get(`${ITEMS}/1`);
        expectOk(record);
        await stack.signIn('reader');
        expectOk(await root.put(`${ITEMS}/1`, { quantity: 77 }));
        expect([ended, await stack.running(ENDLESS_MARK)], 'searches that ended, or run').to.satisfy(
          ([done, running]: [number, number]) => done === 0 && running > 0,
        );
        for (const browser of browsers) browser.close();
        await underWay(0);
        expectOk(await root.get(ITEMS));
      });

      it('a write completes even if the browser disconnects during it', async () => {
        gate.shut();
        const browser = browse('PUT', `${ITEMS}/1`, { quantity: 78 });
        await eventually(() => expect(gate.waiting).to.equal(1));
        browser.close();
        gate.open();
        await eventually(async () => expect((await root.get(`${ITEMS}/1`)).data.quantity).to.equal(78));
      });
    });
  }
});

/** A request whose connection can be closed before the answer. */
class Browser {
  /** The status of the answer; 0 without one. */
  readonly status: Promise<number>;
  readonly #close: () => void;

  constructor({ base, headers }: ApiClient, method: string, path: string, body?: object) {
    const sent = request(base + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      agent: false,
    });
    this.#close = () => sent.destroy();
    this.status = new Promise((resolve) => {
      sent.on('response', (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      sent.on('error', () => resolve(0));
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  }

  close(): void {
    this.#close();
  }
}
