import { expect } from 'chai';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ApiClient } from '../../support/admin/client.js';
import { expectOk } from '../../support/admin/expect.js';
import { startAdminStack, type AdminStack, usuallyOn } from '../../support/admin-stack.js';
import { eventually } from '../../support/eventually.js';
import { Gate } from '../../support/gate.js';

const IMPORT = '/acme/shop/items/import';
const OPERATION = '0123456789abcdef';
/** Files that are half sent at the same time. */
const HELD = 40;

usuallyOn('postgres', 'imports on connections that break', (database) => {
  for (const engine of ['uws', 'node'] as const) {
    describe(`with http.engine ${engine}`, () => {
      const gate = new Gate();
      let stack: AdminStack;
      let editor: ApiClient;
      before(async () => {
        stack = await startAdminStack({
          database,
          engine,
          admin: (options) => ({
            ...options,
            controllers: options.controllers.map((controller) => ({
              ...controller,
              hooks: { ...controller.hooks, afterCreate: () => gate.pass() },
            })),
          }),
        });
        editor = await stack.signIn('editor');
      });
      after(async () => {
        gate.open();
        await stack.stop();
      });

      /** Sends the head of an import, and this much of its file. */
      async function sent(path: string, file: string, part = file): Promise<Socket> {
        const url = new URL(editor.base);
        const socket = connect(Number(url.port), url.hostname);
        socket.on('error', () => undefined);
        await once(socket, 'connect');
        const head = [
          `POST ${url.pathname}${path} HTTP/1.1`,
          `Host: ${url.host}`,
          'Content-Type: text/csv',
          `Content-Length: ${String(Buffer.byteLength(file))}`,
          ...Object.entries(editor.headers).map(([name, value]) => `${name}: ${value}`),
        ];
        await new Promise((done) => socket.write(`${head.join('\r\n')}\r\n\r\n${part}`, done));
        return socket;
      }

      const titles = async (like: string): Promise<number> =>
        (await stack.sql(`select id from shop_items where title like '${like}'`)).length;

      it(`${String(HELD)} files that arrive by half import nothing, and hold up no other import (AD-390)`, async () => {
        const file = `title\n${'Half of a row\n'.repeat(140_000)}`;
        const sockets = await Promise.all(
          Array.from({ length: HELD }, () =>
            sent(`${IMPORT}?operation=${OPERATION}`, file, file.slice(0, file.length / 2)),
          ),
        );
        const whole = await editor
          .with({ 'content-type': 'text/csv' })
          .request('POST', `${IMPORT}?operation=${OPERATION}`, 'title\nWhole\n');
        expectOk(whole, 201);
        for (const socket of sockets) socket.destroy();
        expectOk(await editor.get('/acme/shop/items'));
        expect([await titles('Half%'), await titles('Whole')]).to.deep.equal([0, 1]);
      });

      it('an import whose answer was lost is complete, and its repetition creates nothing (AD-390, AD-391)', async () => {
        gate.shut();
        const file = 'title\nLost-1\nLost-2\n';
        const socket = await sent(`${IMPORT}?operation=${OPERATION}`, file);
        await eventually(() => expect(gate.waiting).to.equal(1));
        socket.destroy();
        const repeated = editor
          .with({ 'content-type': 'text/csv' })
          .request('POST', `${IMPORT}?operation=${OPERATION}`, file);
        gate.open();
        expect(expectOk(await repeated, 201).data).to.include({ created: 2 });
        expect(await titles('Lost-%')).to.equal(2);
      });
    });
  }
});
